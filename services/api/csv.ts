/** Writes CSV (RFC 4180) with a byte order mark, by which Excel recognises UTF-8. */
import { escapeFormula } from '../analysis/formula-guard.ts';
import type { TableCell } from './export-table.ts';

function cellOf(cell: TableCell): string {
  if (cell === null) return '';
  const text = String(cell);
  const harmless = typeof cell === 'string' ? escapeFormula(text) : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const encodeCsv = (rows: readonly (readonly TableCell[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`\uFEFF${rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')}`);
