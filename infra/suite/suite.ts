/**
 * `npm test` runs all checks layer by layer and prints the time of each. The last line has the counts. `npm
 * test -- help` lists further commands.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { repositoryRoot } from '../setup/install.mjs';
import { parseCommand, type TestCommand, usageText } from './command.ts';
import { type LastRun, readLastRun, storeLastRun } from './last-run.ts';
import {
  defaultLayerGroups,
  type LayerName,
  type LayerOptions,
  type LayerResult,
  listFilesPassedElsewhere,
  resultsFolder,
  type TestLayer,
  testLayers,
} from './layers.ts';
import { provideLayerNeed } from './needs.ts';
import { formatFailure, type ReportedFailure } from './report.ts';
import { STOPPED_EXIT_CODE, stopSignal } from './run-script.ts';

type Ran = { name: LayerName; seconds: number; cores: number; result: LayerResult };

/** Total busy time of all processors since boot, in ms. */
const worked = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

async function runLayer(name: LayerName, asked: LayerOptions): Promise<Ran> {
  const layer: TestLayer = testLayers[name];
  if (!asked.quiet) console.log(`\n== ${name}`);
  const needed = Promise.all(layer.needs.map(provideLayerNeed));
  // The measured time excludes the layer's needs.
  await needed.catch(() => undefined);
  const [start, before] = [performance.now(), worked()];
  const result = await needed
    .then(async lines => {
      const ran = await layer.run(asked);
      return { ...ran, notRun: [...lines.flat(), ...ran.notRun] };
    })
    .catch(
      ({ message }: Error): LayerResult => ({
        ok: false,
        notRun: [],
        failures: [{ file: name, error: message }],
      }),
    );
  const milliseconds = performance.now() - start;
  return { name, seconds: milliseconds / 1000, cores: (worked() - before) / milliseconds, result };
}

/** Failures of single tests; undefined if one has no test file, because then the whole layer must run. */
function singleTests(failures: readonly ReportedFailure[] = []): readonly ReportedFailure[] | undefined {
  const isFile = ({ file }: ReportedFailure) =>
    statSync(join(repositoryRoot, file), { throwIfNoEntry: false })?.isFile() ?? false;
  return failures.length > 0 && failures.every(isFile) ? failures : undefined;
}

type Plan = {
  rows: readonly (readonly LayerName[])[];
  of(name: LayerName): Omit<LayerOptions, 'quiet' | 'omit'>;
};

/** Merge base with main, as known locally. */
function changedSince(): string {
  for (const main of ['origin/main', 'main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    });
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

const quickRow: LayerName[] = ['types', 'lint', 'unit'];

function planOf(command: TestCommand, failed: LastRun): Plan {
  switch (command.kind) {
    case 'all':
      return { rows: defaultLayerGroups, of: () => ({ args: [] }) };
    case 'quick': {
      const args = ['--changed', changedSince(), '--passWithNoTests'];
      return { rows: [quickRow], of: () => ({ args, isShort: true }) };
    }
    case 'again': {
      // Cast: the record has only names of layers as keys.
      const names = Object.keys(failed) as LayerName[];
      return { rows: names.map(name => [name]), of: name => ({ args: [], only: singleTests(failed[name]) }) };
    }
    case 'layers':
      return { rows: command.names.map(name => [name]), of: () => ({ args: command.args }) };
  }
}

async function runAll({ rows, of }: Plan): Promise<Ran[]> {
  // Starts all needs now, so that they are ready when a layer uses them.
  const needs = new Set(rows.flat().flatMap(name => testLayers[name].needs));
  for (const what of needs) provideLayerNeed(what).catch(() => undefined);
  const ran: Ran[] = [];
  for (const row of rows) {
    if (stopSignal.aborted) break;
    const options = (name: LayerName): LayerOptions => ({
      ...of(name),
      quiet: row.length > 1,
      omit: listFilesPassedElsewhere(name, ran),
    });
    ran.push(...(await Promise.all(row.map(name => runLayer(name, options(name))))));
  }
  return ran;
}

const countsOf = ({ ok, passed, failed, skipped = 0 }: LayerResult) => ({
  passed: passed ?? (ok ? 1 : 0),
  failed: ok ? (failed ?? 0) : Math.max(1, failed ?? 1),
  skipped,
});

function lineOf({ name, seconds, cores, result: { ok } }: Ran): string {
  const { budget } = testLayers[name];
  const over = seconds > budget ? '  OVER ITS BUDGET' : '';
  const took = `${seconds.toFixed(0).padStart(5)} s of ${String(budget).padStart(3)}`;
  return `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(8)}${took}, ${cores.toFixed(1)} cores busy${over}`;
}

/** Number of slowest files that are listed for a layer. */
const NAMED = 6;

function slowestOf({ name, result: { files = [] } }: Ran): string[] {
  const longest = files.toSorted(([, a], [, b]) => b - a).slice(0, NAMED);
  if (longest.length < 2) return [];
  return [`${name}: ${longest.map(([file, took]) => `${file} ${took.toFixed(0)} s`).join(', ')}`];
}

/** Prints the results. @returns whether everything passed */
function summed(ran: readonly Ran[], milliseconds: number): boolean {
  const notRun = new Set(ran.flatMap(({ result }) => result.notRun));
  const failures = ran.flatMap(({ result }) => result.failures ?? []);
  const counts = ran.map(({ result }) => countsOf(result));
  const sum = (of: (count: (typeof counts)[number]) => number) =>
    counts.reduce((total, count) => total + of(count), 0);
  const [passed, failed] = [sum(one => one.passed), sum(one => one.failed)];
  console.log(`\n${ran.map(lineOf).join('\n')}`);
  console.log(`\n${['Slowest files', ...ran.flatMap(slowestOf)].join('\n')}\n`);
  for (const line of [...failures.map(formatFailure), ...notRun]) console.log(line);
  if (failed > 0)
    console.log(`Reports, traces, pictures and servers' logs: ${relative(process.cwd(), resultsFolder)}/`);
  const minutes = (milliseconds / 60_000).toFixed(1);
  const skipped = sum(one => one.skipped) + notRun.size;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped in ${minutes} minutes`);
  return failed === 0;
}

async function main(words: readonly string[]): Promise<number> {
  const command = parseCommand(words);
  if (!command) {
    console.log(usageText);
    return words[0] === 'help' ? 0 : 1;
  }
  const before = readLastRun();
  if (command.kind === 'again' && Object.keys(before).length === 0) {
    console.log('Nothing failed in the last run.');
    return 0;
  }
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  process.env.ARCHLINE_TEST_LOGS = resultsFolder;
  const start = performance.now();
  const ran = await runAll(planOf(command, before));
  if (stopSignal.aborted) {
    console.log('Stopped. The running layers have no result.');
    return STOPPED_EXIT_CODE;
  }
  storeLastRun(
    Object.fromEntries(
      ran.filter(({ result }) => !result.ok).map(({ name, result }) => [name, result.failures ?? []]),
    ),
  );
  return summed(ran, performance.now() - start) ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
