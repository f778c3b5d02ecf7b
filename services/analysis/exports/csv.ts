import { escapeFormulaSql } from '../formula-guard.ts';
import { columnsOf } from '../tables.ts';
import { isoSql } from './ocel-types.ts';
import type { TableCopyFormat } from './table-zip.ts';

function cellSql({ name, type }: { name: string; type: string }): string {
  if (type === 'TIMESTAMP') return `${isoSql(name)} AS ${name}`;
  if (type === 'VARCHAR') return `${escapeFormulaSql(name)} AS ${name}`;
  // Lists and structures are JSON.
  return type.endsWith('[]') ? `to_json(${name})::VARCHAR AS ${name}` : name;
}

export const csvCopyFormat: TableCopyFormat = {
  select: table => columnsOf(table).map(cellSql).join(', '),
  options: 'FORMAT csv, HEADER',
};
