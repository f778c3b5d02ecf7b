/**
 * Renumbers a log whose positions have gaps, from 1 without gaps, so that one contract fits every store. A
 * position without an event has no number and fails the test.
 */

import type { RawEvent } from '#events/envelope.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import type { AppendResult, RawEventStore, ReadAllOptions } from '../port.ts';

export function createGaplessStore(store: RawEventStore): RawEventStore {
  const places: LogPosition[] = [];
  const numbers = new Map<LogPosition, LogPosition>();
  let learning = Promise.resolve();
  let next: Promise<void> | undefined;
  const more = async () => {
    for await (const { position } of store.readAll({ after: places.at(-1) })) {
      places.push(position);
      numbers.set(position, toLogPosition(places.length));
    }
  };
  /**
   * Reads the newer events. A call that arrives during a read may need events that are newer than it, so all such
   * calls share the next read.
   */
  const learn = () => {
    next ??= learning.then(() => {
      next = undefined;
      learning = more();
      return learning;
    });
    return next;
  };
  const numberOf = async (position: LogPosition): Promise<LogPosition> => {
    if (position === START) return START;
    if (!numbers.has(position)) await learn();
    const number = numbers.get(position);
    if (number === undefined) throw new Error(`no event at ${position}`);
    return number;
  };
  const placeOf = async (number: LogPosition): Promise<LogPosition> => {
    if (number <= START) return START;
    if (number > BigInt(places.length)) await learn();
    const place = places[Number(number) - 1];
    if (place === undefined) throw new Error(`event ${number} does not exist yet`);
    return place;
  };
  /** Maps a number beyond the end to a position equally far beyond the end. */
  const placeUpTo = async (number: bigint): Promise<bigint> => {
    await learn();
    const beyond = number - BigInt(places.length);
    return beyond > 0n ? (places.at(-1) ?? START) + beyond : placeOf(toLogPosition(number));
  };
  const renumbered = async <E extends RawEvent | AppendResult>(one: E): Promise<E> => ({
    ...one,
    position: await numberOf(one.position),
  });
  const placed = async (how: ReadAllOptions = {}) => ({
    ...how,
    ...(how.after !== undefined && { after: await placeOf(how.after) }),
    ...(how.before !== undefined && { before: await placeOf(how.before) }),
  });
  async function* each(events: () => AsyncIterable<RawEvent> | Promise<AsyncIterable<RawEvent>>) {
    for await (const event of await events()) yield renumbered(event);
  }
  async function* batches(all: () => Promise<AsyncIterable<RawEvent[]>>) {
    for await (const batch of await all()) yield await Promise.all(batch.map(renumbered));
  }
  return {
    ...store,
    append: async (...given) => renumbered(await store.append(...given)),
    read: (...given) => each(() => store.read(...given)),
    readAll: how => each(async () => store.readAll(await placed(how))),
    readBatches: how => batches(async () => store.readBatches({ ...how, ...(await placed(how)) })),
    find: async (...given) => {
      const event = await store.find(...given);
      return event && renumbered(event);
    },
    subscribe: (after, how) => each(async () => store.subscribe(await placeOf(after), how)),
    subscribeBatches: (after, how) => batches(async () => store.subscribeBatches(await placeOf(after), how)),
    head: async () => numberOf(await store.head()),
    lastUpTo: async number => numberOf(await store.lastUpTo(await placeUpTo(number))),
  };
}
