/**
 * Hides small cells of a table of counts, so that nobody can be told from a group of a few (ANALYTICS: small cells). With a
 * hidden cell as many others are hidden as keep it from following from the shown cells and the totals.
 */

/** Counts by row and column. Every row has the same number of columns. */
type Counts = readonly (readonly number[])[];
type Cell = readonly [row: number, column: number];
/** True where a cell is hidden. */
export type Hidden = boolean[][];

/**
 * A way along hidden cells by which the counts could be other ones with the same totals: a step from a row to a column is a
 * cell that grows, a step back is a cell that shrinks, which a 0 cannot.
 */
function isWayOpen(counts: Counts, hidden: Hidden, from: string, to: string, [r, c]: Cell): boolean {
  const seen = new Set([from]);
  const ahead = [from];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (node === to) return true;
    const [isRow, at] = [node.startsWith('r'), Number(node.slice(1))];
    const length = isRow ? (counts[0]?.length ?? 0) : counts.length;
    for (let other = 0; other < length; other++) {
      const [row, column] = isRow ? [at, other] : [other, at];
      const isItself = row === r && column === c;
      const isPassable = hidden[row]?.[column] && (isRow || (counts[row]?.[column] ?? 0) > 0);
      const next = `${isRow ? 'c' : 'r'}${other}`;
      if (isItself || !isPassable || seen.has(next)) continue;
      seen.add(next);
      ahead.push(next);
    }
  }
  return false;
}

/** True if the hidden cell could have another count, with all shown cells and all totals the same. */
export function isUncertain(counts: Counts, hidden: Hidden, cell: Cell): boolean {
  const [r, c] = cell;
  const [row, column] = [`r${r}`, `c${c}`];
  const grows = isWayOpen(counts, hidden, column, row, cell);
  return grows || ((counts[r]?.[c] ?? 0) > 0 && isWayOpen(counts, hidden, row, column, cell));
}

const cellsOf = (counts: Counts): Cell[] => counts.flatMap((line, r) => line.map((_, c) => [r, c] as const));

/**
 * The smallest shown cell that helps to hide another: of its row or column while it is alone there, else where a row and a
 * column with hidden cells cross, else anywhere. Undefined if all are hidden.
 */
function nextToHide(counts: Counts, hidden: Hidden, [r, c]: Cell): Cell | undefined {
  const cells = cellsOf(counts);
  const isHidden = ([row, column]: Cell) => hidden[row]?.[column] === true;
  const inRow = (at: number) => cells.filter(([row]) => row === at);
  const inColumn = (at: number) => cells.filter(([, column]) => column === at);
  const isAlone = (line: Cell[]) => line.filter(isHidden).length < 2;
  const crossing = cells.filter(
    ([row, column]) => inRow(row).some(isHidden) && inColumn(column).some(isHidden),
  );
  const candidates = [
    isAlone(inRow(r)) ? inRow(r) : [],
    isAlone(inColumn(c)) ? inColumn(c) : [],
    crossing,
    cells,
  ];
  // A 0 protects less than another count, because it cannot shrink.
  const weight = ([row, column]: Cell) => counts[row]?.[column] || Number.MAX_SAFE_INTEGER;
  for (const some of candidates) {
    const [smallest] = some.filter(cell => !isHidden(cell)).sort((x, y) => weight(x) - weight(y));
    if (smallest) return smallest;
  }
  return undefined;
}

/**
 * Returns which cells to hide. Totals of rows and columns count as known.
 * @param k smallest count that is shown; 0 is shown @returns null if the totals alone tell a small cell, so that the whole
 * table stays hidden
 */
export function hiddenCells(counts: Counts, k: number): Hidden | null {
  const isSmall = (n: number) => n > 0 && n < k;
  const hidden: Hidden = counts.map(line => line.map(isSmall));
  const small = cellsOf(counts).filter(([r, c]) => isSmall(counts[r]?.[c] ?? 0));
  for (;;) {
    const told = small.find(cell => !isUncertain(counts, hidden, cell));
    if (!told) return hidden;
    const next = nextToHide(counts, hidden, told);
    if (!next) return null;
    const line = hidden[next[0]];
    if (line) line[next[1]] = true;
  }
}
