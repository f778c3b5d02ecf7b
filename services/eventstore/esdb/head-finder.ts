/** Finds the last event of ours. The servers append an event of their own after it every half minute. */
import { type LogPosition, START } from '#events/log-position.ts';

type Seen = { position: LogPosition; isOurs: boolean };

/**
 * @param newest yields every event of the log, newest first; `isOurs` is false for the servers' own events
 */
export function createHeadFinder(newest: () => AsyncIterable<Seen>): () => Promise<LogPosition> {
  /** Everything up to `scanned` was examined. `last`: the last event of ours among it. */
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
  // A caller during a scan may have appended after its start, so all such callers share the next scan.
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
