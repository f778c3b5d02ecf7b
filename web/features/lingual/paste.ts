/** Pasting a block into the sheet. Pure: returns the result, and the caller asks before applying it. */
import type { Issue } from '#events/errors.ts';
import {
  addedSheetContradictions,
  type SheetContradiction,
  type ToothSheet,
  withToothEntry,
} from '#events/lingual/codes.ts';
import {
  cellAtSpot,
  cellLines,
  type GridArea,
  type GridSpot,
  lastCol,
  lastRow,
  normalizeArea,
  parseCell,
  type SheetCell,
  textOfCell,
} from './sheet.ts';
import { formatTsv, parseTsv } from './tsv.ts';

/** An invalid cell and its issue; `cell` is undefined if `spot` is outside the grid. */
export type InvalidCell = Omit<Issue, 'path'> & { spot: GridSpot; cell?: SheetCell; text: string };
/** `sheet` with all valid cells applied; `good`: their number; `area`: their range. */
export type PasteResult = { sheet: ToothSheet; good: number; bad: InvalidCell[]; area: GridArea };

export const cellsAsTsv = (sheet: ToothSheet, area: GridArea): string =>
  formatTsv(cellLines(area).map(line => line.map(cell => textOfCell(sheet, cell))));

type PastedCell = {
  spot: GridSpot;
  cell: SheetCell;
  text: string;
  entry: Parameters<typeof withToothEntry>[3];
};

const applyCells = (sheet: ToothSheet, puts: readonly PastedCell[]) =>
  puts.reduce((now, { cell, entry }) => withToothEntry(now, cell.field, cell.tooth, entry), sheet);

/**
 * Whether a pasted cell shows the contradiction: the cell of the contradicting field if it was pasted, otherwise the
 * cell of the code.
 */
const isTo = (conflict: SheetContradiction, { cell }: PastedCell, puts: readonly PastedCell[]) => {
  if (cell.tooth !== conflict.tooth) return false;
  const there = puts.some(p => p.cell.tooth === conflict.tooth && p.cell.field === conflict.field);
  return cell.field === (there ? conflict.field : 'brackets');
};

/** Removes pasted cells that cause contradictions, one contradiction at a time. */
function withoutConflicts(
  sheet: ToothSheet,
  puts: readonly PastedCell[],
): { puts: readonly PastedCell[]; bad: InvalidCell[] } {
  const [conflict] = addedSheetContradictions(sheet, applyCells(sheet, puts));
  const out = conflict && puts.find(put => isTo(conflict, put, puts));
  if (!conflict || !out) return { puts, bad: [] };
  const rest = withoutConflicts(
    sheet,
    puts.filter(put => put !== out),
  );
  const { issue, values } = conflict;
  return {
    puts: rest.puts,
    bad: [{ spot: out.spot, cell: out.cell, text: out.text, issue, values }, ...rest.bad],
  };
}

type Laid = GridSpot & { text: string };

/** A single copied cell fills the whole selection; a block is placed at the selection's top left corner. */
function placeBlock(block: readonly (readonly string[])[], selection: GridArea): Laid[] {
  const { from, to } = normalizeArea(selection);
  const [first = []] = block;
  const [only = ''] = first;
  const lines =
    block.length === 1 && first.length === 1
      ? Array.from({ length: to.row - from.row + 1 }, () => Array<string>(to.col - from.col + 1).fill(only))
      : block;
  return lines.flatMap((line, row) =>
    line.map((text, col) => ({ text, row: from.row + row, col: from.col + col })),
  );
}

/** The result of a paste into the selection. */
export function pasteText(sheet: ToothSheet, selection: GridArea, text: string): PasteResult {
  const puts: PastedCell[] = [];
  const bad: InvalidCell[] = [];
  let { from, to } = normalizeArea(selection);
  for (const { text: typed, row, col } of placeBlock(parseTsv(text), selection)) {
    const spot = { row, col };
    if (row > lastRow || col > lastCol) {
      if (typed.trim() !== '') bad.push({ spot, text: typed, issue: 'outside' });
      continue;
    }
    const cell = cellAtSpot(spot);
    const reading = parseCell(cell.field, typed);
    if ('issue' in reading) bad.push({ spot, cell, text: typed, ...reading.issue });
    else puts.push({ spot, cell, text: typed, entry: reading.entry });
    to = { row: Math.max(to.row, row), col: Math.max(to.col, col) };
  }
  const fit = withoutConflicts(sheet, puts);
  return {
    sheet: applyCells(sheet, fit.puts),
    good: fit.puts.length,
    bad: [...bad, ...fit.bad],
    area: { from, to },
  };
}
