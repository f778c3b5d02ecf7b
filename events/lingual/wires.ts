/** Archwires of the lingual sheet: size notation, and the number of sets ordered. */
import { limits } from '../case/limits.ts';

/** Usual sizes for a 0.018 slot, inches. Any size that matches the pattern below may be ordered. */
export const usualWireSizes: readonly string[] = [
  '0.012',
  '0.014',
  '0.016',
  '0.016x0.016',
  '0.016x0.022',
  '0.016x0.024',
  '0.017x0.025',
  '0.0175x0.0175',
  '0.018x0.018',
  '0.018x0.025',
  '0.0182x0.0182',
  '0.0182x0.025',
];

/**
 * Diameter of a round wire, or both edges of a rectangular one, 0.010 to 0.0399 inches: `0.014`, `.016x.022`.
 */
export const wireSizePattern = /^0?\.0[1-3]\d{1,2}(?:x0?\.0[1-3]\d{1,2})?$/;

/** Number of sets: the sum of the rows' quantities. */
export const countWireSets = (wires: readonly { quantity?: number }[]): number =>
  wires.reduce((sum, { quantity = 1 }) => sum + quantity, 0);

/** Whether the sets ordered cost extra. */
export const doWiresCostExtra = (wires: readonly { quantity?: number }[]): boolean =>
  countWireSets(wires) > limits.archwireSetsFree;
