/** Randomness from a seed: what a test did once it does again. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, n. */
  below(n: number): number;
  chance(p: number): boolean;
  /** @throws Error where there is nothing to choose from */
  pick<T>(from: readonly T[]): T;
};

/** mulberry32: small, quick, and the same everywhere. */
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
      // In bounds by the line above; undefined only where the list holds it.
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}

/** Draws nothing: numbers from the middle, the first of a list, so that an input is the same each time. */
export const steady: Random = {
  next: () => 0.5,
  below: n => Math.floor(n / 2),
  chance: p => p > 0.5,
  // In bounds if the list has anything, as above.
  pick: from => from[0] as (typeof from)[number],
};
