import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBenchYear } from './sealed-log.ts';

test('an interrupted year leaves no folder behind', async () => {
  const root = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  const dir = join(root, 'year');
  const interrupted = AbortSignal.abort(new Error('Interrupted.'));
  await expect(writeBenchYear(dir, 2, interrupted)).rejects.toThrow('Interrupted.');
  expect(existsSync(dir)).toBe(false);
  rmSync(root, { recursive: true });
});
