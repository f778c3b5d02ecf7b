/**
 * The lingual sheet as a grid: ten rows (codes and four numbers, upper above lower) by sixteen teeth in
 * screen order. Pure.
 */
import { options } from '#events/case/options.ts';
import { type Issue, isRefusal } from '#events/errors.ts';
import {
  absenceCodeAt,
  type BracketCode,
  type ByTooth,
  codesAt,
  type SheetField,
  sheetFields,
  sortCodes,
  type ToothSheet,
  teethWithAppliance,
  withToothEntry,
} from '#events/lingual/codes.ts';
import { type MeasureLimits, measureSchemaFor, toothMeasures } from '#events/lingual/measures.ts';
import { parse } from '#events/parse.ts';
import { type Arch, archOf, type Fdi, quadrantOf, TEETH, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';

/** A position in the grid, counted from 0. */
export type GridSpot = { row: number; col: number };
/** A rectangle by two opposite corners in any order. */
export type GridArea = { from: GridSpot; to: GridSpot };
export type SheetCell = { field: SheetField; tooth: Fdi };
type Entry = BracketCode[] | number | undefined;
/** The parsed text of a cell: its entry (undefined clears the cell), or its issue. */
export type ParsedText<E = Entry> = { entry: E } | { issue: Omit<Issue, 'path'> };

export const gridRows: readonly { arch: Arch; field: SheetField }[] = (['upper', 'lower'] as const).flatMap(
  row => sheetFields.map(field => ({ arch: row, field })),
);
export const lastRow = gridRows.length - 1;
export const lastCol = TEETH_BY_ARCH.upper.length - 1;

/** @throws Error outside the grid */
export function cellAtSpot({ row, col }: GridSpot): SheetCell {
  const line = gridRows[row];
  const tooth = line && TEETH_BY_ARCH[line.arch][col];
  if (!line || !tooth) throw new Error(`the sheet has no cell ${row}, ${col}`);
  return { field: line.field, tooth };
}

export const spotOfCell = ({ field, tooth }: SheetCell): GridSpot => ({
  row: gridRows.findIndex(line => line.field === field && line.arch === archOf(tooth)),
  col: TEETH_BY_ARCH[archOf(tooth)].indexOf(tooth),
});

/** Returns the rectangle's top left and bottom right corner. */
export const normalizeArea = ({ from, to }: GridArea): GridArea => ({
  from: { row: Math.min(from.row, to.row), col: Math.min(from.col, to.col) },
  to: { row: Math.max(from.row, to.row), col: Math.max(from.col, to.col) },
});

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The cells of a rectangle, row by row. */
export function cellLines(area: GridArea): SheetCell[][] {
  const { from, to } = normalizeArea(area);
  return upTo(from.row, to.row).map(row => upTo(from.col, to.col).map(col => cellAtSpot({ row, col })));
}

/** Text of a cell as typed and copied: `BH`, `-7.5`, or empty. */
export function textOfCell(sheet: ToothSheet, { field, tooth }: SheetCell): string {
  if (field === 'brackets') return codesAt(sheet, tooth).join('');
  return String(sheet[field]?.[tooth] ?? '');
}

/** Whether the tooth is absent: only its code can be entered. */
export const isLockedCell = (sheet: ToothSheet, { field, tooth }: SheetCell): boolean =>
  field !== 'brackets' && absenceCodeAt(sheet, tooth) !== undefined;

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

/** Parses a number within limits; undefined for empty text. */
export function parseNumberWithin(limits: MeasureLimits, text: string): ParsedText<number | undefined> {
  const plain = plainNumber(text);
  if (plain === '') return { entry: undefined };
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return { issue: { issue: 'not-a-number' } };
  // Adding 0 turns -0 into 0.
  const value = Number(plain) + 0;
  try {
    return { entry: parse(measureSchemaFor(limits), value) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [found] = error.data?.issues ?? [];
    return { issue: { issue: found?.issue ?? 'invalid', ...(found?.values && { values: found.values }) } };
  }
}

function readCodes(text: string): ParsedText {
  const typed = [
    ...text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s,;/、+]/g, ''),
  ];
  const known: readonly string[] = options.bracket;
  if (typed.some(letter => !known.includes(letter))) return { issue: { issue: 'code-unknown' } };
  return { entry: typed.length > 0 ? sortCodes(typed as BracketCode[]) : undefined };
}

/** Parses a cell's text: accepts full-width characters, decimal commas, units and all kinds of minus. */
export const parseCell = (field: SheetField, text: string): ParsedText =>
  field === 'brackets' ? readCodes(text) : parseNumberWithin(toothMeasures[field], text);

/** The sheet with entries in screen order and every field present, so that equal sheets have equal JSON. */
export function normalizeSheet(value: ToothSheet): Required<ToothSheet> {
  const ordered = (entries: ByTooth<unknown> = {}) =>
    Object.fromEntries(
      TEETH.flatMap(tooth => (entries[tooth] === undefined ? [] : [[tooth, entries[tooth]]])),
    );
  return Object.fromEntries(sheetFields.map(field => [field, ordered(value[field])])) as Required<ToothSheet>;
}

/** The sheet with these cells cleared. */
export const clearCells = (sheet: ToothSheet, cells: readonly SheetCell[]): ToothSheet =>
  cells.reduce((rest, { field, tooth }) => withToothEntry(rest, field, tooth, undefined), sheet);

export const fillRanges = ['right', 'quadrant', 'arch'] as const;
export type FillRange = (typeof fillRanges)[number];

const inRange: Record<FillRange, (tooth: Fdi, from: Fdi) => boolean> = {
  right: (tooth, from) => archOf(tooth) === archOf(from) && TEETH.indexOf(tooth) > TEETH.indexOf(from),
  quadrant: (tooth, from) => quadrantOf(tooth) === quadrantOf(from),
  arch: (tooth, from) => archOf(tooth) === archOf(from),
};

/**
 * Copies a cell's entry to others of its row. Numbers go to teeth of the appliance, or to the whole arch if
 * it has none; absent teeth are skipped.
 */
export function fillFromCell(sheet: ToothSheet, { field, tooth }: SheetCell, range: FillRange): ToothSheet {
  const entry = sheet[field]?.[tooth];
  const applied = teethWithAppliance(sheet).filter(other => archOf(other) === archOf(tooth));
  const meant = (other: Fdi) =>
    absenceCodeAt(sheet, other) === undefined &&
    (field === 'brackets' || applied.length === 0 || applied.includes(other));
  return TEETH.filter(other => other !== tooth && inRange[range](other, tooth) && meant(other)).reduce(
    (rest, other) => withToothEntry(rest, field, other, entry),
    sheet,
  );
}
