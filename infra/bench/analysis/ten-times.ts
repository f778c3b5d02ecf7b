/**
 * Compares every report on ten times the rows with the same report on the original segments. Making a history of ten
 * million events takes too long, so each row is copied ten times: as another case, at another position, at the same
 * time.
 */
import { join } from 'node:path';
import { openEngine, prepareStatement, REPORT_MEMORY } from '#services/analysis/engine.ts';
import type { Question } from '#services/analysis/question.ts';
import { type ReportParams, valuesMentionedIn } from '#services/analysis/reports/report.ts';
import { reportNames, reports } from '#services/analysis/reports/reports.ts';
import { segmentFormat } from '#services/analysis/segment.sql.ts';
import { quoteSqlText } from '#services/analysis/sql-text.ts';
import { storedColumnsOf, storedTables } from '#services/analysis/stored-tables.ts';
import { type TableName, tableNames } from '#services/analysis/tables.ts';
import { buildViewStatements, type TablePaths } from '#services/analysis/views.sql.ts';
import type { BenchmarkRow } from '../bench.ts';
import { measureMediansByTurns, measureWarmProcessorMs } from './timing.ts';

type Source = {
  source: Pick<Question, 'files' | 'views'>;
  /** Folder for the copies. */
  dir: string;
  /** Last position of the log. */
  last: bigint;
};

const TIMES = 10;
/** A single round, because reports on so many rows take seconds. */
const ROUNDS = 1;
const copyNumbers = Array.from({ length: TIMES }, (_, copy) => copy);

const caseColumns: ReadonlySet<string> = new Set(['case_id', 'parent_id', 'root_id', 'open_stay_case_id']);

/** SQL that copies the rows of a table to other cases. */
function copySql(table: TableName, copy: number, last: bigint): string {
  const { isKeyed, order } = storedTables[table];
  const columns = storedColumnsOf(table).map(({ name, type }) => {
    if (caseColumns.has(name)) return `${name} || '${copy}' AS ${name}`;
    // BIGINT columns contain positions only.
    return type === 'BIGINT' ? `${name} + ${BigInt(copy) * last} AS ${name}` : name;
  });
  return `SELECT ${columns.join(', ')} FROM ${isKeyed ? 'newest' : 'stored'}.${table} ORDER BY ${order}`;
}

/** Writes the copies as segments. */
async function writeCopies({ source, dir, last }: Source): Promise<TablePaths> {
  const engine = await openEngine(source, {}, dir);
  const paths = new Map<TableName, string[]>(tableNames.map(name => [name, []]));
  for (const table of tableNames)
    for (const copy of copyNumbers) {
      const path = join(dir, `${table}-${copy}.parquet`);
      await engine?.db.run(
        `COPY (${copySql(table, copy, last)}) TO ${quoteSqlText(path)} (${segmentFormat})`,
      );
      paths.get(table)?.push(path);
    }
  // Cast: every table has an entry.
  return Object.fromEntries(paths) as Record<TableName, string[]>;
}

/** Converts numbers to bigint, because the engine binds numbers as INTEGER, which is too small for times. */
const boundTo = (params: ReportParams, sql: string) =>
  Object.fromEntries(
    Object.entries(valuesMentionedIn(sql, params)).map(([name, value]) => [
      name,
      typeof value === 'number' ? BigInt(value) : value,
    ]),
  );

/** Opens tables and returns a function that asks them and returns the processor time in ms. */
async function askerOf(source: Source['source'], params: ReportParams) {
  const engine = await openEngine(source, { memory_limit: REPORT_MEMORY });
  return async (sql: string): Promise<number> => {
    if (!engine) return 0;
    const prepared = await prepareStatement(engine, sql);
    prepared.bind(boundTo(params, sql));
    return measureWarmProcessorMs(() => prepared.runAndReadAll());
  };
}

export async function benchmarkTenTimesTheRows(
  source: Source,
  params: ReportParams,
): Promise<BenchmarkRow[]> {
  const paths = await writeCopies(source);
  const copied = { files: Object.values(paths).flat(), views: buildViewStatements(paths, undefined) };
  const [small, large] = [await askerOf(source.source, params), await askerOf(copied, params)];
  const rows: BenchmarkRow[] = [];
  for (const name of reportNames) {
    const sql = reports[name].sql(null);
    const what = `report ${name} at ${TIMES} times the rows, in ${REPORT_MEMORY}`;
    try {
      const ms = await measureMediansByTurns({ small: () => small(sql), large: () => large(sql) }, ROUNDS);
      rows.push({
        ...{ what, ms: ms.large, ratio: ms.small / ms.large },
        ...{ wanted: 'at least 1/12', also: { peer: `${ms.small.toFixed(1)} ms at its own rows` } },
      });
    } catch (error) {
      rows.push({ what, notRun: error instanceof Error ? error.message : String(error) });
    }
  }
  return rows;
}
