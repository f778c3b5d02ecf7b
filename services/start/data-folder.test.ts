import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isOpenToOthers, prepareDataFolder } from './data-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'archline-folder-'));
const mask = process.umask();
afterAll(() => {
  process.umask(mask);
  rmSync(home, { recursive: true });
});

test.each([
  [0o40700, 1000, false],
  [0o40500, 1000, false],
  [0o40755, 1000, true],
  [0o40750, 1000, true],
  [0o40701, 1000, true],
  // A Kubernetes volume with fsGroup.
  [0o42770, 1000, false],
  [0o42775, 1000, true],
  [0o42770, 100, true],
  // A folder that is shared with a group on purpose.
  [0o40770, 1000, true],
])('mode %o of group %i is open to others: %s', (mode, gid, open) =>
  expect(isOpenToOthers({ mode, gid }, 1000)).toBe(open),
);

test.skipIf(process.platform === 'win32')(
  'an open data folder is refused, with the command that closes it',
  () => {
    const dir = join(home, "clinic's");
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    const command = `chmod -R go= '${home}/clinic'\\''s'`;
    expect(() => prepareDataFolder(dir)).toThrow(command);
    chmodSync(dir, 0o700);
    prepareDataFolder(dir);
  },
);

test.skipIf(process.platform === 'win32')('a new data folder and its files are for their owner only', () => {
  process.umask(0o022);
  const dir = join(home, 'new', 'data');
  prepareDataFolder(dir);
  writeFileSync(join(dir, 'vault.db'), '');
  expect([dir, join(dir, 'vault.db')].map(path => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});
