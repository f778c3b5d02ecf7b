/** Units and limits of the lingual sheet's numbers. */
import * as z from 'zod/mini';

export type Limits = { unit: 'deg' | 'mm'; min: number; max: number; decimals: 1 | 2 };

/**
 * By tooth; signs as the set-up has them (+ is labial crown torque, mesial crown tip). Straight-wire prescriptions run
 * from -35° (lower second molar, Andrews) to +22° of torque (upper incisor, high-torque variants) and from 0° to +13°
 * of tip (upper canine, Roth): what is outside these limits is a slip of the hand, not an over-correction.
 */
export const measures = {
  torque: { unit: 'deg', min: -60, max: 60, decimals: 1 },
  /** Over-rotation beyond the set-up. */
  extraTorsion: { unit: 'deg', min: -30, max: 30, decimals: 1 },
  tip: { unit: 'deg', min: -30, max: 30, decimals: 1 },
  /** Enamel off both sides of the tooth: half of each contact, and a contact loses at most 0.6 mm (tooth/schema.ts). */
  slice: { unit: 'mm', min: 0, max: 0.6, decimals: 2 },
} as const satisfies Record<string, Limits>;

/** Torque bent into a wire: 13 to 15° is usual in a steel wire that retracts (DOMAIN.md 1). */
export const wireTorque = { unit: 'deg', min: -30, max: 30, decimals: 1 } as const satisfies Limits;

export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

/** A number within its limits, no finer than they say. */
export const measured = ({ min, max, decimals }: Limits) => {
  // Compares the printed value, because 0.3 * 100 is not 30 in binary.
  const coarse = (value: number) => Number(value.toFixed(decimals)) === value;
  return z
    .number()
    .check(z.minimum(min), z.maximum(max), z.refine(coarse, { error: 'too-fine', params: { decimals } }));
};
