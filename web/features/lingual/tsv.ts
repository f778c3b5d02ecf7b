/**
 * Blocks of cells in the clipboard format of spreadsheets: tabs between cells, lines between rows, quotes
 * around cells that contain either.
 */

const needsQuotes = /["\t\r\n]/;

const quoted = (cell: string) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Each row ends with a line break, also the last, as in spreadsheets. */
export const formatTsv = (block: readonly (readonly string[])[]): string =>
  block.map(row => `${row.map(quoted).join('\t')}\n`).join('');

// A cell is quoted if it starts with a quote that closes before the next tab or line; otherwise it is plain
// text.
const cellPattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;

/** The cells of a block; rows may differ in length. A final line break starts no row. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  cellPattern.lastIndex = 0;
  for (const [, inQuotes, plain = '', end] of text.matchAll(cellPattern)) {
    rows.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop();
  return rows;
}
