import { columnsOf } from '../tables.ts';
import { isoSql } from './ocel-types.ts';
import type { TableCopyFormat } from './table-zip.ts';

/** A row is a line of JSON. Times are ISO texts in UTC. */
export const ndjsonCopyFormat: TableCopyFormat = {
  select: table =>
    columnsOf(table)
      .map(({ name, type }) => (type === 'TIMESTAMP' ? `${isoSql(name)} AS ${name}` : name))
      .join(', '),
  options: 'FORMAT json',
};
