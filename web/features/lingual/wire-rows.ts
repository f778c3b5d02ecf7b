/** The rows of the archwire table and what is done with them. Pure. */
import { limits } from '#events/case/options.ts';
import type { Archwire, Lingual } from '#events/lingual/schema.ts';
import { costsExtra, setsOf } from '#events/lingual/wires.ts';

export type WireRow = Archwire;

/** What is usually worked through in a 0.018 slot (DOMAIN.md 1): the next of it is what a new row begins with. */
const usual: readonly WireRow[] = [
  { arch: 'both', material: 'niti', diameter: '0.014' },
  { arch: 'both', material: 'niti', diameter: '0.016x0.022' },
  { arch: 'both', material: 'niti', diameter: '0.018x0.025' },
  { arch: 'both', material: 'ss', diameter: '0.016x0.024' },
  { arch: 'both', material: 'tma', diameter: '0.0182x0.0182' },
];

/** `．016 × ．022`, `16x22`, `.016*.022 in` → `0.016x0.022`; what is no size comes back as it was typed. */
export function readWireSize(text: string): string {
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

/** The rows with one more: the next usual wire that is not there, else the last one again. */
export function added(rows: readonly WireRow[]): WireRow[] {
  const next = usual.find(wire => !rows.some(row => sameWire(row, wire))) ?? rows.at(-1) ?? usual[0];
  return next ? [...rows, { ...next }] : [...rows];
}

export const usualRows = (): WireRow[] => usual.map(wire => ({ ...wire }));
export const duplicated = (rows: readonly WireRow[], at: number): WireRow[] =>
  rows.flatMap((row, i) => (i === at ? [row, { ...row }] : [row]));
export const removed = (rows: readonly WireRow[], at: number): WireRow[] => rows.filter((_, i) => i !== at);

/** A row one place up or down; the same rows where there is none. */
export function shifted(rows: readonly WireRow[], at: number, by: 1 | -1): WireRow[] {
  const [row, other] = [rows[at], rows[at + by]];
  if (!row || !other) return [...rows];
  return rows.map((each, i) => (i === at ? other : i === at + by ? row : each));
}

export const changed = (rows: readonly WireRow[], at: number, patch: Partial<WireRow>): WireRow[] =>
  rows.map((row, i) => (i === at ? { ...row, ...patch } : row));

/** Consent is to as many sets above the free ones as there were: with more, or none, it is gone. */
export const withWires = (archwires: WireRow[], before: readonly WireRow[] = archwires): Partial<Lingual> =>
  costsExtra(archwires) && setsOf(archwires) <= setsOf(before)
    ? { archwires }
    : { archwires, surchargeAccepted: undefined };

export const isFull = (rows: readonly WireRow[]): boolean => rows.length >= limits.archwires;
