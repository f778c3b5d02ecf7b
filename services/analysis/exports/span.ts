/** The part of the log that an export has: its events, and their cases. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ExportWork } from './export-work.ts';

/** Positions from `first` to `last`. */
export type PositionRange = { first: bigint; last: bigint };

/** Positions and size of an export. */
export type ExportSpan = PositionRange & {
  events: number;
  cases: number;
  /** False for a range of days: rows of other cases are left out. */
  isWhole: boolean;
};

/** Reads whole numbers, which the engine gives as BigInt. */
async function numbersOf(db: DuckDBConnection, sql: string): Promise<bigint[][]> {
  const read = await db.runAndReadAll(sql);
  return read.getRows().map(row => row.map(cell => BigInt(String(cell ?? 0))));
}

/** SQL condition: the column is within the slice. */
export const positionConditionSql = (column: string, { first, last }: PositionRange): string =>
  `${column} BETWEEN ${first} AND ${last}`;

/** Creates `picked(case_id)`, the cases of the export. */
export async function openExportSpan(db: DuckDBConnection, { from, to }: ExportWork): Promise<ExportSpan> {
  const isWhole = from === null && to === null;
  const limits = [
    ...(from === null ? [] : [`clock >= make_timestamp_ms(${from})`]),
    ...(to === null ? [] : [`clock < make_timestamp_ms(${to})`]),
  ];
  const where = limits.length > 0 ? `WHERE ${limits.join(' AND ')}` : '';
  const [spread = []] = await numbersOf(
    db,
    `SELECT count(*), min(position), max(position) FROM events ${where}`,
  );
  const [events = 0n, first = 0n, last = 0n] = spread;
  // The clock never runs back, so a range of days is a range of positions.
  const slice = events === 0n ? { first: 1n, last: 0n } : { first, last };
  await db.run(
    isWhole
      ? 'CREATE VIEW picked AS SELECT case_id FROM cases'
      : `CREATE TABLE picked AS SELECT DISTINCT case_id FROM events WHERE ${positionConditionSql('position', slice)}`,
  );
  const [[cases = 0n] = []] = await numbersOf(db, 'SELECT count(*) FROM picked');
  return { ...slice, events: Number(events), cases: Number(cases), isWhole };
}
