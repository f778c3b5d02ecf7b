/** The end of the log as people see it: behind it stand events of the server's own, one more every half minute. */
import type { Found } from './wire.ts';

type Seen = { position: bigint; found: Found | undefined };

/**
 * @param newest every event of the log, the newest first, with where it stands; `found` is undefined where it is none of ours
 */
export function createHead(newest: () => AsyncIterable<Seen>): () => Promise<bigint> {
  /** All up to `scanned` was looked at; `last` was the last of ours. */
  let scanned = 0n;
  let last = 0n;
  const look = async () => {
    let top: bigint | undefined;
    for await (const { position, found } of newest()) {
      top ??= position;
      if (position <= scanned) break;
      if (!found) continue;
      last = position > last ? position : last;
      break;
    }
    if (top !== undefined && top > scanned) scanned = top;
    return last;
  };
  let running: Promise<bigint> | undefined;
  let next: Promise<bigint> | undefined;
  const run = () => {
    const mine = look().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };
  // Who asks while one looks may have appended since it began: all of those share the next look.
  return () => {
    if (!running) return run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return running ?? run();
      });
    return next;
  };
}
