/** Blocks of cells as spreadsheets copy them: tabs between cells, lines between rows, quotes around what holds either. */

const needsQuotes = /["\t\r\n]/;

const quoted = (cell: string) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Each row ends its line, the last one too, as spreadsheets write it. */
export const formatTsv = (block: readonly (readonly string[])[]): string =>
  block.map(row => `${row.map(quoted).join('\t')}\n`).join('');

// A cell is quoted where it begins with a quote that is closed before the next tab or line; else it is as it stands.
const cellPattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;

/** The cells of a block, each row as long as it was written; a line's end at the very end begins no row. */
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
