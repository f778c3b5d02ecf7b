/** A deleted record leaves the WAL too, although another process was reading at that moment. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openSqliteVault } from './sqlite.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-vault-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('the next call truncates the WAL that a reader held', async () => {
  const vault = openSqliteVault({ dir });
  const walBytes = () => statSync(join(dir, 'vault.db-wal')).size;
  await vault.put('key/wang', 'k'.repeat(5000));
  const reader = new DatabaseSync(join(dir, 'vault.db'), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM kept').get();
  expect(await vault.delete('key/wang')).toBe(true);
  expect(walBytes()).toBeGreaterThan(0);
  reader.close();
  expect(await vault.delete('key/wang')).toBe(false);
  expect(walBytes()).toBe(0);
  await vault.close();
});
