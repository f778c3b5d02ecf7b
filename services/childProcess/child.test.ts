import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { runChild } from './child.ts';

const dir = mkdtempSync(join(tmpdir(), 'child-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('leaves the processor to the process that serves', async () => {
  const script = join(dir, 'child.cjs');
  writeFileSync(script, "process.send(require('node:os').getPriority(), () => process.disconnect());");
  const limits = { timeMs: 60_000, heapMb: 20 };
  const priority = await runChild({ script, args: [], answer: z.number(), limits });
  expect(priority).toBe(Math.max(getPriority(), 5));
});
