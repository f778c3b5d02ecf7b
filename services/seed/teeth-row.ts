/** Widths of teeth from the midline outwards, in mm, textbook means: what drawings and models are made of. */

export type Jaw = 'upper' | 'lower';

/** Mesiodistal, buccolingual, crown height; first to second molar, from the central incisor. */
export const crowns: Record<Jaw, readonly (readonly [number, number, number])[]> = {
  upper: [
    [8.5, 7.1, 10.5],
    [6.6, 6.2, 9],
    [7.6, 8.1, 10],
    [7.1, 9.1, 8.5],
    [6.9, 9.1, 8.3],
    [10.3, 11.2, 7.6],
    [9.4, 11, 7.2],
  ],
  lower: [
    [5.3, 6.1, 9],
    [5.8, 6.4, 9.3],
    [6.9, 7.7, 10.8],
    [7, 7.8, 8.6],
    [7.1, 8.3, 8.1],
    [11.2, 10.4, 7.6],
    [10.4, 10.1, 7.1],
  ],
};

/** How a patient's teeth stand away from the ideal, by variant and place (0 central … 6): mm outwards, degrees turned. */
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

/** Where a tooth stands away from the ideal; the two sides of a jaw differ. */
export function misfit(
  variant: number,
  jaw: Jaw,
  side: 1 | -1,
  place: number,
): { out: number; turn: number } {
  const set = misfits[(variant + (jaw === 'lower' ? 1 : 0) + (side < 0 ? 2 : 0)) % misfits.length];
  const [out = 0, turn = 0] = set?.[place] ?? [];
  return { out, turn: turn * side };
}
