/**
 * `npm run bench` runs every benchmark next to its peer. Words after `--` select benchmarks by name. `--events=1000000`
 * sets the number of events in the analysts' log, and `--part=peers` runs one part of the analysts' benchmark.
 * `--short` runs each benchmark with little input, to show that it still works. Benchmarks assert nothing, but one that
 * throws fails the run.
 */
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildPages } from '../setup/install.mjs';
import { isGoalMet } from './goals.ts';

/** A line of a benchmark's result: a figure, the comparison with the peer, and the goal. */
export type BenchmarkRow = {
  what: string;
  callers?: number;
  perSecond?: number;
  /** Measured time in milliseconds. */
  ms?: number;
  /** Measured figure without a unit. */
  score?: number;
  /** Speed divided by the speed of the peer. */
  ratio?: number;
  /** Goal of the benchmark: a ratio, or a sentence. */
  wanted?: number | string;
  notRun?: string;
  /** Further columns of the printed row, by title. */
  also?: Record<string, string>;
};

export type BenchOptions = {
  /** Minimum number of events in a log that a benchmark makes. Default: so many that the run takes minutes. */
  events?: number;
  /** The part to run of a benchmark that has parts. Default: all parts. */
  part?: string;
};

// Builds the pages from the current sources, for benchmarks with a browser.
buildPages();
const here = new URL('./', import.meta.url);
const { values, positionals: wanted } = parseArgs({
  options: { events: { type: 'string' }, part: { type: 'string' }, short: { type: 'boolean' } },
  allowPositionals: true,
});
const options: BenchOptions = {
  ...(values.events !== undefined && { events: Number(values.events) }),
  ...(values.part !== undefined && { part: values.part }),
};
const names = readdirSync(here).filter(
  f => f.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some(w => f.startsWith(w))),
);
const [cpu] = cpus();
console.log(
  `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);

const figure = (row: BenchmarkRow): string => {
  if (row.notRun) return `NOT RUN: ${row.notRun}`;
  if (row.ms !== undefined) return `${row.ms.toFixed(1)} ms`;
  if (row.score !== undefined) return row.score.toFixed(3);
  return row.perSecond === undefined ? '' : `${Math.round(row.perSecond).toLocaleString('en')} /s`;
};

type Benchmark = {
  runBenchmark(options: BenchOptions): Promise<BenchmarkRow[]>;
  /** Prints the goals of a benchmark with several parts, after its rows. */
  printGoals?(options: BenchOptions): Promise<void>;
};

type Run = Pick<Benchmark, 'printGoals'> & { rows: BenchmarkRow[] };

/** Runs a benchmark. @returns its rows, or one row with its error */
async function runNamed(name: string): Promise<Run> {
  try {
    const { runBenchmark, printGoals }: Benchmark = await import(new URL(name, here).href);
    return { rows: await runBenchmark(options), ...(printGoals && { printGoals }) };
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return { rows: [{ what: 'FAILED', wanted: error instanceof Error ? error.message : String(error) }] };
  }
}

for (const name of names) {
  console.log(`\n${name.replace('.bench.ts', '')}`);
  const { rows, printGoals } = await runNamed(name);
  console.table(
    rows.map(row => ({
      what: row.what,
      callers: row.callers ?? '',
      measured: figure(row),
      'times the peer': row.ratio === undefined ? '' : row.ratio.toFixed(row.ratio < 10 ? 2 : 1),
      ...row.also,
      wanted: row.wanted ?? '',
      met: { true: 'yes', false: 'NO', undefined: '' }[String(isGoalMet(row))] ?? '',
    })),
  );
  await printGoals?.(options);
}
