/** Archwires of the lingual sheet: sizes as they are written, and how many sets are ordered. */
import { limits } from '../case/options.ts';

/** Sizes in use for a 0.018 slot, inches; anything of the pattern may be ordered. */
export const usualSizes: readonly string[] = [
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

/** A round wire's diameter or both edges of another one, 0.010 to 0.0399 inches: `0.014`, `.016x.022`. */
export const wireSizePattern = /^0?\.0[1-3]\d{1,2}(?:x0?\.0[1-3]\d{1,2})?$/;

/** A set is one row of the order; ordered n times it is n sets. */
export const setsOf = (wires: readonly { quantity?: number }[]): number =>
  wires.reduce((sum, { quantity = 1 }) => sum + quantity, 0);

/** True where the sets ordered cost extra. */
export const costsExtra = (wires: readonly { quantity?: number }[]): boolean =>
  setsOf(wires) > limits.archwireSetsFree;
