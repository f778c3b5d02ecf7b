/** Distributions over seeded random numbers. */
import type { Random } from '#events/script/random.ts';

/** Returns a number of the standard normal distribution (Box-Muller). */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** Returns a log-normal number: half of all numbers are below the median, and a few are much larger. */
export const lognormalNumber = (random: Random, median: number, sigma: number): number =>
  median * Math.exp(sigma * normal(random));

/** Returns a number between two bounds, uniformly distributed. */
export const randomBetween = (random: Random, least: number, most: number): number =>
  least + random.next() * (most - least);

/** Picks an element from a list of pairs of element and share. The shares need not add up to 1. */
export function pickWeighted<T>(random: Random, list: readonly (readonly [T, number])[]): T {
  const total = list.reduce((sum, [, share]) => sum + share, 0);
  let left = random.next() * total;
  for (const [one, share] of list) {
    left -= share;
    if (left < 0) return one;
  }
  // The shares are positive, so only a rounding error leads here.
  return random.pick(list)[0];
}
