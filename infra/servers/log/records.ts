/** Inserts records into the log, with gaps between positions that depend on the seed. */
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import type { EventRows } from './event-rows.ts';
import { createRecentIds } from './recent-ids.ts';
import {
  defaultLimitsOf,
  firstVisibleRevision,
  metadataStreamOf,
  parseStreamLimits,
  type StreamLimits,
} from './stream-limits.ts';

export type ProposedEvent = {
  id: string;
  type: string;
  json: boolean;
  data: Uint8Array;
  metadata: Uint8Array;
};
/** Position, stream and time of a committed event; `created` in ms since 1970. */
export type EventPosition = { position: number; stream: string; revision: number; created: number };
/** Encodes an event as the bytes of its read answer. */
export type EventEncoder = (event: ProposedEvent & EventPosition) => Uint8Array;
/** Decodes the bytes that an `EventEncoder` has written. */
export type EventDecoder = (answer: Uint8Array) => Pick<ProposedEvent & EventPosition, 'data' | 'created'>;

/** Kind of a position: a record, the place of the next record, after that place, or inside a record. */
export type PositionKind = 'record' | 'end' | 'behind' | 'none';

/** State of a stream at a position of the log. */
export type StreamState = StreamLimits & {
  /** Revision of the last event; -1 if the stream has none. */
  last: number;
  tombstoned: boolean;
  hasMetadata: boolean;
};

/** Type of the tombstone: the last event of a permanently deleted stream. */
export const STREAM_DELETED = '$streamDeleted';
/** Size of the smallest record, in bytes. */
const HEADER = 128;
/** Maximum padding of a record, in bytes. */
const PADDING = 512;
/** On average, the server adds an event of its own after this many commits. */
const OWN_EACH = 8;

/** Creates an event of the server itself. */
export const createSystemEvent = (type: string, data: Uint8Array = Buffer.from('{}')): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  json: true,
  data,
  metadata: new Uint8Array(),
});

export type EventRecordOptions = {
  encode: EventEncoder;
  decode: EventDecoder;
  seed: number;
  now: () => number;
};

export type EventRecords = ReturnType<typeof createEventRecords>;

export function createEventRecords(rows: EventRows, { encode, decode, seed, now }: EventRecordOptions) {
  const recent = createRecentIds();
  const newest = rows.newest();
  let last = newest?.position ?? 0;
  /** Position of the next record. */
  let end = newest ? newest.position + newest.size : 0;

  const stateOf = (stream: string, upTo?: number): StreamState => {
    const { revision = -1, type } = rows.lastOf(stream, upTo) ?? {};
    const from = Number.MAX_SAFE_INTEGER;
    const of = { stream: metadataStreamOf(stream), from, backwards: true, limit: 1 };
    const [metadata] = rows.page(of, 0, upTo);
    const limits = metadata ? parseStreamLimits(decode(metadata.answer).data) : defaultLimitsOf(stream);
    const hasMetadata = metadata !== undefined;
    return { ...limits, last: revision, tombstoned: type === STREAM_DELETED, hasMetadata };
  };
  /** First revision of a stream that is younger than its `$maxAge`. */
  const youngOf = (stream: string, { maxAge, last: newestRevision }: StreamState): number => {
    if (maxAge === Number.POSITIVE_INFINITY) return 0;
    const since = now() - maxAge * 1000;
    let [low, high] = [0, newestRevision + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = rows.at(stream, middle);
      if (row && decode(row.answer).created >= since) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  /**
   * @param after revision of the stream's last event
   * @returns revision and position of the last inserted event
   */
  const insert = (stream: string, after: number, events: readonly ProposedEvent[]) => {
    for (const [i, event] of events.entries()) {
      const placed = { position: end, stream, revision: after + 1 + i, created: now() };
      const padding = Math.floor(createSeededRandom(seed ^ end)() * PADDING);
      const size = HEADER + event.data.length + event.metadata.length + padding;
      const { id, type } = event;
      rows.insert({ ...placed, size, id, type, answer: encode({ ...event, ...placed }) });
      recent.note(id, placed);
      last = end;
      end += size;
    }
    return { revision: Math.max(after + events.length, 0), position: last };
  };
  const insertOwn = (stream: string, event: ProposedEvent) =>
    insert(stream, rows.lastOf(stream)?.revision ?? -1, [event]);
  /** Position after the last record that a node with events up to `upTo` holds. */
  const endOf = (upTo: number): number => {
    if (upTo >= last) return end;
    const [held] = rows.page({ from: upTo, backwards: false, limit: 1 });
    return held ? held.position + held.size : end;
  };
  return {
    insert,
    insertOwn,
    stateOf,
    /** First visible revision of a stream, by its metadata and age. */
    firstRead: (stream: string, upTo: number) => {
      const state = stateOf(stream, upTo);
      return Math.max(firstVisibleRevision(state, state.last), youngOf(stream, state));
    },
    recent: recent.find,
    /** Sometimes inserts an event of the server between the events of clients. */
    maybeOwn: () => {
      if (createSeededRandom(~seed ^ end)() * OWN_EACH < 1)
        insertOwn('$stats-127.0.0.1:2113', createSystemEvent('$statsCollected'));
    },
    isEmpty: () => end === 0,
    last: () => last,
    /** @param upTo position of the last record that the reader's node holds */
    placeOf: (position: number, upTo: number): PositionKind => {
      const behind = endOf(upTo);
      if (position >= behind) return position === behind ? 'end' : 'behind';
      return rows.isRecord(position) ? 'record' : 'none';
    },
  };
}
