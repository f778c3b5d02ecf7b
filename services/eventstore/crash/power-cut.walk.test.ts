import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WRITER_SCRIPT } from './crash-loop.ts';
import { inspectLog } from './data-folder.ts';
import { compileShim, runWithFileTrace, type SkipReason } from './file-trace.ts';
import { type PowerCutOptions, type PowerCutReport, runPowerCuts } from './power-cut.ts';
import { createSeededRandom } from './seeded-random.ts';
import { keepEverything, SimulatedDisk } from './simulated-disk.ts';

const SEED = 7;

/** 200 appends with a checkpoint every 40 pages, so that many appends meet a checkpoint. */
const OPTIONS = { run: 1, seed: SEED, callers: 4, appends: 50, checkpointPages: 40 };

const work = mkdtempSync(join(tmpdir(), 'archline-power-'));
afterAll(() => rmSync(work, { recursive: true }));

const shim = compileShim(work);

const cutOf = (name: string, more: Partial<PowerCutOptions> = {}): PowerCutOptions => ({
  shim: String(shim),
  work: join(work, name),
  script: WRITER_SCRIPT,
  inspect: inspectLog,
  options: OPTIONS,
  seed: SEED,
  cuts: 60,
  ...more,
});

function notRun(name: string, { notRun: why }: SkipReason): undefined {
  console.log(`NOT RUN: power cut, ${name}: ${why}`);
  expect(why).not.toBe('');
}

/** Runs the power cuts. Prints that the test cannot run on this machine, so that it is counted as skipped. */
async function tried(name: string, more?: Partial<PowerCutOptions>): Promise<PowerCutReport | undefined> {
  const report = typeof shim === 'string' ? await runPowerCuts(cutOf(name, more)) : shim;
  if (!('notRun' in report)) return report;
  return notRun(name, report);
}

test('trace is complete: its replay reproduces the files', async () => {
  const dir = join(work, 'played');
  const image = join(work, 'played-image');
  mkdirSync(dir);
  if (typeof shim !== 'string') return notRun('played', shim);
  const disk = new SimulatedDisk(dir);
  const recording = await runWithFileTrace({
    shim,
    script: WRITER_SCRIPT,
    argument: { ...OPTIONS, dir },
    file: join(work, 'played-trace'),
  });
  if ('notRun' in recording) return notRun('played', recording);
  for (const operation of recording.operations) disk.apply(operation);
  disk.writeImage(image, keepEverything);
  const names = readdirSync(dir);
  expect(names).toEqual(expect.arrayContaining(['events.db', 'lock.db', 'secret', 'vault.db']));
  expect(readdirSync(image)).toEqual(names);
  for (const name of names)
    expect(readFileSync(join(image, name)).equals(readFileSync(join(dir, name)))).toBe(true);
});

test('power cut at any moment, also during recovery, loses no acknowledged event', async () => {
  const first = await tried('first');
  if (first === undefined) return;
  expect(first.faults).toEqual([]);
  expect(first.acknowledged).toBe(200);
  const random = createSeededRandom(SEED);
  const from = { ...first.halfway, survives: () => random() < 0.5 };
  const second = await tried('second', { from, options: { ...OPTIONS, run: 2, appends: 10 } });
  expect(second?.faults).toEqual([]);
  expect(second?.acknowledged).toBe(40);
});

test('power cut with synchronous=NORMAL loses acknowledged events (the control)', async () => {
  const report = await tried('control', { options: { ...OPTIONS, synchronous: 'NORMAL' } });
  if (report === undefined) return;
  expect(report.faults.filter(fault => fault.includes('lost: ')).length).toBeGreaterThan(20);
});

test('failing fsync ends the process at once with a clear message and loses no acknowledged event', async () => {
  const report = await tried('failing', { failSync: 60, cuts: 10 });
  if (report === undefined) return;
  expect(report.signal).toBe('SIGKILL');
  expect(report.stderr).toContain('Reading or writing the event log or the vault failed');
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.acknowledged).toBeLessThan(200);
});
