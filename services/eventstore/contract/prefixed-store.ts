/**
 * Presents part of a shared log as a log of its own: all its streams have a unique prefix. One server can
 * then serve many tests, even a server that cannot be emptied.
 */

import type { RawEvent } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { type EventFilter, type RawEventStore, type ReadAllOptions, WrongRevisionError } from '../port.ts';

/**
 * @param prefix unique prefix of this part's streams
 * @param from position before which the log has no events of this part
 */
export function createPrefixedStore(store: RawEventStore, prefix: string, from: LogPosition): RawEventStore {
  const own = (event: RawEvent): RawEvent => ({ ...event, stream: event.stream.slice(prefix.length) });
  // An empty name stays empty, so that the store refuses it.
  const nameOf = (stream: string) => (stream === '' ? '' : `${prefix}${stream}`);
  const narrowed = <H extends { filter?: EventFilter }>(how: H) => ({
    ...how,
    filter: { ...how.filter, streamPrefix: `${prefix}${how.filter?.streamPrefix ?? ''}` },
  });
  const since = (after = START) => (after > from ? after : from);
  const placed = (how: ReadAllOptions) => ({ ...narrowed(how), after: since(how.after) });
  async function* each(events: AsyncIterable<RawEvent>) {
    for await (const event of events) yield own(event);
  }
  async function* batches(all: AsyncIterable<RawEvent[]>) {
    for await (const batch of all) yield batch.map(own);
  }
  return {
    ...store,
    append: async (stream, expected, events) => {
      try {
        return await store.append(nameOf(stream), expected, events);
      } catch (error) {
        if (error instanceof WrongRevisionError)
          throw new WrongRevisionError(stream, error.expected, error.actual);
        throw error;
      }
    },
    read: (stream, how) => each(store.read(nameOf(stream), how)),
    readAll: (how = {}) => each(store.readAll(placed(how))),
    readBatches: (how = {}) => batches(store.readBatches({ ...how, ...placed(how) })),
    find: async (stream, id) => {
      const event = await store.find(nameOf(stream), id);
      return event && own(event);
    },
    subscribe: (after, how) => each(store.subscribe(since(after), narrowed(how))),
    subscribeBatches: (after, how) => batches(store.subscribeBatches(since(after), narrowed(how))),
    lastUpTo: async number => {
      for await (const { position } of store.readAll(placed({ direction: 'backwards' })))
        if (position <= number) return position;
      return START;
    },
    head: async () => {
      for await (const { position } of store.readAll(placed({ direction: 'backwards', limit: 1 })))
        return position;
      return START;
    },
  };
}
