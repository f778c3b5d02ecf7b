/** A disk that becomes full during the copy. It is a small disk, which only root can create. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { backupSourceOf, type Installation, openInstallation } from './testing/installation.ts';

const root = mkdtempSync(join(tmpdir(), 'archline-full-'));
const small = join(root, 'small');
const said = () => undefined;
let live: Installation;

function mounted(): boolean {
  mkdirSync(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'none', small], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('NOT RUN: a full disk needs its own mount, which this account may not create');
    return false;
  }
}
const there = mounted();

beforeAll(async () => {
  live = await openInstallation(join(root, 'live'));
  const some = (i: number) =>
    Promise.all(Array.from({ length: 500 }, (_, k) => live.say(`C${k}`, `${i}`.repeat(400))));
  for (let i = 0; i < 8; i++) await some(i);
});
afterAll(async () => {
  await live.close();
  if (there) execFileSync('umount', [small]);
  rmSync(root, { recursive: true });
});

/** Lists the folder's content without the lock. */
const left = (dir: string) => readdirSync(dir).filter(name => !name.startsWith('lock.db'));

test.runIf(there)('copying and restoring report a full disk, and leave nothing on it', async () => {
  const source = backupSourceOf(live.dir);
  const full = /^The disk of .* is full\. Free some space, or choose another folder\.$/;
  await expect(makeBackup({ source, folder: join(small, 'b'), clock: systemClock, said })).rejects.toThrow(
    full,
  );
  expect(left(join(small, 'b'))).toEqual([]);
  rmSync(join(small, 'b'), { recursive: true });

  const folder = join(root, 'backups');
  await makeBackup({ source, folder, clock: systemClock, said });
  await expect(restoreBackup({ folder, into: small, said })).rejects.toThrow(/are needed\. Free some space/);
  // Other processes may use the space that was free when checked.
  const free = async () => 1e12;
  await expect(restoreBackup({ folder, into: small, said, free })).rejects.toThrow(full);
  expect(left(small)).toEqual([]);
  await source.end();
});
