/** The rows of a segment in SQL: from lines of new rows, older segments, or both. Pure. */
import { linesSql } from './row-lines.ts';
import { sqlListLiteral } from './sql-text.ts';
import { storedColumnsOf, storedTables } from './stored-tables.ts';
import type { TableName } from './tables.ts';

/**
 * Version 2 stores numbers as differences: smaller files, from which moments are read in half of the time. With zstd, files are a
 * sixth smaller, but questions spend a third of their time on it. Every reader of Parquet has Snappy. Row groups are the units
 * that questions leave out; each has a dictionary of its own, so that groups of 20,480 rows make grouping by case slower.
 */
export const segmentFormat = 'FORMAT parquet, PARQUET_VERSION v2, COMPRESSION snappy, ROW_GROUP_SIZE 30720';

export type SegmentSource = {
  /** Path of the lines; null without new rows. */
  lines: string | null;
  /** Paths of the table's earlier Parquet segments. */
  segments: readonly string[];
  /** Cases of erased patients: only their rows that say so are left. For `case_facts` only. */
  without: readonly string[];
};

/**
 * Selects the rows in their order: of a keyed table only the newest of each case. Older segments and then lines are in the order of
 * the log already, which one thread keeps. Stays are sorted by their beginnings; otherwise no question could skip a row group
 * of stays.
 */
export function segmentSql(table: TableName, { lines, segments, without }: SegmentSource): string {
  const { order, position, isKeyed } = storedTables[table];
  const names = storedColumnsOf(table).map(({ name }) => name);
  const where =
    without.length > 0 ? `WHERE erased OR case_id NOT IN (SELECT unnest(${sqlListLiteral(without)}))` : '';
  const sources = [
    ...(segments.length > 0
      ? [`SELECT ${names.join(', ')} FROM read_parquet(${sqlListLiteral(segments)}) ${where}`]
      : []),
    ...(lines === null ? [] : [`${linesSql(table, lines)} ${where}`]),
  ];
  const newest = isKeyed
    ? `QUALIFY row_number() OVER (PARTITION BY case_id ORDER BY ${position} DESC) = 1`
    : '';
  const ordered = order === position ? '' : `ORDER BY ${order}`;
  return `SELECT * FROM (${sources.join(' UNION ALL ')}) ${newest} ${ordered}`;
}
