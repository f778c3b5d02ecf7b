/** Wraps an event store and measures its appends. */
import { createStopwatch } from '../clock/clock.ts';
import { type RawEventStore, WrongRevisionError } from '../eventstore/port.ts';
import type { Metrics } from './metrics.ts';

export const createMeasuredStore = (
  store: RawEventStore,
  { appended }: Pick<Metrics, 'appended'>,
): RawEventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    const elapsed = createStopwatch();
    try {
      const done = await store.append(stream, expected, events);
      if (done.repeated) appended('repeated', elapsed());
      else appended('stored', elapsed(), done.position);
      return done;
    } catch (error) {
      appended(error instanceof WrongRevisionError ? 'conflict' : 'failed', elapsed());
      throw error;
    }
  },
});
