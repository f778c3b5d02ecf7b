/**
 * Which events streams hold, as far as this node has looked: EventStoreDB finds no event by its id. Of a long stream
 * the newest only; what is older is looked for in the stream itself.
 */

/** Ids of one stream, and of all. */
const OF_ONE = 4096;
const OF_ALL = 500_000;

export type KnownStream = {
  /** Of the last event that was looked at; -1n for none. */
  revision: bigint;
  /** Of the oldest event that is known here. */
  since: bigint;
  /** Revision by id. */
  ids: Map<string, bigint>;
};

export type Known = {
  get(stream: string): KnownStream | undefined;
  /** Ids after what is known, the oldest first. */
  add(stream: string, ids: Iterable<{ id: string; revision: bigint }>): KnownStream;
  /** A stream is looked at for the first time; `newest` are its last events, the oldest first. */
  begin(stream: string, newest: readonly { id: string; revision: bigint }[]): KnownStream;
};

export const mostOfOne = OF_ONE;

export function createKnown(): Known {
  const streams = new Map<string, KnownStream>();
  let total = 0;
  const shrink = () => {
    for (const [stream, { ids }] of streams) {
      if (total <= OF_ALL) return;
      streams.delete(stream);
      total -= ids.size;
    }
  };
  const add = (known: KnownStream, news: Iterable<{ id: string; revision: bigint }>) => {
    for (const { id, revision } of news) {
      if (revision <= known.revision) continue;
      known.revision = revision;
      // An id may stand there twice: the first one is the event.
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
    const known: KnownStream = { revision: -1n, since: newest[0]?.revision ?? 0n, ids: new Map() };
    streams.set(stream, known);
    return add(known, newest);
  };
  return {
    get,
    begin,
    add: (stream, news) => {
      const known = get(stream);
      // Let go meanwhile: what is older than these is not known.
      return known ? add(known, news) : begin(stream, [...news]);
    },
  };
}
