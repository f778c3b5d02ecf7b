/** The rows of the archwire table and their operations. Pure. */
import { limits } from '#events/case/limits.ts';
import type { Archwire, LingualOrder } from '#events/lingual/schema.ts';
import { countWireSets, doWiresCostExtra } from '#events/lingual/wires.ts';

export type WireRow = Archwire;

/** Usual wire sequence in a 0.018 slot (DOMAIN.md 1). A new row starts with the next wire of this sequence. */
const usual: readonly WireRow[] = [
  { arch: 'both', material: 'niti', diameter: '0.014' },
  { arch: 'both', material: 'niti', diameter: '0.016x0.022' },
  { arch: 'both', material: 'niti', diameter: '0.018x0.025' },
  { arch: 'both', material: 'ss', diameter: '0.016x0.024' },
  { arch: 'both', material: 'tma', diameter: '0.0182x0.0182' },
];

/** `．016 × ．022`, `16x22`, `.016*.022 in` → `0.016x0.022`; other text is returned unchanged. */
export function parseWireSize(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[×*✕]/g, 'x')
    .replace(/\s|"|″|inch(?:es)?|in$|英寸/g, '');
  const edges = plain.split('x').map(edge => {
    const [, digits] = /^(?:0?\.0|0)?([1-3]\d{1,2})$/.exec(edge) ?? [];
    return digits && `0.0${digits}`;
  });
  return edges.length <= 2 && edges.every(Boolean) ? edges.join('x') : text;
}

const sameWire = (a: WireRow, b: WireRow) => a.material === b.material && a.diameter === b.diameter;

/** Adds a row: the next usual wire that is missing, otherwise a copy of the last. */
export function addWire(rows: readonly WireRow[]): WireRow[] {
  const next = usual.find(wire => !rows.some(row => sameWire(row, wire))) ?? rows.at(-1) ?? usual[0];
  return next ? [...rows, { ...next }] : [...rows];
}

export const usualWireSequence = (): WireRow[] => usual.map(wire => ({ ...wire }));
export const duplicateWire = (rows: readonly WireRow[], at: number): WireRow[] =>
  rows.flatMap((row, i) => (i === at ? [row, { ...row }] : [row]));
export const removeWire = (rows: readonly WireRow[], at: number): WireRow[] =>
  rows.filter((_, i) => i !== at);

/** Moves a row one place up or down; unchanged at the ends. */
export function moveWire(rows: readonly WireRow[], at: number, by: 1 | -1): WireRow[] {
  const [row, other] = [rows[at], rows[at + by]];
  if (!row || !other) return [...rows];
  return rows.map((each, i) => (i === at ? other : i === at + by ? row : each));
}

export const changeWire = (rows: readonly WireRow[], at: number, patch: Partial<WireRow>): WireRow[] =>
  rows.map((row, i) => (i === at ? { ...row, ...patch } : row));

/** Consent covers the number of surcharged sets at that time: dropped if there are more, or none. */
export const withArchwires = (
  archwires: WireRow[],
  before: readonly WireRow[] = archwires,
): Partial<LingualOrder> =>
  doWiresCostExtra(archwires) && countWireSets(archwires) <= countWireSets(before)
    ? { archwires }
    : { archwires, surchargeAccepted: undefined };

export const isWireTableFull = (rows: readonly WireRow[]): boolean => rows.length >= limits.archwires;
