/** Pasting a block into the sheet. Pure: nothing is changed here, the caller asks before it takes what is good. */
import type { Issue } from '#events/errors.ts';
import { newConflicts, type SheetConflict, type ToothSheet, withEntry } from '#events/lingual/codes.ts';
import {
  type Area,
  type Cell,
  cellAt,
  cellLines,
  cellText,
  corners,
  lastCol,
  lastRow,
  readCell,
  type Spot,
} from './sheet.ts';
import { formatTsv, parseTsv } from './tsv.ts';

/** What cannot be taken and why; `cell` is absent where `spot` lies outside of the grid. */
export type BadCell = Omit<Issue, 'path'> & { spot: Spot; cell?: Cell; text: string };
/** `sheet` with all that is good; `good` cells of it, `area` is where they lie. */
export type Pasted = { sheet: ToothSheet; good: number; bad: BadCell[]; area: Area };

export const copied = (sheet: ToothSheet, area: Area): string =>
  formatTsv(cellLines(area).map(line => line.map(cell => cellText(sheet, cell))));

type Put = { spot: Spot; cell: Cell; text: string; entry: Parameters<typeof withEntry>[3] };

const putAll = (sheet: ToothSheet, puts: readonly Put[]) =>
  puts.reduce((now, { cell, entry }) => withEntry(now, cell.field, cell.tooth, entry), sheet);

/** The pasted cell that a contradiction is told at: where it arises, else the code that makes it one. */
const isTo = (conflict: SheetConflict, { cell }: Put, puts: readonly Put[]) => {
  if (cell.tooth !== conflict.tooth) return false;
  const there = puts.some(p => p.cell.tooth === conflict.tooth && p.cell.field === conflict.field);
  return cell.field === (there ? conflict.field : 'brackets');
};

/** Leaves out, one contradiction after the other, the cells that bring them. */
function withoutConflicts(sheet: ToothSheet, puts: readonly Put[]): { puts: readonly Put[]; bad: BadCell[] } {
  const [conflict] = newConflicts(sheet, putAll(sheet, puts));
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

type Laid = Spot & { text: string };

/** A single cell fills the whole selection; a block lies at its top left corner, however large the selection. */
function laid(block: readonly (readonly string[])[], selection: Area): Laid[] {
  const { from, to } = corners(selection);
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

/** What a paste into the selection would make of the sheet. */
export function pasted(sheet: ToothSheet, selection: Area, text: string): Pasted {
  const puts: Put[] = [];
  const bad: BadCell[] = [];
  let { from, to } = corners(selection);
  for (const { text: typed, row, col } of laid(parseTsv(text), selection)) {
    const spot = { row, col };
    if (row > lastRow || col > lastCol) {
      if (typed.trim() !== '') bad.push({ spot, text: typed, issue: 'outside' });
      continue;
    }
    const cell = cellAt(spot);
    const reading = readCell(cell.field, typed);
    if ('issue' in reading) bad.push({ spot, cell, text: typed, ...reading.issue });
    else puts.push({ spot, cell, text: typed, entry: reading.entry });
    to = { row: Math.max(to.row, row), col: Math.max(to.col, col) };
  }
  const fit = withoutConflicts(sheet, puts);
  return {
    sheet: putAll(sheet, fit.puts),
    good: fit.puts.length,
    bad: [...bad, ...fit.bad],
    area: { from, to },
  };
}
