/**
 * Backups of a log on EventStoreDB, restored to SQLite, or to EventStoreDB and a bucket: the same events in
 * the same order.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RawEvent } from '#events/envelope.ts';
import { type LogServer, startLogServer } from '../../infra/servers/log/server.ts';
import { type RunningS3, startS3 } from '../../infra/servers/s3.ts';
import { openInstallationSource } from '../cli/installation-source.ts';
import { createManualClock } from '../clock/clock.ts';
import { createTestEvent } from '../eventstore/contract/context.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { openBucket } from '../s3/bucket.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import { bindLogToVault } from '../vault/log-binding.ts';
import { openS3Vault } from '../vault/s3.ts';
import { openSqliteVault, openSqliteVaultReader } from '../vault/sqlite.ts';
import { makeBackup } from './backup.ts';
import { listBackups, readBackupManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { type InstallationServers, openRestoreTarget } from './restore-target.ts';
import { backupSourceOf, installationTime, openInstallation } from './testing/installation.ts';

let root: string;
let server: LogServer;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'archline-backup-wire-'));
  server = await startLogServer({ file: join(root, 'log.db') });
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

test('a backup of EventStoreDB is restored to SQLite; followers continue at the same event', async () => {
  const log = await openEsdbStore({ connectionString: server.url });
  for (let i = 0; i < 120; i++) {
    const personal = { personal: `sealed ${i}`, subject: `patient-${i % 5}` };
    await log.append(`case-${i % 5}`, 'any', [{ ...createTestEvent(`e-${i}`), ...personal }]);
  }
  const dir = join(root, 'data');
  mkdirSync(dir);
  const vault = openSqliteVault({ dir });
  await createCheckpoint(vault, log.id, 'effects').write(await log.head());
  const source = {
    log,
    openVault: () => openSqliteVaultReader({ dir }),
    blobs: createDiskBlobs(join(dir, 'files')),
  };
  const said = () => undefined;
  const folder = join(root, 'backups');
  await makeBackup({ source, folder, clock: createManualClock(Date.parse(installationTime)), said });
  await vault.close();
  await log.append('case-0', 'any', [createTestEvent('later')]);

  const into = join(root, 'restored');
  const { logId } = await restoreBackup({ folder, into, said });
  const restored = openSqliteReader({ dir: into });
  expect(await restored.head()).toBe(120n);
  const all: [string, unknown][] = [];
  for await (const { id, personal } of restored.readAll()) all.push([id, personal]);
  expect(all).toEqual(Array.from({ length: 120 }, (_, i) => [`e-${i}`, `sealed ${i}`]));
  expect(logId).not.toBe(log.id);
  const again = openSqliteVault({ dir: into });
  expect(await createCheckpoint(again, logId, 'effects').read()).toBe(120n);
  await again.close();
  await restored.close();
  await log.close();
});

describe('a backup restored to an empty EventStoreDB log and an empty bucket', () => {
  const said = () => undefined;
  const clock = createManualClock(Date.parse(installationTime));
  let s3: RunningS3;
  let servers: InstallationServers;
  let folder: string;
  let secretFile: string;
  beforeEach(async () => {
    s3 = await startS3();
    servers = { eventStore: { driver: 'esdb', url: server.url }, s3 };
    folder = join(root, 'backups');
    const live = await openInstallation(join(root, 'live'));
    for (let i = 0; i < 40; i++) await live.say(`case-${i % 4}`, `张伟 ${i}`);
    for (const n of [1, 2, 3]) await live.upload('case-1', `bytes ${n}`);
    await createCheckpoint(live.vault, live.store.id, 'effects').write(30n);
    const source = backupSourceOf(live.dir);
    await makeBackup({ source, folder, clock, said });
    await source.end();
    await live.close();
    secretFile = join(root, 'secret');
    copyFileSync(join(live.dir, 'secret'), secretFile);
  });
  afterEach(() => s3.stop());

  const restoring = () => restoreBackup({ folder, into: join(root, 'node'), secretFile, servers, said });
  const vaultOf = () => openS3Vault({ bucket: openBucket(s3), clock });
  async function idsIn(readAll: () => AsyncIterable<RawEvent>) {
    const ids: string[] = [];
    for await (const { id } of readAll()) ids.push(id);
    return ids;
  }
  async function idsBefore(): Promise<string[]> {
    const log = openSqliteReader({ dir: join(root, 'live') });
    const ids = await idsIn(() => log.readAll());
    await log.close();
    return ids;
  }

  test('is complete and can be backed up; followers continue at the same event', async () => {
    const { logId, files } = await restoring();
    expect(files).toBe(3);
    const log = await openEsdbStore({ connectionString: server.url });
    const ids = await idsIn(() => log.readAll());
    expect(ids).toEqual(await idsBefore());
    const vault = vaultOf();
    await bindLogToVault(vault, log);
    const place = await createCheckpoint(vault, logId, 'effects').read();
    const [next] = await idsIn(() => log.readAll({ after: place, limit: 1 }));
    expect(next).toBe(ids[30]);
    await vault.close();
    await log.close();
    const source = await openInstallationSource({ dataDir: join(root, 'node'), ...servers });
    clock.advance(60_000);
    const { manifest, files: taken } = await makeBackup({ source, folder: join(root, 'again'), clock, said });
    expect([manifest.parts.log.lines, taken]).toEqual([40, { linked: 0, copied: 3, lost: 0 }]);
    await source.close();
  });

  test('is refused if the bucket or the log has content', async () => {
    const bucket = openBucket(s3);
    await bucket.put('files/org/other', Buffer.from('other'));
    await expect(restoring()).rejects.toThrow(/bucket of S3_BUCKET is not empty \(it contains files\)/);
    await bucket.delete('files/org/other');
    const log = await openEsdbStore({ connectionString: server.url });
    await log.append('case-0', 'any', [createTestEvent('other')]);
    await log.close();
    await expect(restoring()).rejects.toThrow(/log of EVENT_STORE is not empty/);
    // The refused restore leaves no mark that would block another backup.
    const vault = vaultOf();
    expect(await vault.get('vault/restoring')).toBeUndefined();
    await vault.close();
    bucket.close();
  });

  test('that was interrupted starts no node, and can be repeated without duplicates', async () => {
    const [dir = ''] = (await listBackups(folder)).map(each => each.dir);
    const { logId, head, at: time } = await readBackupManifest(dir);
    const target = await openRestoreTarget(servers, join(root, 'node'), `${logId}/${head}/${time}`);
    const live = openSqliteReader({ dir: join(root, 'live') });
    for await (const { stream, revision: _r, position: _p, ...mine } of live.readAll({ limit: 17 }))
      await target.store.append(stream, 'any', [mine]);
    await live.close();
    await target.abandon();

    const log = await openEsdbStore({ connectionString: server.url });
    const vault = vaultOf();
    await expect(bindLogToVault(vault, log)).rejects.toThrow(/restore the same backup again/);
    await expect(openInstallationSource({ dataDir: root, ...servers })).rejects.toThrow(
      /belongs to another log/,
    );
    await restoring();
    await bindLogToVault(vault, log);
    expect(await idsIn(() => log.readAll())).toEqual(await idsBefore());
    await vault.close();
    await log.close();
  });
});
