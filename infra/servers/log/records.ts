/** Places records in the log, with gaps between them that differ with the seed. */
import { seededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { firstOf, type Limits, limitsIn, metadataOf, usualOf } from './limits.ts';
import { createRecent } from './recent.ts';
import type { Rows } from './rows.ts';

export type Proposed = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array };
/** Where and when an event was committed; `created` in ms since 1970. */
export type Placed = { position: number; stream: string; revision: number; created: number };
/** Makes the bytes of the answer that holds an event. */
export type Encode = (event: Proposed & Placed) => Uint8Array;
/** Takes apart what `Encode` made. */
export type Decode = (answer: Uint8Array) => Pick<Proposed & Placed, 'data' | 'created'>;

/** Where a reader begins: at a record, where the next one will be, behind that, or at no place that there is. */
export type Place = 'record' | 'end' | 'behind' | 'none';

/** A stream at some point of the log. */
export type StreamState = Limits & {
  /** Revision of its last event; -1 if it has none. */
  last: number;
  tombstoned: boolean;
  hasMetadata: boolean;
};

/** Type of the last event of a stream that was deleted for good. */
export const STREAM_DELETED = '$streamDeleted';
/** The smallest record, in bytes. */
const HEADER = 128;
/** The most bytes of padding in a record. */
const PADDING = 512;
/** One commit of so many is followed by an event of the server's own. */
const OWN_EACH = 8;

/** An event of the server's own. */
export const own = (type: string, data: Uint8Array = Buffer.from('{}')): Proposed => ({
  id: crypto.randomUUID(),
  type,
  json: true,
  data,
  metadata: new Uint8Array(),
});

export type RecordOptions = { encode: Encode; decode: Decode; seed: number; now: () => number };

export type Records = ReturnType<typeof createRecords>;

export function createRecords(rows: Rows, { encode, decode, seed, now }: RecordOptions) {
  const recent = createRecent();
  const newest = rows.newest();
  let last = newest?.position ?? 0;
  /** Where the next record begins. */
  let end = newest ? newest.position + newest.size : 0;

  const stateOf = (stream: string, upTo?: number): StreamState => {
    const { revision = -1, type } = rows.lastOf(stream, upTo) ?? {};
    const from = Number.MAX_SAFE_INTEGER;
    const of = { stream: metadataOf(stream), from, backwards: true, limit: 1 };
    const [metadata] = rows.page(of, 0, upTo);
    const limits = metadata ? limitsIn(decode(metadata.answer).data) : usualOf(stream);
    const hasMetadata = metadata !== undefined;
    return { ...limits, last: revision, tombstoned: type === STREAM_DELETED, hasMetadata };
  };
  /** The first revision of a stream that is young enough to be read. */
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
  const insert = (stream: string, after: number, events: readonly Proposed[]) => {
    for (const [i, event] of events.entries()) {
      const placed = { position: end, stream, revision: after + 1 + i, created: now() };
      const padding = Math.floor(seededRandom(seed ^ end)() * PADDING);
      const size = HEADER + event.data.length + event.metadata.length + padding;
      const { id, type } = event;
      rows.insert({ ...placed, size, id, type, answer: encode({ ...event, ...placed }) });
      recent.note(id, placed);
      last = end;
      end += size;
    }
    return { revision: Math.max(after + events.length, 0), position: last };
  };
  const insertOwn = (stream: string, event: Proposed) =>
    insert(stream, rows.lastOf(stream)?.revision ?? -1, [event]);
  /** Where the record behind the last one up to a position begins. */
  const endOf = (upTo: number): number => {
    if (upTo >= last) return end;
    const [held] = rows.page({ from: upTo, backwards: false, limit: 1 });
    return held ? held.position + held.size : end;
  };
  return {
    insert,
    insertOwn,
    stateOf,
    /** The first revision of a stream that its metadata does not hide. */
    firstRead: (stream: string, upTo: number) => {
      const state = stateOf(stream, upTo);
      return Math.max(firstOf(state, state.last), youngOf(stream, state));
    },
    recent: recent.find,
    /** Now and then the server notes something between the events of others. */
    maybeOwn: () => {
      if (seededRandom(~seed ^ end)() * OWN_EACH < 1)
        insertOwn('$stats-127.0.0.1:2113', own('$statsCollected'));
    },
    isEmpty: () => end === 0,
    last: () => last,
    /** @param upTo position of the last record that the reader's node holds */
    placeOf: (position: number, upTo: number): Place => {
      const behind = endOf(upTo);
      if (position >= behind) return position === behind ? 'end' : 'behind';
      return rows.isRecord(position) ? 'record' : 'none';
    },
  };
}
