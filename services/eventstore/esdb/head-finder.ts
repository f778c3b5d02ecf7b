/**
 * Finds the last event of the program. The servers append an event of their own every half minute, so the log's last
 * event is often not the program's.
 */
import { type LogPosition, START } from '#events/log-position.ts';

type Seen = { position: LogPosition; isOurs: boolean };

/**
 * @param newest yields every event of the log, newest first; `isOurs` is false for the servers' own events
 */
export function createHeadFinder(newest: () => AsyncIterable<Seen>): () => Promise<LogPosition> {
  /** Everything up to `scanned` was examined. `last`: the program's last event in that part. */
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
  // A caller that arrives during a scan may have appended after the scan's start, so all such callers share the next
  // scan.
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
