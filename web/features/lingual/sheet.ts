/** The lingual sheet as a grid: ten rows (codes and four numbers, upper over lower), sixteen teeth as they stand on screen. Pure. */
import { options } from '#events/case/options.ts';
import { type Issue, isRefusal } from '#events/errors.ts';
import {
  absenceAt,
  appliedTeeth,
  type ByTooth,
  type Code,
  codesAt,
  type SheetField,
  sheetFields,
  sortCodes,
  type ToothSheet,
  withEntry,
} from '#events/lingual/codes.ts';
import { type Limits, measuredNumber, measures } from '#events/lingual/measures.ts';
import { parse } from '#events/parse.ts';
import { type Arch, arch, type Fdi, quadrant, ROWS, TEETH } from '#events/tooth/fdi.ts';

/** A place in the grid, both from 0. */
export type Spot = { row: number; col: number };
/** Two corners of a rectangle, whichever was first. */
export type Area = { from: Spot; to: Spot };
export type Cell = { field: SheetField; tooth: Fdi };
type Entry = Code[] | number | undefined;
/** What a text says for a cell: its entry (undefined empties the cell), or why it says nothing. */
export type Reading<E = Entry> = { entry: E } | { issue: Omit<Issue, 'path'> };

export const gridRows: readonly { arch: Arch; field: SheetField }[] = (['upper', 'lower'] as const).flatMap(
  row => sheetFields.map(field => ({ arch: row, field })),
);
export const lastRow = gridRows.length - 1;
export const lastCol = ROWS.upper.length - 1;

/** @throws Error outside of the grid */
export function cellAt({ row, col }: Spot): Cell {
  const line = gridRows[row];
  const tooth = line && ROWS[line.arch][col];
  if (!line || !tooth) throw new Error(`the sheet has no cell ${row}, ${col}`);
  return { field: line.field, tooth };
}

export const spotOf = ({ field, tooth }: Cell): Spot => ({
  row: gridRows.findIndex(line => line.field === field && line.arch === arch(tooth)),
  col: ROWS[arch(tooth)].indexOf(tooth),
});

/** Top left and bottom right. */
export const corners = ({ from, to }: Area): Area => ({
  from: { row: Math.min(from.row, to.row), col: Math.min(from.col, to.col) },
  to: { row: Math.max(from.row, to.row), col: Math.max(from.col, to.col) },
});

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The cells of a rectangle, line by line. */
export function cellLines(area: Area): Cell[][] {
  const { from, to } = corners(area);
  return upTo(from.row, to.row).map(row => upTo(from.col, to.col).map(col => cellAt({ row, col })));
}

/** What stands in a cell, as it is typed and copied: `BH`, `-7.5`, or nothing. */
export function cellText(sheet: ToothSheet, { field, tooth }: Cell): string {
  if (field === 'brackets') return codesAt(sheet, tooth).join('');
  return String(sheet[field]?.[tooth] ?? '');
}

/** True where the tooth is not there: nothing but its code can be entered. */
export const isShut = (sheet: ToothSheet, { field, tooth }: Cell): boolean =>
  field !== 'brackets' && absenceAt(sheet, tooth) !== undefined;

const dashes = /[−–—‐‑‒﹣－]/g;
const unit = /\s*(?:[°º˚]|deg|度|mm|毫米)$/i;
/** `７．５°`, `− 7,5 deg` → `7.5`, `-7.5` */
const plainNumber = (text: string) =>
  text
    .trim()
    .replace(unit, '')
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(/^([+-])\s+/, '$1')
    .replace(',', '.');

/** A number within limits as a text says it, undefined where it is empty. */
export function readNumber(limits: Limits, text: string): Reading<number | undefined> {
  const plain = plainNumber(text);
  if (plain === '') return { entry: undefined };
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return { issue: { issue: 'not-a-number' } };
  // Neither -0 nor the sign of a plus is anything to keep.
  const value = Number(plain) + 0;
  try {
    return { entry: parse(measuredNumber(limits), value) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [found] = error.data?.issues ?? [];
    return { issue: { issue: found?.issue ?? 'invalid', ...(found?.values && { values: found.values }) } };
  }
}

function readCodes(text: string): Reading {
  const typed = [
    ...text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s,;/、+]/g, ''),
  ];
  const known: readonly string[] = options.bracket;
  if (typed.some(letter => !known.includes(letter))) return { issue: { issue: 'code-unknown' } };
  return { entry: typed.length > 0 ? sortCodes(typed as Code[]) : undefined };
}

/** What a text says for a field: Chinese full-width signs, decimal commas, units and every kind of minus are read. */
export const readCell = (field: SheetField, text: string): Reading =>
  field === 'brackets' ? readCodes(text) : readNumber(measures[field], text);

/** Each field's entries in screen order, none left out: equal sheets are equal as text. */
export function sheetOf(value: ToothSheet): Required<ToothSheet> {
  const ordered = (entries: ByTooth<unknown> = {}) =>
    Object.fromEntries(
      TEETH.flatMap(tooth => (entries[tooth] === undefined ? [] : [[tooth, entries[tooth]]])),
    );
  return Object.fromEntries(sheetFields.map(field => [field, ordered(value[field])])) as Required<ToothSheet>;
}

/** The sheet with these cells emptied. */
export const emptied = (sheet: ToothSheet, cells: readonly Cell[]): ToothSheet =>
  cells.reduce((rest, { field, tooth }) => withEntry(rest, field, tooth, undefined), sheet);

export const fillRanges = ['right', 'quadrant', 'arch'] as const;
export type FillRange = (typeof fillRanges)[number];

const inRange: Record<FillRange, (tooth: Fdi, from: Fdi) => boolean> = {
  right: (tooth, from) => arch(tooth) === arch(from) && TEETH.indexOf(tooth) > TEETH.indexOf(from),
  quadrant: (tooth, from) => quadrant(tooth) === quadrant(from),
  arch: (tooth, from) => arch(tooth) === arch(from),
};

/**
 * A cell's entry over others of its row. Numbers go to teeth of the appliance, or to all of an arch that has none yet;
 * teeth that are not there stay as they are.
 */
export function filled(sheet: ToothSheet, { field, tooth }: Cell, range: FillRange): ToothSheet {
  const entry = sheet[field]?.[tooth];
  const applied = appliedTeeth(sheet).filter(other => arch(other) === arch(tooth));
  const meant = (other: Fdi) =>
    absenceAt(sheet, other) === undefined &&
    (field === 'brackets' || applied.length === 0 || applied.includes(other));
  return TEETH.filter(other => other !== tooth && inRange[range](other, tooth) && meant(other)).reduce(
    (rest, other) => withEntry(rest, field, other, entry),
    sheet,
  );
}
