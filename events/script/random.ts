/** Seeded random numbers, so that a test is repeatable. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from 0 (inclusive) to n (exclusive). */
  below(n: number): number;
  chance(p: number): boolean;
  /** Returns a random element. @throws Error for an empty list */
  pick<T>(from: readonly T[]): T;
};

/** Creates a generator with the algorithm mulberry32. */
export function createRandom(seed: number): Random {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    chance: p => next() < p,
    pick: from => {
      if (from.length === 0) throw new Error('nothing to pick from');
      // The index is in bounds, so this is an element of the list.
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}

/** Constant choices instead of random ones: the middle number, the first element. */
export const constantRandom: Random = {
  next: () => 0.5,
  below: n => Math.floor(n / 2),
  chance: p => p > 0.5,
  // The first element of a non-empty list.
  pick: from => from[0] as (typeof from)[number],
};
