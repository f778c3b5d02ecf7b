import { columnsOf } from '../tables.ts';
import type { TableCopyFormat } from './table-zip.ts';

/** Rows that are held until they are compressed. */
const GROUP_ROWS = 20_000;

/** The tables as they are. */
export const parquetCopyFormat: TableCopyFormat = {
  select: table =>
    columnsOf(table)
      .map(({ name }) => name)
      .join(', '),
  options: `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${GROUP_ROWS}`,
};
