/**
 * Benchmark of the analysts' tables. It compares building them with reading and parsing the same log; their size with
 * the log's; and questions with node:sqlite, plain JavaScript and PM4Py on the same rows. It also measures reports at
 * ten times the rows, and what all of this costs commands.
 * Figures are medians of processor time, unless a row says elapsed. The compared sides take turns. SQLite has its
 * tables in memory: once without an index, as the design has it, and once with the one index that serves the question
 * best.
 * ANALYSIS_DATA names the data folder of a stopped server whose log is used; by default a log with `--events` events is
 * simulated. The design's figures are for 1,000,000 events, with which each part (`--part=tables`, `peers`, `reports`,
 * `commands`) takes minutes. The servers of `commands` have a smaller log, because they would need minutes to build the
 * lists of a million events. Every run ends with the goals of all parts that have run with this log.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openEngine } from '#services/analysis/engine.ts';
import { createAnalysisTables, type OpenedTables } from '#services/analysis/query.ts';
import { toRulesParam } from '#services/analysis/reports/conformance.ts';
import { createFolderTableStore } from '#services/analysis/table-folder.ts';
import { tableNames } from '#services/analysis/tables.ts';
import { readServedRulesUpTo } from '#services/release/rules-history.ts';
import { ensureBuiltTables, measureTableBuild } from './analysis/built-tables.ts';
import { measureCommandLatency } from './analysis/command-latency.ts';
import { buildGoalLines, keepRows } from './analysis/kept-rows.ts';
import { benchmarkAgainstPeers } from './analysis/peers.ts';
import { type BenchLog, ensureBenchYear, openBenchLog } from './analysis/sealed-log.ts';
import { benchmarkTenTimesTheRows } from './analysis/ten-times.ts';
import type { BenchmarkRow, BenchOptions } from './bench.ts';

/** A row for a question that goes through the child process, as a report's does. */
async function questionRow(open: OpenedTables, when: string): Promise<BenchmarkRow> {
  const sql = 'SELECT status, count(*) FROM stays WHERE left_at IS NULL GROUP BY 1';
  await open.run(sql);
  const start = performance.now();
  await open.run(sql);
  return { what: `a question through its process, ${when}, elapsed`, ms: performance.now() - start };
}

/** A folder for one part, and the largest organisation's tables. */
async function withTables(
  log: BenchLog,
  work: (asked: {
    now: OpenedTables;
    past: OpenedTables;
    middle: number;
    dir: string;
  }) => Promise<BenchmarkRow[]>,
): Promise<BenchmarkRow[]> {
  const built = await ensureBuiltTables(log);
  const tables = createAnalysisTables({
    tableStore: createFolderTableStore(built.dir),
    logId: log.sealedLog.id,
    holder: 'bench',
  });
  const now = await tables.open(built.orgId);
  const middle = Math.floor(((now.first?.clock ?? 0) + (now.last?.clock ?? 0)) / 2);
  const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  try {
    return await work({ now, past: await tables.open(built.orgId, { clock: middle }), middle, dir });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const peerRows = (log: BenchLog) =>
  withTables(log, async ({ now, past, middle, dir }) => {
    const source = now.source(tableNames);
    const engine = await openEngine(source, {}, dir);
    if (!engine) return [{ what: 'questions', notRun: 'DuckDB is not installed' }];
    return [
      await questionRow(now, 'now'),
      await questionRow(past, 'as of the middle'),
      ...(await benchmarkAgainstPeers({ engine, source, moment: middle, dir })),
    ];
  });

const reportRows = (log: BenchLog) =>
  withTables(log, async ({ now, dir }) => {
    const last = now.last?.position ?? 0n;
    const end = now.last?.clock ?? 0;
    const params = {
      ...{ from: now.first?.clock ?? 0, to: end + 1, now: end, zone: 'UTC' },
      rules: toRulesParam(await readServedRulesUpTo(log.store, last)),
      ...{ method: null, productType: null, org: null, person: null },
    };
    return benchmarkTenTimesTheRows({ source: now.source(tableNames), dir, last }, params);
  });

const openLog = async ({ events }: BenchOptions) =>
  openBenchLog(process.env.ANALYSIS_DATA ?? (await ensureBenchYear(events)));

const keptRowsOf = ({ sealedLog }: BenchLog) => join(tmpdir(), `archline-bench-rows-${sealedLog.id}`);

const parts: Readonly<Record<string, (log: BenchLog) => Promise<BenchmarkRow[]>>> = {
  tables: measureTableBuild,
  peers: peerRows,
  reports: reportRows,
  commands: measureCommandLatency,
};

/** Called by bench.ts. Takes about four minutes, and half an hour with a million events. @throws Error for a part that does not exist */
export async function runBenchmark(options: BenchOptions): Promise<BenchmarkRow[]> {
  const names = Object.keys(parts);
  const { part } = options;
  if (part !== undefined && !names.includes(part)) throw new Error(`no part ${part}: ${names.join(', ')}`);
  const log = await openLog(options);
  const all: BenchmarkRow[] = [];
  try {
    for (const name of part === undefined ? names : [part]) {
      const rows = (await parts[name]?.(log)) ?? [];
      keepRows(keptRowsOf(log), name, rows);
      all.push(...rows);
    }
    return all;
  } finally {
    await log.close();
  }
}

/** Called by bench.ts when the rows are printed: the goals of all parts that have run with this log, in this run or earlier. */
export async function printGoals(options: BenchOptions): Promise<void> {
  const log = await openLog(options);
  await log.close();
  console.table(buildGoalLines(keptRowsOf(log), Object.keys(parts)));
}
