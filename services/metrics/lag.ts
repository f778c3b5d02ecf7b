/** Tracks the lag of appended positions: the time until they are folded into rows, or pushed. */

/**
 * Maximum number of positions that are tracked. The oldest positions are forgotten first; they already count as late.
 */
const MOST = 65_536;

export type LagTracker = {
  /** Notes that this position is durable now. */
  began(position: bigint): void;
  /** Notes that everything up to this position is handled. */
  ended(position: bigint): void;
  /** Seconds for which the oldest position has waited. 0 if none waits. */
  oldest(): number;
};

/**
 * @param now seconds from any origin
 * @param took receives the lag of each position, in seconds
 */
export function createLagTracker(now: () => number, took: (seconds: number) => void): LagTracker {
  const waiting = new Map<bigint, number>();
  let done = 0n;
  return {
    began: position => {
      // A follower may handle an event before its append is answered.
      if (position <= done) return took(0);
      const [oldest] = waiting.keys();
      if (waiting.size >= MOST && oldest !== undefined) waiting.delete(oldest);
      waiting.set(position, now());
    },
    ended: position => {
      if (position > done) done = position;
      const at = now();
      for (const [one, since] of waiting) {
        if (one > done) continue;
        waiting.delete(one);
        took(at - since);
      }
    },
    oldest: () => (waiting.size === 0 ? 0 : now() - Math.min(...waiting.values())),
  };
}
