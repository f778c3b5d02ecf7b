/** What was appended here and has not been done yet (folded, told): since when, and how long it took. */

/** Beyond so many the oldest are forgotten: what is that late is late already. */
const MOST = 65_536;

export type Lag = {
  /** This position is durable since now. */
  began(position: bigint): void;
  /** Everything up to this position is done. */
  ended(position: bigint): void;
  /** Seconds for which the oldest has been waiting; 0 where nothing waits. */
  oldest(): number;
};

/**
 * @param now seconds, from any start
 * @param took is told of each one, in seconds
 */
export function createLag(now: () => number, took: (seconds: number) => void): Lag {
  const waiting = new Map<bigint, number>();
  let done = 0n;
  return {
    began: position => {
      // Whoever follows the log may be woken before the one who appended is answered.
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
