/** Every report over ten times the rows, beside itself over the rows as they are. Both in tables of a file. */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Question } from '#services/analysis/question.ts';
import { type ReportParams, valuesMentionedIn } from '#services/analysis/reports/report.ts';
import { reportNames, reports } from '#services/analysis/reports/reports.ts';
import { tableNames } from '#services/analysis/tables.ts';
import type { BenchmarkRow } from '../bench.ts';
import { leastProcessorMs } from './timing.ts';

/** `dir`: for the copies, which may be larger than the memory. */
type Source = Pick<Question, 'views'> & { dir: string };

const TIMES = 10;
const MEMORY = '1536MB';

/** Tables with so many copies of each case, which differ by its id. */
async function copies(source: Source, times: number): Promise<DuckDBConnection> {
  const db = await (await DuckDBInstance.create(`${source.dir}/${times}-copies.duckdb`)).connect();
  await db.run(`SET threads = 1; SET memory_limit = '${MEMORY}'`);
  await db.run('CREATE SCHEMA source; USE source');
  for (const view of source.views) await db.run(view);
  await db.run('USE main');
  for (const name of tableNames)
    await db.run(`CREATE TABLE main.${name} AS SELECT * EXCLUDE (copy) REPLACE (case_id || copy AS case_id)
      FROM source.${name}, range(${times}) AS copies(copy)`);
  return db;
}

/** Times are larger than the engine's INTEGER, which it takes numbers for. */
const boundTo = (params: ReportParams, sql: string) =>
  Object.fromEntries(
    Object.entries(valuesMentionedIn(sql, params)).map(([name, value]) => [
      name,
      typeof value === 'number' ? BigInt(value) : value,
    ]),
  );

export async function benchmarkTenTimesTheRows(
  source: Source,
  params: ReportParams,
): Promise<BenchmarkRow[]> {
  const [one, ten] = [await copies(source, 1), await copies(source, TIMES)];
  const rows: BenchmarkRow[] = [];
  for (const name of reportNames) {
    const sql = reports[name].sql(null);
    const bound = boundTo(params, sql);
    const [small, large] = [
      await leastProcessorMs(() => one.runAndReadAll(sql, bound)),
      await leastProcessorMs(() => ten.runAndReadAll(sql, bound)),
    ];
    rows.push({
      ...{ what: `report ${name} at ${TIMES} times the rows`, ms: large, ratio: small / large },
      ...{ wanted: 'at least 1/12', also: { peer: `${small.toFixed(1)} ms at its own rows` } },
    });
  }
  one.closeSync();
  ten.closeSync();
  return rows;
}
