/** How long the next event of a follower has been waiting. */
import type { LogPosition } from '#events/log-position.ts';
import type { Clock } from '../clock/clock.ts';
import type { EventStore, RawEventStore } from './port.ts';

/** Returns seconds since the first event after a position; 0 if there is none. */
export async function measureNextEventAge(
  log: Pick<RawEventStore | EventStore, 'readAll'>,
  after: LogPosition,
  clock: Clock,
): Promise<number> {
  for await (const { at } of log.readAll({ after, limit: 1 }))
    return Math.max(0, (clock.now() - Date.parse(at)) / 1000);
  return 0;
}
