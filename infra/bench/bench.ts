/**
 * `npm run bench` runs every benchmark next to its peer; words after `--` select benchmarks by name, and
 * `--events=1000000` sets the length of the analysts' log. `--short` runs each with little input, to show that it
 * still works. It asserts nothing, but a benchmark that throws fails the run.
 */
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildPages } from '../setup/install.mjs';

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

/** `events`: least events of a log that a benchmark makes. Default: as many as take minutes. */
export type BenchOptions = { events?: number };

// Benchmarks with a browser need the pages of these sources.
buildPages();
const here = new URL('./', import.meta.url);
const { values, positionals: wanted } = parseArgs({
  options: { events: { type: 'string' }, short: { type: 'boolean' } },
  allowPositionals: true,
});
const options: BenchOptions = values.events === undefined ? {} : { events: Number(values.events) };
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

/** Rows of one benchmark, or one row with its error. */
async function rowsOf(name: string): Promise<BenchmarkRow[]> {
  try {
    const { runBenchmark }: { runBenchmark: (options: BenchOptions) => Promise<BenchmarkRow[]> } =
      await import(new URL(name, here).href);
    return await runBenchmark(options);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return [{ what: 'FAILED', wanted: error instanceof Error ? error.message : String(error) }];
  }
}

for (const name of names) {
  console.log(`\n${name.replace('.bench.ts', '')}`);
  console.table(
    (await rowsOf(name)).map(row => ({
      what: row.what,
      callers: row.callers ?? '',
      measured: figure(row),
      'times the peer': row.ratio === undefined ? '' : row.ratio.toFixed(row.ratio < 10 ? 2 : 1),
      ...row.also,
      wanted: row.wanted ?? '',
    })),
  );
}
