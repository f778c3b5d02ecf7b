import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError } from '../folder-lock.ts';
import { runCrashLoop, WRITER_SCRIPT } from './crash-loop.ts';
import { inspectLog } from './data-folder.ts';

const SEED = 3;
/** `ROUNDS=n` sets the number of kills. */
const rounds = Number(process.env.ROUNDS ?? 20);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-crash-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test(`kill -9 at ${rounds} random moments loses no acknowledged event and leaves no gap and no partial append`, async () => {
  const options = { checkpointPages: 60 };
  const report = await runCrashLoop({ dir, rounds, seed: SEED, inspect: inspectLog, options });
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(10 * rounds);
  expect(report.killedWriting).toBeGreaterThan(0.75 * rounds);
});

test('crash loop detects a writer that acknowledges before it stores', async () => {
  const report = await runCrashLoop({
    dir,
    rounds: 20,
    seed: SEED,
    inspect: inspectLog,
    options: { early: true, callers: 500 },
  });
  expect(report.faults.join('\n')).toContain('lost: ');
});

test('folder of a living process is refused, that of a killed process is free', async () => {
  const argument = JSON.stringify({ dir, run: 1, seed: SEED, callers: 1 });
  const child = spawn(process.execPath, [WRITER_SCRIPT, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  await expect(inspectLog(dir, [])).rejects.toBeInstanceOf(FolderInUseError);
  child.kill('SIGKILL');
  await ended;
  expect(await inspectLog(dir, [])).toEqual([]);
});
