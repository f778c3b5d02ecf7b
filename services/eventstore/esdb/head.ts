/** The end of the log as people see it: behind it stand events of the server's own, one more every half minute. */
import { type LogPosition, START } from '#events/log-position.ts';

type Seen = { position: LogPosition; isOurs: boolean };

/**
 * @param newest every event of the log, the newest first; `isOurs` is false for the server's own
 */
export function createHead(newest: () => AsyncIterable<Seen>): () => Promise<LogPosition> {
  /** All up to `scanned` was looked at; `last` was the last of ours. */
  let scanned = START;
  let last = START;
  const look = async () => {
    let top: LogPosition | undefined;
    for await (const { position, isOurs } of newest()) {
      top ??= position;
      if (position <= scanned) break;
      if (!isOurs) continue;
      if (position > last) last = position;
      break;
    }
    if (top !== undefined && top > scanned) scanned = top;
    return last;
  };
  let running: Promise<LogPosition> | undefined;
  let next: Promise<LogPosition> | undefined;
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
