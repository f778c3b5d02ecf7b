/**
 * Hides small cells of a table of counts, so that no person in a small group can be recognised (ANALYTICS: small cells). Further cells are hidden until no hidden cell can be computed from the shown cells and the totals.
 */

/** Counts by row and column. Every row has the same number of columns. */
type Counts = readonly (readonly number[])[];
type Cell = readonly [row: number, column: number];
/** True where a cell is hidden, by row and column. */
export type HiddenCells = boolean[][];

/**
 * A table with its hidden cells as a graph, whose nodes are rows and columns. Tables have thousands of rows: a search follows
 * hidden cells only.
 */
type HiddenTable = {
  counts: Counts;
  hidden: HiddenCells;
  /** Hidden cells of each row, as columns, and of each column, as rows. */
  ofRow: number[][];
  ofColumn: number[][];
};

const countAt = ({ counts }: Pick<HiddenTable, 'counts'>, [r, c]: Cell): number => counts[r]?.[c] ?? 0;

function hide({ hidden, ofRow, ofColumn }: HiddenTable, [r, c]: Cell): void {
  const line = hidden[r];
  if (!line || line[c]) return;
  line[c] = true;
  ofRow[r]?.push(c);
  ofColumn[c]?.push(r);
}

type Node = { isRow: boolean; at: number };

/**
 * Whether a way along hidden cells leads from the row of a cell to its column, or back, without the cell itself. A step from
 * a row to a column is a cell that grows; a step back is a cell that shrinks, which a 0 cannot.
 * @param begin where the way begins; it ends at the other
 */
function isWayOpen(table: HiddenTable, begin: 'row' | 'column', cell: Cell): boolean {
  const { hidden, ofRow, ofColumn } = table;
  const [r, c] = cell;
  const isPassable = (node: Node, other: number): boolean => {
    const [row, column] = node.isRow ? [node.at, other] : [other, node.at];
    if ((row === r && column === c) || !hidden[row]?.[column]) return false;
    return node.isRow || countAt(table, [row, column]) > 0;
  };
  const [goal, isGoalRow] = begin === 'row' ? [c, false] : [r, true];
  const seen = { rows: new Set<number>(), columns: new Set<number>() };
  const ahead: (Node & { next: number })[] = [];
  const visit = (isRow: boolean, at: number) => {
    const known = isRow ? seen.rows : seen.columns;
    if (!known.has(at)) ahead.push({ isRow, at, next: 0 });
    known.add(at);
  };
  visit(begin === 'row', begin === 'row' ? r : c);
  for (let node = ahead.at(-1); node; node = ahead.at(-1)) {
    if (node.isRow !== isGoalRow && isPassable(node, goal)) return true;
    // One neighbour at a time: a column has thousands of rows, and one of the first usually leads to the goal.
    const other = (node.isRow ? ofRow : ofColumn)[node.at]?.[node.next++];
    if (other === undefined) ahead.pop();
    else if (isPassable(node, other)) visit(!node.isRow, other);
  }
  return false;
}

/** True if the hidden cell could have another count, with all shown cells and all totals the same. */
function isUncertain(table: HiddenTable, cell: Cell): boolean {
  const [r, c] = cell;
  // What the cell loses, another one of its row and another one of its column have to gain.
  if ((table.ofRow[r]?.length ?? 0) < 2 || (table.ofColumn[c]?.length ?? 0) < 2) return false;
  // The likelier way first: the cell shrinks, and any other one of its row grows.
  return (countAt(table, cell) > 0 && isWayOpen(table, 'row', cell)) || isWayOpen(table, 'column', cell);
}

/**
 * The smallest shown cell that helps to hide another: of its row or column while it is alone there, else where a row and a
 * column with hidden cells cross, else anywhere. Undefined if all are hidden.
 */
function nextToHide(table: HiddenTable, [r, c]: Cell): Cell | undefined {
  const { counts, hidden, ofRow, ofColumn } = table;
  const inRow = (row: number): Cell[] => (counts[row] ?? []).map((_, column) => [row, column] as const);
  const inColumn = (column: number): Cell[] => counts.map((_, row) => [row, column] as const);
  const everywhere = () => counts.flatMap((_, row) => inRow(row));
  const has = (cells: readonly number[] | undefined, least: number) => (cells?.length ?? 0) >= least;
  const candidates = [
    () => (has(ofRow[r], 2) ? [] : inRow(r)),
    () => (has(ofColumn[c], 2) ? [] : inColumn(c)),
    () => everywhere().filter(([row, column]) => has(ofRow[row], 1) && has(ofColumn[column], 1)),
    everywhere,
  ];
  // A 0 protects less than another count, because it cannot shrink.
  const weight = (cell: Cell) => countAt(table, cell) || Number.MAX_SAFE_INTEGER;
  for (const some of candidates) {
    const shown = some().filter(([row, column]) => !hidden[row]?.[column]);
    if (shown[0]) return shown.reduce((least, cell) => (weight(cell) < weight(least) ? cell : least));
  }
  return undefined;
}

/**
 * Returns which cells to hide. Totals of rows and columns count as known.
 * @param k smallest count that is shown; 0 is shown @returns null if a small cell follows from the totals alone, so that the whole
 * table stays hidden
 */
export function findHiddenCells(counts: Counts, k: number): HiddenCells | null {
  const columns = counts[0] ?? [];
  const table: HiddenTable = {
    counts,
    hidden: counts.map(line => line.map(() => false)),
    ofRow: counts.map(() => []),
    ofColumn: columns.map(() => []),
  };
  const small = counts.flatMap((line, r) =>
    line.flatMap((n, c) => (n > 0 && n < k ? [[r, c] as const] : [])),
  );
  for (const cell of small) hide(table, cell);
  // Hiding more never makes a cell certain again, so that each is looked at once.
  for (const cell of small)
    while (!isUncertain(table, cell)) {
      const next = nextToHide(table, cell);
      if (!next) return null;
      hide(table, next);
    }
  return table.hidden;
}
