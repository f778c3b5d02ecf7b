/**
 * Cache of the event ids in streams, as far as this node has read them, because EventStoreDB cannot find an event by
 * its id. For a long stream the cache holds only the newest ids. Older ones are searched in the stream itself.
 */

/** Maximum number of ids of one stream, and of all streams together. */
const OF_ONE = 4096;
const OF_ALL = 500_000;

export type CachedStream = {
  /** Revision of the stream's last event that was read. -1n for none. */
  revision: bigint;
  /** Revision of the stream's oldest event in the cache. */
  since: bigint;
  /** Revision of each event id in the stream. */
  ids: Map<string, bigint>;
};

export type EventIdCache = {
  get(stream: string): CachedStream | undefined;
  /** Adds ids that follow the cached ones, oldest first. */
  add(stream: string, ids: Iterable<{ id: string; revision: bigint }>): CachedStream;
  /** Starts the cache of a stream with its newest events, oldest first. */
  begin(stream: string, newest: readonly { id: string; revision: bigint }[]): CachedStream;
};

export const maxIdsPerStream = OF_ONE;

export function createEventIdCache(): EventIdCache {
  const streams = new Map<string, CachedStream>();
  let total = 0;
  const shrink = () => {
    for (const [stream, { ids }] of streams) {
      if (total <= OF_ALL) return;
      streams.delete(stream);
      total -= ids.size;
    }
  };
  const add = (known: CachedStream, news: Iterable<{ id: string; revision: bigint }>) => {
    for (const { id, revision } of news) {
      if (revision <= known.revision) continue;
      known.revision = revision;
      // If an id occurs twice in a stream, the first one is the event.
      if (known.ids.has(id)) continue;
      known.ids.set(id, revision);
      total++;
    }
    while (known.ids.size > OF_ONE) {
      const [oldest] = known.ids;
      if (!oldest) break;
      known.ids.delete(oldest[0]);
      known.since = oldest[1] + 1n;
      total--;
    }
    shrink();
    return known;
  };
  const get = (stream: string) => {
    const known = streams.get(stream);
    if (!known) return undefined;
    streams.delete(stream);
    streams.set(stream, known);
    return known;
  };
  const begin = (stream: string, newest: readonly { id: string; revision: bigint }[]) => {
    total -= streams.get(stream)?.ids.size ?? 0;
    const known: CachedStream = { revision: -1n, since: newest[0]?.revision ?? 0n, ids: new Map() };
    streams.set(stream, known);
    return add(known, newest);
  };
  return {
    get,
    begin,
    add: (stream, news) => {
      const known = get(stream);
      // The stream was evicted meanwhile, so nothing older than these ids is cached.
      return known ? add(known, news) : begin(stream, [...news]);
    },
  };
}
