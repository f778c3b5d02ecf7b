/** Distributions over seeded random numbers. */
import type { Random } from '#events/script/random.ts';

/** A standard normal number (Box-Muller). */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** A log-normal number: half of all are below the median, and a few are much larger. */
export const lognormalNumber = (random: Random, median: number, sigma: number): number =>
  median * Math.exp(sigma * normal(random));

/** A number between two bounds, evenly spread. */
export const randomBetween = (random: Random, least: number, most: number): number =>
  least + random.next() * (most - least);

/** An element of a list of pairs with its share. The shares need no sum of 1. */
export function pickWeighted<T>(random: Random, list: readonly (readonly [T, number])[]): T {
  const total = list.reduce((sum, [, share]) => sum + share, 0);
  let left = random.next() * total;
  for (const [one, share] of list) {
    left -= share;
    if (left < 0) return one;
  }
  // The shares are positive, so only rounding leads here.
  return random.pick(list)[0];
}
