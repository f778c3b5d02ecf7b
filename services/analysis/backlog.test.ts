/** How the process of a backlog is started. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { toLogPosition } from '#events/log-position.ts';
import { createBacklogProcess } from './backlog.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-backlog-'));
const own = process.execArgv;
afterEach(() => {
  process.execArgv = own;
  rmSync(dir, { recursive: true, force: true });
});

it('has the flags of the server, but not those of its debugger', async () => {
  const script = join(dir, 'child.mjs');
  writeFileSync(script, "process.send({ fault: process.execArgv.join(' ') }, () => process.disconnect());");
  process.execArgv = ['--inspect-port=0', '--inspect=127.0.0.1:0', '--max-semi-space-size=8'];
  const backlog = { to: toLogPosition('1'), holds: async () => true, onCommit: async () => undefined };
  const building = createBacklogProcess(script, {})({ ...backlog, signal: new AbortController().signal });
  await expect(building).rejects.toThrow(/^--max-semi-space-size=8$/);
});
