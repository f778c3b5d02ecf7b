/**
 * Every report over segments with ten times the rows, beside itself over the segments as they are. A history of ten million
 * events takes too long to make, so each row is there ten times: other cases at other positions, at the same times.
 */
import { join } from 'node:path';
import { openEngine, prepareStatement } from '#services/analysis/engine.ts';
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
/** Reports over so many rows take seconds. */
const ROUNDS = 1;
const MEMORY = '1536MB';
const copyNumbers = Array.from({ length: TIMES }, (_, copy) => copy);

const caseColumns: ReadonlySet<string> = new Set(['case_id', 'parent_id', 'root_id', 'open_stay_case_id']);

/** Rows of a table as those of other cases. */
function copySql(table: TableName, copy: number, last: bigint): string {
  const { isKeyed, order } = storedTables[table];
  const columns = storedColumnsOf(table).map(({ name, type }) => {
    if (caseColumns.has(name)) return `${name} || '${copy}' AS ${name}`;
    // Positions are the only numbers of this size.
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

/** Times are larger than the engine's INTEGER, which it takes numbers for. */
const boundTo = (params: ReportParams, sql: string) =>
  Object.fromEntries(
    Object.entries(valuesMentionedIn(sql, params)).map(([name, value]) => [
      name,
      typeof value === 'number' ? BigInt(value) : value,
    ]),
  );

/** Opens tables and returns what asks them. @returns processor time in ms */
async function askerOf(source: Source['source'], params: ReportParams) {
  const engine = await openEngine(source, { memory_limit: MEMORY });
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
    const what = `report ${name} at ${TIMES} times the rows, in ${MEMORY}`;
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
