/** Backups of a folder that is written meanwhile, and their restoration. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RawEvent } from '#events/envelope.ts';
import { createManualClock } from '#services/clock/clock.ts';
import { createCheckpoint } from '#services/vault/checkpoint.ts';
import { makeBackup } from './backup.ts';
import { backupFilePath } from './copy-file.ts';
import { BACKUP_RETENTION_MS, backupManifestFileName, backupPartFileNames } from './manifest.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import {
  backupSourceOf,
  type Installation,
  installationTime,
  openInstallation,
} from './testing/installation.ts';

let root: string;
let live: Installation;
let folder: string;
const clock = createManualClock(Date.parse(installationTime));
const open: Installation[] = [];
let said: string[];
const tell = (line: string) => void said.push(line);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'archline-backup-'));
  folder = join(root, 'backups');
  clock.set(Date.parse(installationTime));
  said = [];
  live = await begin(join(root, 'live'));
  for (const caseId of ['A', 'B']) await live.say(caseId, `张伟 ${caseId}`);
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  rmSync(root, { recursive: true });
});

async function begin(dir: string): Promise<Installation> {
  const opened = await openInstallation(dir);
  open.push(opened);
  return opened;
}

/** Makes a backup a minute after the previous one. */
async function backup(how: { beforeVault?: () => void; free?: () => Promise<number> } = {}) {
  clock.advance(60_000);
  const source = backupSourceOf(live.dir, how.beforeVault);
  try {
    return await makeBackup({ source, folder, clock, said: tell, free: how.free });
  } finally {
    await source.end();
  }
}

let targets = 0;
/** Restores into a folder that has the secret of the live installation, and opens the result as the server does. */
async function restored(how: Partial<RestoreOptions> = {}) {
  targets += 1;
  const into = how.into ?? join(root, `restored-${targets}`);
  mkdirSync(into, { recursive: true });
  copyFileSync(join(live.dir, 'secret'), join(into, 'secret'));
  const done = await restoreBackup({ folder, into, said: tell, ...how });
  return { into, done, again: await begin(into) };
}

async function all(installation: Installation): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of installation.store.readAll()) events.push(event);
  return events;
}

const records = async (installation: Installation, prefix = '') => {
  const found: Record<string, unknown> = {};
  for await (const { key, value } of installation.vault.list(prefix)) found[key] = value;
  return found;
};

describe('a backup of a folder that is written meanwhile', () => {
  test('is restored as the log up to its head, with names and files, under another id', async () => {
    const sha256 = await live.upload('A', 'solid');
    const before = await all(live);
    const { manifest } = await backup();
    await live.say('A', 'later');
    const { again, done } = await restored();
    expect(await all(again)).toEqual(before);
    expect(before.map(e => e.personal)).toEqual([{ name: '张伟 A' }, { name: '张伟 B' }]);
    expect(manifest.head).toBe('2');
    expect(done.logId).toBe(again.store.id);
    expect(again.store.id).not.toBe(live.store.id);
    expect(readFileSync(await again.blobs.local({ orgId: 'org', sha256 }), 'utf8')).toBe('solid');
    expect(await records(again, 'upload/')).toEqual(await records(live, 'upload/'));
    // The log continues with the next number.
    expect(await again.say('A', 'next')).toBe(3n);
  });

  test('opens every name in it, although keys and files are created during the copy', async () => {
    const during: Promise<unknown>[] = [];
    await backup({
      beforeVault: () => {
        during.push(live.say('C', 'new key'), live.upload('C', 'new file'));
      },
    });
    await Promise.all(during);
    const { again } = await restored();
    const events = await all(again);
    expect(events).toHaveLength(2);
    for (const event of events) expect(event.erased).toBeUndefined();
  });

  test('holds neither the secret, nor rows, nor unfinished work; only its owner can read it', async () => {
    await live.upload('A', null);
    await live.vault.put('lease/effects', { holder: 'x', until: 1 });
    const { dir } = await backup();
    expect(readdirSync(dir).sort()).toEqual(['files.ndjson', 'log.ndjson', 'manifest.json', 'vault.ndjson']);
    const text = readFileSync(join(dir, backupPartFileNames.vault), 'utf8');
    expect(text).toContain('secret/check');
    expect(text).not.toMatch(/upload\/|lease\//);
    const secret = readFileSync(join(live.dir, 'secret'));
    for (const name of readdirSync(dir)) expect(readFileSync(join(dir, name)).includes(secret)).toBe(false);
    expect(readFileSync(join(dir, backupPartFileNames.log), 'utf8')).not.toContain('张伟');
    const modes = [dir, ...readdirSync(dir).map(name => join(dir, name))].map(
      path => statSync(path).mode & 0o077,
    );
    expect(new Set(modes)).toEqual(new Set([0]));
  });

  test('lets followers continue at their position, but not beyond the restored log', async () => {
    const { store, vault } = live;
    await createCheckpoint(vault, store.id, 'effects').write(1n);
    // Simulates a log that grew while the vault had still to be copied.
    await createCheckpoint(vault, store.id, 'mail').write(9n);
    await backup();
    const { again } = await restored();
    const read = (name: string) => createCheckpoint(again.vault, again.store.id, name).read();
    expect([await read('effects'), await read('mail')]).toEqual([1n, 2n]);
  });

  test('of a stopped installation is equal', async () => {
    const before = await all(live);
    await live.close();
    await backup();
    const { again } = await restored();
    expect(await all(again)).toEqual(before);
  });
});

describe('a second backup', () => {
  test('links files of the first one, and copies new ones', async () => {
    const one = await live.upload('A', 'one');
    const first = await backup();
    // Later changes of the bytes on disk are not in the backup.
    writeFileSync(await live.blobs.local({ orgId: 'org', sha256: one }), 'ONE');
    const two = await live.upload('A', 'two!');
    const second = await backup();
    expect([first.files, second.files]).toEqual([
      { linked: 0, copied: 1, lost: 0 },
      { linked: 1, copied: 1, lost: 0 },
    ]);
    const inode = (dir: string) => statSync(backupFilePath(dir, { orgId: 'org', sha256: one })).ino;
    expect(inode(first.dir)).toBe(inode(second.dir));
    const { again } = await restored();
    const read = async (sha256: string) =>
      readFileSync(await again.blobs.local({ orgId: 'org', sha256 }), 'utf8');
    expect([await read(one), await read(two)]).toEqual(['one', 'two!']);
  });

  test('after an interrupted one copies no file twice, and removes its remains', async () => {
    await live.upload('A', 'one');
    const full = async () => {
      throw new Error('the power went');
    };
    await live.upload('A', 'two!');
    let asked = 0;
    await expect(backup({ free: async () => (asked++ === 0 ? 1e9 : full()) })).rejects.toThrow('power');
    expect(readdirSync(folder).some(name => name.endsWith('.part'))).toBe(true);
    expect((await backup()).files).toEqual({ linked: 1, copied: 1, lost: 0 });
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  test('removes backups that are thirty days old', async () => {
    const { dir } = await backup();
    clock.advance(BACKUP_RETENTION_MS - 120_000);
    await backup();
    expect(readdirSync(folder)).toContain(dir.slice(folder.length + 1));
    await backup();
    await backup();
    expect(readdirSync(folder)).not.toContain(dir.slice(folder.length + 1));
  });

  test('at the same time is refused', async () => {
    let second: Promise<unknown> | undefined;
    await backup({
      beforeVault: () => {
        second ??= backup().catch((error: Error) => error.message);
      },
    });
    expect(await second).toBe(`Another backup into ${folder} is running. Wait until it has finished.`);
  });
});

describe('files that the installation has lost', () => {
  test('are named and counted, and the rest is saved', async () => {
    const good = await live.upload('A', 'good');
    const bad = await live.upload('A', 'bad');
    const gone = await live.upload('A', 'gone');
    writeFileSync(await live.blobs.local({ orgId: 'org', sha256: bad }), 'BAD');
    rmSync(await live.blobs.local({ orgId: 'org', sha256: gone }));
    const { manifest, dir } = await backup();
    expect(manifest.lost).toBe(2);
    expect(said.filter(line => line.includes('lost:')).sort()).toEqual(
      [bad, gone].map(sha256 => `  lost: file ${sha256} of org`).sort(),
    );
    expect(readdirSync(join(dir, 'files', 'org'))).toEqual([good]);
    await restored();
  });

  test('do not include files that were deleted during the copy', async () => {
    const dropped = await live.upload('A', 'dropped');
    const source = backupSourceOf(live.dir);
    const drop = async () => {
      await live.records.delete('upload-A-dropped');
      await live.blobs.drop({ orgId: 'org', sha256: dropped });
    };
    const blobs = { ...source.blobs, size: async () => void (await drop()) };
    const { manifest } = await makeBackup({ source: { ...source, blobs }, folder, clock, said: tell });
    await source.end();
    expect(manifest.lost).toBe(0);
  });
});

describe('restoring refuses with a clear message, and leaves the folder unchanged:', () => {
  const refused = async (how: Partial<RestoreOptions> = {}) => {
    const into = how.into ?? join(root, 'target');
    const error = await restoreBackup({ folder, into, said: tell, ...how }).then(
      () => new Error('it was restored'),
      (e: Error) => e,
    );
    return error.message.replaceAll(root, '');
  };
  const harmed = async (name: string, harm: (path: string) => void) => {
    await live.upload('A', 'solid');
    const { dir } = await backup();
    harm(join(dir, name));
    const message = await refused();
    expect(readdirSync(root)).not.toContain('target');
    return message;
  };
  const flip = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  test.each(Object.values(backupPartFileNames))('a flipped bit in %s', async name => {
    expect(await harmed(name, flip)).toMatch(
      new RegExp(`^The backup is damaged: .*${name} does not match its recorded hash`),
    );
  });

  test('a file with other bytes, and a missing one, by their names', async () => {
    const sha256 = await live.upload('A', 'solid');
    const name = join('files', 'org', sha256);
    expect(await harmed(name, flip)).toMatch(`${sha256} does not match its recorded hash`);
    rmSync(folder, { recursive: true });
    expect(await harmed(name, path => rmSync(path))).toMatch(`${sha256} is missing`);
    rmSync(folder, { recursive: true });
    expect(await harmed(name, path => writeFileSync(path, 'sol'))).toMatch('has 3 bytes instead of 5');
  });

  test('a damaged manifest, and one of a later format', async () => {
    expect(await harmed(backupManifestFileName, path => writeFileSync(path, '{"program":"arch'))).toMatch(
      /is damaged/,
    );
    rmSync(folder, { recursive: true });
    const later = (path: string) =>
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), format: 2 }));
    expect(await harmed(backupManifestFileName, later)).toMatch(
      /has format 2; this version of Archline reads format 1/,
    );
  });

  test('a folder without a backup, one that is not empty, and one without space', async () => {
    expect(await refused()).toBe('/backups contains no finished backup.');
    await backup();
    expect(await refused({ into: live.dir })).toMatch(/^\/live is not empty/);
    expect(await refused({ free: async () => 10 })).toMatch(/^\/target has 0.0 MB free; .* are needed/);
    expect(readdirSync(root)).not.toContain('target');
  });

  test('another secret than the one that encrypted the names', async () => {
    await backup();
    const into = join(root, 'target');
    mkdirSync(into);
    writeFileSync(join(into, 'secret'), Buffer.alloc(32, 7));
    expect(await refused()).toMatch(/^The secret does not belong to/);
    expect(readdirSync(into)).toEqual(['secret']);
  });

  test('a backup folder without space', async () => {
    await live.upload('A', 'solid');
    await expect(backup({ free: async () => 4 })).rejects.toThrow(/has 0.0 MB free/);
  });
});

describe('a patient who was erased after a backup', () => {
  test('stays erased if a later backup says so: name, key, uploads and files', async () => {
    const sha256 = await live.upload('A', 'teeth of A');
    const other = await live.upload('B', 'teeth of B');
    const { dir } = await backup();
    await live.keyring.eraseSubject('A');
    await backup();
    const { again, done } = await restored({ folder: dir });
    expect(done.erased).toBe(1);
    expect((await all(again)).map(({ personal, erased }) => [personal, erased])).toEqual([
      [undefined, true],
      [{ name: '张伟 B' }, undefined],
    ]);
    await expect(again.say('A', 'again')).rejects.toThrow(/erased/);
    expect(Object.keys(await records(again, 'upload/'))).toEqual([`upload/upload-B-teeth of B`]);
    const size = (hash: string) => again.blobs.size({ orgId: 'org', sha256: hash });
    expect([await size(sha256), await size(other)]).toEqual([undefined, 10]);
  });

  test('stays erased by later backups next to it, under any folder name or through a link', async () => {
    await live.upload('A', 'teeth of A');
    const { dir } = await backup();
    await live.keyring.eraseSubject('A');
    await backup();
    const kept = join(dirname(dir), 'keep-before-the-upgrade');
    renameSync(dir, kept);
    const link = join(root, 'z-latest');
    symlinkSync(kept, link);
    for (const folder of [kept, link]) {
      const { done } = await restored({ folder });
      expect(done.erased, folder).toBe(1);
    }
  });

  test('stays erased if a newer vault says so; without either the key is restored', async () => {
    await backup();
    await live.keyring.eraseSubject('A');
    const told = await restored({ erasedIn: live.dir });
    expect((await all(told.again))[0]?.erased).toBe(true);
    const untold = await restored();
    expect((await all(untold.again))[0]?.erased).toBeUndefined();
  });

  test('is searched in every later backup: an unreadable one stops the restoring', async () => {
    const { dir } = await backup();
    const later = await backup();
    writeFileSync(join(later.dir, backupPartFileNames.vault), '{"key":');
    const into = join(root, 'target');
    await expect(restoreBackup({ folder: dir, into, said: tell })).rejects.toThrow(
      /later erasures are unknown/,
    );
    expect(readdirSync(root)).not.toContain('target');
  });
});
