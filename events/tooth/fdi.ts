/**
 * The 32 permanent teeth by their FDI codes. On screen the patient's right is the viewer's left:
 * 18..11 | 21..28 are above 48..41 | 31..38. Only FDI codes are stored; other notations are labels.
 */
export const UPPER_TEETH = [18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28] as const;
export const LOWER_TEETH = [48, 47, 46, 45, 44, 43, 42, 41, 31, 32, 33, 34, 35, 36, 37, 38] as const;

export type Fdi = (typeof UPPER_TEETH)[number] | (typeof LOWER_TEETH)[number];
export type Arch = 'upper' | 'lower';
export type Quadrant = 1 | 2 | 3 | 4;
export type Notation = 'fdi' | 'universal' | 'palmer';

/** Both rows in screen order, left to right. */
export const TEETH_BY_ARCH: Readonly<Record<Arch, readonly Fdi[]>> = {
  upper: UPPER_TEETH,
  lower: LOWER_TEETH,
};
/** All 32 teeth, upper row first, each row from the viewer's left. */
export const TEETH: readonly Fdi[] = [...UPPER_TEETH, ...LOWER_TEETH];

const ORDER = new Map<unknown, number>(TEETH.map((tooth, at) => [tooth, at]));

/** True for the FDI code of a permanent tooth: 11-18, 21-28, 31-38, 41-48. */
export const isFdi = (value: unknown): value is Fdi => ORDER.has(value);

/** Quadrant of a tooth: 1 upper right, 2 upper left, 3 lower left, 4 lower right (the patient's right and left). */
export function quadrantOf(tooth: Fdi): Quadrant {
  if (tooth < 20) return 1;
  if (tooth < 30) return 2;
  return tooth < 40 ? 3 : 4;
}

/** Position of a tooth from the midline: 1 central incisor to 8 third molar. */
export const positionFromMidline = (tooth: Fdi): number => tooth % 10;
export const archOf = (tooth: Fdi): Arch => (tooth < 30 ? 'upper' : 'lower');
/** True for teeth on the patient's right, which is the viewer's left. */
export const isOnRightSide = (tooth: Fdi): boolean => tooth < 20 || tooth > 40;
/** Column of a tooth in its row, 0-15 from the viewer's left. */
export const chartColumn = (tooth: Fdi): number => (ORDER.get(tooth) ?? 0) % 16;
/** Returns the tooth at a column (0-15) of a row; undefined outside the row. */
export const toothAtColumn = (row: Arch, at: number): Fdi | undefined => TEETH_BY_ARCH[row][at];

/** Returns the distinct teeth in screen order. */
export function inScreenOrder(teeth: Iterable<Fdi>): Fdi[] {
  return [...new Set(teeth)].sort((a, b) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0));
}

/**
 * Keys of the contacts between neighbours, in screen order: '18-17' .. '11-21' .. '27-28', '48-47' .. '41-31' ..
 * Absent teeth are skipped: with 14 absent, 15 and 13 are neighbours ('15-13').
 */
export function contactKeys(absent: Iterable<Fdi> = [], row?: Arch): string[] {
  const gone = new Set(absent);
  const rows = row ? [TEETH_BY_ARCH[row]] : [UPPER_TEETH, LOWER_TEETH];
  return rows.flatMap(teeth => {
    const present = teeth.filter(tooth => !gone.has(tooth));
    return present.slice(1).map((tooth, at) => `${present[at]}-${tooth}`);
  });
}

/** Returns the key of the contact between two teeth, in either order: contactKey(21, 11) is '11-21'. */
export const contactKey = (a: Fdi, b: Fdi): string => inScreenOrder([a, b]).join('-');

/** Parses a contact key into its two teeth; undefined unless both are of one arch and in screen order. */
export function parseContact(key: string): [Fdi, Fdi] | undefined {
  if (!/^\d\d-\d\d$/.test(key)) return undefined;
  const left = Number(key.slice(0, 2));
  const right = Number(key.slice(3));
  if (!isFdi(left) || !isFdi(right) || archOf(left) !== archOf(right)) return undefined;
  return chartColumn(left) < chartColumn(right) ? [left, right] : undefined;
}

/** True for a tooth between the two teeth of a contact. */
export const isToothBetween = (tooth: Fdi, [left, right]: readonly [Fdi, Fdi]): boolean =>
  archOf(tooth) === archOf(left) &&
  chartColumn(left) < chartColumn(tooth) &&
  chartColumn(tooth) < chartColumn(right);

const upTo = (last: number) => TEETH.filter(tooth => positionFromMidline(tooth) <= last);
const inQuadrant = (q: Quadrant) => TEETH.filter(tooth => quadrantOf(tooth) === q);

/** Compares contact keys by screen order of their left tooth, including contacts over a gap ('15-13'). */
export function compareContacts(a: string, b: string): number {
  const left = (key: string) => ORDER.get(Number(key.slice(0, 2))) ?? TEETH.length;
  return left(a) - left(b);
}

export type ToothSet = '3-3' | '4-4' | '5-5' | '6-6' | 'premolars' | Arch | 'q1' | 'q2' | 'q3' | 'q4';

/** Named sets of teeth: 'n-n' spans the midline in both arches, q1-q4 are the quadrants. */
export const TOOTH_SETS: Readonly<Record<ToothSet, readonly Fdi[]>> = {
  '3-3': upTo(3),
  '4-4': upTo(4),
  '5-5': upTo(5),
  '6-6': upTo(6),
  premolars: TEETH.filter(tooth => positionFromMidline(tooth) === 4 || positionFromMidline(tooth) === 5),
  upper: UPPER_TEETH,
  lower: LOWER_TEETH,
  q1: inQuadrant(1),
  q2: inQuadrant(2),
  q3: inQuadrant(3),
  q4: inQuadrant(4),
};

/** Returns the teeth of a set, in one arch if `row` is given. */
export function teethInSet(set: ToothSet, row?: Arch): Fdi[] {
  return TOOTH_SETS[set].filter(tooth => !row || archOf(tooth) === row);
}

/** Converts FDI to the Universal number: 18 is 1, 28 is 16, 38 is 17, 48 is 32. */
export const toUniversal = (tooth: Fdi): number =>
  archOf(tooth) === 'upper' ? chartColumn(tooth) + 1 : 32 - chartColumn(tooth);

/** Converts a Universal number to FDI; undefined outside 1-32. */
export function fromUniversal(n: number): Fdi | undefined {
  return n <= 16 ? toothAtColumn('upper', n - 1) : toothAtColumn('lower', 32 - n);
}

const PALMER: Record<Quadrant, string> = { 1: 'UR', 2: 'UL', 3: 'LL', 4: 'LR' };

/** Formats a tooth in a notation: '14' (FDI), '5' (Universal), 'UR4' (Palmer, in letters). */
export function toothLabel(tooth: Fdi, notation: Notation = 'fdi'): string {
  if (notation === 'universal') return String(toUniversal(tooth));
  return notation === 'palmer' ? PALMER[quadrantOf(tooth)] + positionFromMidline(tooth) : String(tooth);
}
