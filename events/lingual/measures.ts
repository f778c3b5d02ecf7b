/** Units and limits of the lingual sheet's numbers. */
import * as z from 'zod/mini';

export type MeasureLimits = { unit: 'deg' | 'mm'; min: number; max: number; decimals: 1 | 2 };

/**
 * Measures of a tooth with unit and limits. Signs as in the set-up: + is labial crown torque and mesial crown tip.
 * Straight-wire prescriptions have torque from -35° (lower second molar, Andrews) to +22° (upper incisor, high-torque
 * variants), and tip from 0° to +13° (upper canine, Roth). Values beyond the limits are typing errors, not
 * over-correction.
 */
export const toothMeasures = {
  torque: { unit: 'deg', min: -60, max: 60, decimals: 1 },
  /** Over-rotation beyond the set-up. */
  extraTorsion: { unit: 'deg', min: -30, max: 30, decimals: 1 },
  tip: { unit: 'deg', min: -30, max: 30, decimals: 1 },
  /** Enamel removed from both sides of the tooth: half of each contact, which loses at most 0.6 mm (tooth/schema.ts). */
  slice: { unit: 'mm', min: 0, max: 0.6, decimals: 2 },
} as const satisfies Record<string, MeasureLimits>;

/** Torque bent into a wire; 13 to 15° is usual for retraction with a steel wire (DOMAIN.md 1). */
export const wireTorqueLimits = {
  unit: 'deg',
  min: -30,
  max: 30,
  decimals: 1,
} as const satisfies MeasureLimits;

export type ToothMeasure = keyof typeof toothMeasures;
export const toothMeasureNames = Object.keys(toothMeasures) as ToothMeasure[];

/** Schema of a number within its limits and decimals. */
export const measureSchemaFor = ({ min, max, decimals }: MeasureLimits) => {
  // Compares the printed value, because in binary 0.3 * 100 is not exactly 30.
  const coarse = (value: number) => Number(value.toFixed(decimals)) === value;
  return z
    .number()
    .check(z.minimum(min), z.maximum(max), z.refine(coarse, { error: 'too-fine', params: { decimals } }));
};
