/** Compares the rows of a view in two versions, by their hashes. */
import type { RowMark } from './version-messages.ts';

/** Reads rows after an id, in the order of ids. */
export type ReadRowMarks = (after: string, limit: number) => Promise<RowMark[]>;

export type RowDifference = { id: string; kind: 'differ' | 'onlyHere' | 'onlyThere'; position: bigint };
export type ViewRowCounts = { same: number; differ: number; onlyHere: number; onlyThere: number };

const PAGE = 1000;

/** Yields single rows from the pages. */
async function* rowsOf(pages: ReadRowMarks): AsyncGenerator<RowMark> {
  let after = '';
  for (;;) {
    const rows = await pages(after, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/** The order of ids in the files: that of their bytes. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

/** Rows with the same id side by side; undefined where one is missing. */
async function* pairs(
  here: ReadRowMarks,
  there: ReadRowMarks,
): AsyncGenerator<[RowMark | undefined, RowMark | undefined]> {
  const [left, right] = [rowsOf(here), rowsOf(there)];
  let [a, b] = [(await left.next()).value, (await right.next()).value];
  while (a || b) {
    const isBoth = a?.id === b?.id;
    const isLeft = isBoth || (a !== undefined && (b === undefined || isBefore(a.id, b.id)));
    const isRight = isBoth || !isLeft;
    yield [isLeft ? a : undefined, isRight ? b : undefined];
    if (isLeft) a = (await left.next()).value;
    if (isRight) b = (await right.next()).value;
  }
}

function differenceOf(here: RowMark | undefined, there: RowMark | undefined): RowDifference | undefined {
  if (here && there) {
    if (here.hash === there.hash) return undefined;
    const { position } = here.position < there.position ? here : there;
    return { id: here.id, kind: 'differ', position };
  }
  if (here) return { id: here.id, kind: 'onlyHere', position: here.position };
  return there && { id: there.id, kind: 'onlyThere', position: there.position };
}

export type ViewComparison = { counts: ViewRowCounts; differences: RowDifference[] };

/**
 * @param wants rows that are compared
 * @param most differences that are kept: those whose rows ended earliest, because the first parting is at most there
 */
export async function compareViewRows(
  [here, there]: readonly [ReadRowMarks, ReadRowMarks],
  wants: (row: RowMark) => boolean,
  most: number,
): Promise<ViewComparison> {
  const counts: ViewRowCounts = { same: 0, differ: 0, onlyHere: 0, onlyThere: 0 };
  let differences: RowDifference[] = [];
  const keep = () => {
    differences = differences.toSorted((a, b) => (a.position < b.position ? -1 : 1)).slice(0, most);
  };
  for await (const [a, b] of pairs(here, there)) {
    if (![a, b].some(row => row && wants(row))) continue;
    const found = differenceOf(a, b);
    counts[found?.kind ?? 'same'] += 1;
    if (found) differences.push(found);
    // Sorts seldom, and keeps the list short.
    if (differences.length > 2 * most) keep();
  }
  keep();
  return { counts, differences };
}
