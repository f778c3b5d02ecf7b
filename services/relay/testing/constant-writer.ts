/** A writer that appends events to streams of several families, as fast as a reader follows. */
import { createSeededRandom } from '../../eventstore/crash/seeded-random.ts';
import type { RawEventStore } from '../../eventstore/port.ts';
import type { CommittedReader } from './committed-reader.ts';

const kinds = ['case', 'chat', 'seen', 'session', 'share', 'review', 'desk', 'inbox'];
/** Streams of each kind. */
const STREAMS = 6;
/** Number of concurrent appends. */
const AT_ONCE = 16;

/** Appends one to four events. */
export async function appendRandomEvents(
  store: Pick<RawEventStore, 'append'>,
  random: () => number,
): Promise<number> {
  const pick = (count: number) => Math.floor(random() * count);
  const events = Array.from({ length: 1 + pick(4) }, (_, i) => ({
    id: crypto.randomUUID(),
    type: 'CaseAssigned',
    v: 1,
    at: '2026-11-20T08:00:00.000Z',
    by: 'p-service',
    data: { to: 12, i, text: 'x'.repeat(pick(400)) },
  }));
  await store.append(`${kinds[pick(kinds.length)]}-${pick(STREAMS)}`, 'any', events);
  return events.length;
}

/**
 * Appends until stopped, at most `ahead` events before the reader. Resolves with the number of events in the log. The
 * reader must have read everything when it starts.
 */
export function keepAppending(
  store: Pick<RawEventStore, 'append'>,
  reader: Pick<CommittedReader, 'count' | 'reached'>,
  { seed, ahead }: { seed: number; ahead: number },
): { stop(): Promise<number> } {
  const random = createSeededRandom(seed);
  let [stopped, appended] = [false, reader.count()];
  const work = async () => {
    while (!stopped) {
      await reader.reached(appended - ahead);
      const count = await appendRandomEvents(store, random);
      appended += count;
    }
  };
  const works = Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    stop: async () => {
      stopped = true;
      await works;
      return appended;
    },
  };
}
