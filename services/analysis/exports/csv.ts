import { columnsOf } from '../tables.ts';
import { isoSql } from './ocel-types.ts';
import type { TableCopy } from './table-files.ts';

/** A text by which a spreadsheet would begin a formula gets an apostrophe before it. */
const harmlessSql = (sql: string) =>
  `CASE WHEN regexp_matches(${sql}, '^[=+\\-@\\t\\r]') THEN '''' || ${sql} ELSE ${sql} END`;

function cellSql({ name, type }: { name: string; type: string }): string {
  if (type === 'TIMESTAMP') return `${isoSql(name)} AS ${name}`;
  if (type === 'VARCHAR') return `${harmlessSql(name)} AS ${name}`;
  // Lists and structures are JSON.
  return type.endsWith('[]') ? `to_json(${name})::VARCHAR AS ${name}` : name;
}

export const csvCopy: TableCopy = {
  select: table => columnsOf(table).map(cellSql).join(', '),
  options: 'FORMAT csv, HEADER',
};
