/** Finds events by id in their streams. EventStoreDB has no such lookup. */
import type { RawEvent } from '#events/envelope.ts';
import type { ReadOptions } from '../port.ts';
import { type CachedStream, createEventIdCache, maxIdsPerStream } from './event-id-cache.ts';
import type { LogReads } from './log-reads.ts';

export type EventLookup = ReturnType<typeof createEventLookup>;

export function createEventLookup(reads: LogReads) {
  const known = createEventIdCache();
  const idsOf = async (stream: string, how: ReadOptions) => {
    const ids: { id: string; revision: bigint }[] = [];
    for await (const { event } of reads.found(stream, how))
      ids.push({ id: event.id, revision: BigInt(event.revision) });
    return ids;
  };
  /** Reads the stream's events to its end. */
  const look = async (stream: string): Promise<CachedStream> => {
    const before = known.get(stream);
    if (before) return known.add(stream, await idsOf(stream, { from: before.revision + 1n }));
    return known.begin(
      stream,
      (await idsOf(stream, { direction: 'backwards', limit: maxIdsPerStream })).reverse(),
    );
  };
  const eventAt = async (stream: string, from: bigint): Promise<RawEvent | undefined> => {
    for await (const event of reads.stream(stream, { from, limit: 1 })) return event;
    return undefined;
  };
  return {
    look,
    eventAt,
    /** Returns the stream's events as of this node's last read. */
    lastLook: async (stream: string) => known.get(stream) ?? (await look(stream)),
    /** Notes the ids of an append up to a revision. */
    appended: (stream: string, ids: readonly string[], last: bigint) => {
      const first = last - BigInt(ids.length) + 1n;
      known.add(
        stream,
        ids.map((id, i) => ({ id, revision: first + BigInt(i) })),
      );
    },
    find: async (stream: string, eventId: string): Promise<RawEvent | undefined> => {
      const { ids, since } = await look(stream);
      const revision = ids.get(eventId);
      if (revision !== undefined) return eventAt(stream, revision);
      if (since === 0n) return undefined;
      for await (const event of reads.stream(stream, { direction: 'backwards', from: since - 1n }))
        if (event.id === eventId) return event;
      return undefined;
    },
  };
}
