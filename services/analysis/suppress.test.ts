import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findHiddenCells } from './suppress.ts';

const k = 5;
const counts = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, columns]) => {
    const line = fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.nat(40)), {
      minLength: columns,
      maxLength: columns,
    });
    return fc.array(line, { minLength: rows, maxLength: rows });
  });

const total = (line: readonly number[]) => line.reduce((sum, n) => sum + n, 0);

/** All values that a hidden cell could have, by trying: fills the hidden cells one after the other so that all totals fit. */
function possibleValues(
  table: number[][],
  hidden: boolean[][],
  [r, c]: readonly [number, number],
): Set<number> {
  const open = hidden.flatMap((line, row) =>
    line.flatMap((is, column) => (is ? [[row, column] as const] : [])),
  );
  const rowLeft = table.map((line, row) => total(line.filter((_, column) => hidden[row]?.[column])));
  const columnLeft = (table[0] ?? []).map((_, column) =>
    total(table.map((line, row) => (hidden[row]?.[column] ? (line[column] ?? 0) : 0))),
  );
  const found = new Set<number>();
  const fill = (at: number, own: number): void => {
    // Two values are enough to leave it open.
    if (found.size > 1) return;
    const cell = open[at];
    if (!cell) {
      if ([...rowLeft, ...columnLeft].every(left => left === 0)) found.add(own);
      return;
    }
    const [row, column] = cell;
    const most = Math.min(rowLeft[row] ?? 0, columnLeft[column] ?? 0);
    for (let n = 0; n <= most; n++) {
      rowLeft[row] = (rowLeft[row] ?? 0) - n;
      columnLeft[column] = (columnLeft[column] ?? 0) - n;
      fill(at + 1, row === r && column === c ? n : own);
      rowLeft[row] += n;
      columnLeft[column] += n;
    }
  };
  fill(0, -1);
  return found;
}

const tiny = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

describe('hiding small cells', () => {
  test('shows no count from 1 to below the limit', () =>
    fc.assert(
      fc.property(counts, table => {
        const hidden = findHiddenCells(table, k);
        if (hidden === null) return;
        for (const [r, line] of table.entries())
          for (const [c, n] of line.entries()) if (n > 0 && n < k) expect(hidden[r]?.[c]).toBe(true);
      }),
      { numRuns: 10_000 },
    ));

  test('hides so many others that no small cell follows from the shown ones and the totals', () =>
    fc.assert(
      fc.property(tiny, table => {
        const hidden = findHiddenCells(table, k);
        if (hidden === null) return;
        for (const [r, line] of table.entries())
          for (const [c, n] of line.entries())
            if (n > 0 && n < k) expect(possibleValues(table, hidden, [r, c]).size).toBeGreaterThan(1);
      }),
      { numRuns: 10_000 },
    ));

  // A search over all cells for each small one would take hours here, on the thread that serves everybody.
  test('copes with the thousands of rows of variants and of days', () => {
    const table = Array.from({ length: 20_000 }, (_, i) => [(i * 7) % 12, (i * 5) % 11, (i * 3) % 40]);
    const hidden = findHiddenCells(table, k);
    for (const [r, line] of table.entries())
      for (const [c, n] of line.entries()) if (n > 0 && n < k) expect(hidden?.[r]?.[c]).toBe(true);
  });

  test('hides the whole table where the totals alone tell a small cell', () =>
    expect(findHiddenCells([[3]], k)).toBeNull());

  test('shows everything where no cell is small', () =>
    expect(
      findHiddenCells(
        [
          [0, 5],
          [12, 40],
        ],
        k,
      ),
    ).toEqual([
      [false, false],
      [false, false],
    ]));

  test('hides the next smallest of the row and of the column', () =>
    expect(
      findHiddenCells(
        [
          [2, 9, 30],
          [8, 10, 30],
          [50, 60, 70],
        ],
        k,
      ),
    ).toEqual([
      [true, true, false],
      [true, true, false],
      [false, false, false],
    ]));
});
