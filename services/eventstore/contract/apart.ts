/**
 * A part of a log that others use as well, seen as a log of its own: its streams bear a prefix that nobody else's do. So
 * one server serves many tests, and one that cannot be emptied serves any.
 */

import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { type EventStore, type Filter, type ReadAllOptions, WrongRevision } from '../port.ts';

/**
 * @param prefix of this part alone
 * @param from position before which nothing of it stands
 */
export function apart(store: EventStore, prefix: string, from: LogPosition): EventStore {
  const own = (event: Recorded): Recorded => ({ ...event, stream: event.stream.slice(prefix.length) });
  // What is no stream's name is not made one.
  const nameOf = (stream: string) => (stream === '' ? '' : `${prefix}${stream}`);
  const narrowed = <H extends { filter?: Filter }>(how: H) => ({
    ...how,
    filter: { ...how.filter, streamPrefix: `${prefix}${how.filter?.streamPrefix ?? ''}` },
  });
  const since = (after = START) => (after > from ? after : from);
  const placed = (how: ReadAllOptions) => ({ ...narrowed(how), after: since(how.after) });
  async function* each(events: AsyncIterable<Recorded>) {
    for await (const event of events) yield own(event);
  }
  async function* batches(all: AsyncIterable<Recorded[]>) {
    for await (const batch of all) yield batch.map(own);
  }
  return {
    ...store,
    append: async (stream, expected, events) => {
      try {
        return await store.append(nameOf(stream), expected, events);
      } catch (error) {
        if (error instanceof WrongRevision) throw new WrongRevision(stream, error.expected, error.actual);
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
