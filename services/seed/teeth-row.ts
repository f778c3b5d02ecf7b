/** Tooth widths from the midline outwards in mm, textbook means, for the drawings. */

import { toothSizeOf } from '#events/tooth/curves.ts';
import { type Arch, positionFromMidline, TOOTH_SETS } from '#events/tooth/fdi.ts';

const row = (jaw: Arch) =>
  TOOTH_SETS[jaw === 'upper' ? 'q2' : 'q3']
    .filter(tooth => positionFromMidline(tooth) < 8)
    .map(tooth => {
      const { width, depth, crown } = toothSizeOf(tooth);
      return [width, depth, crown] as const;
    });

/** Mesiodistal, buccolingual, crown height, from the central incisor to the second molar. */
export const crownSizes: Record<Arch, readonly (readonly [number, number, number])[]> = {
  upper: row('upper'),
  lower: row('lower'),
};

/**
 * Deviation of a patient's teeth from the ideal, by variant and position (0 central … 6): mm outwards,
 * degrees rotated.
 */
const misfits: readonly (readonly [number, number][])[] = [
  [
    [0.9, 12],
    [-1.5, -22],
    [1.1, 8],
    [-0.5, -6],
    [-0.6, 5],
    [0, 0],
    [0, 0],
  ],
  [
    [0.2, -5],
    [0.9, 14],
    [0.6, -10],
    [0.2, 8],
    [-0.4, -4],
    [0.2, 3],
    [0, 0],
  ],
  [
    [-0.8, 7],
    [0.4, -9],
    [1.6, 16],
    [-0.9, -10],
    [0.3, 6],
    [-0.2, 0],
    [0.3, -2],
  ],
];

/** Returns a tooth's deviation from the ideal. The two sides of a jaw differ. */
export function demoToothDeviation(
  variant: number,
  jaw: Arch,
  side: 1 | -1,
  place: number,
): { out: number; turn: number } {
  const set = misfits[(variant + (jaw === 'lower' ? 1 : 0) + (side < 0 ? 2 : 0)) % misfits.length];
  const [out = 0, turn = 0] = set?.[place] ?? [];
  return { out, turn: turn * side };
}
