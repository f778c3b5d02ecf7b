/** Places records in the log, with gaps between them that differ with the seed. */
import { seeded } from '#services/eventstore/crash/seeded.ts';
import { describedBy, isSoftDeleted, type Limits, limitsIn, METADATA, none, usualOf } from './limits.ts';
import { createRecent } from './recent.ts';
import type { Rows } from './rows.ts';

export type Proposed = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array };
/** Where and when an event came to stand. */
export type Placed = { position: number; stream: string; revision: number; created: number };
/** Makes the bytes of the answer that holds an event. */
export type Encode = (event: Proposed & Placed) => Uint8Array;

/** Where a reader begins: at a record, where the next one will be, behind that, or at no place that there is. */
export type Place = 'record' | 'end' | 'behind' | 'none';

/** The smallest record, in bytes. */
const HEADER = 128;
/** The most bytes of padding in a record. */
const PADDING = 512;
/** One commit of so many is followed by an event of the server's own. */
const OWN_EACH = 8;

/** An event of the server's own. */
export const own = (type: string, data: unknown = {}): Proposed => ({
  id: crypto.randomUUID(),
  type,
  json: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: new Uint8Array(),
});

export type Records = ReturnType<typeof createRecords>;

export function createRecords(
  rows: Rows,
  { encode, seed, now }: { encode: Encode; seed: number; now: () => number },
) {
  const recent = createRecent();
  const newest = rows.newest();
  let last = newest?.position ?? 0;
  /** Where the next record begins. */
  let end = newest ? newest.position + newest.size : 0;

  const limitsOf = (stream: string): Limits => {
    const said = rows.said(stream);
    // The boundary: only `limit` has written it.
    return said === undefined ? usualOf(stream) : { ...none, ...(JSON.parse(said) as Partial<Limits>) };
  };
  const limit = (stream: string, { truncateBefore, maxCount, tombstoned }: Limits) => {
    const some = Number.isFinite(maxCount) ? { maxCount } : {};
    rows.say(stream, JSON.stringify({ truncateBefore, tombstoned, ...some }));
  };
  /** @param after revision of the stream's last event; gives that of the last one now */
  const insert = (stream: string, after: number, events: readonly Proposed[]) => {
    for (const [i, event] of events.entries()) {
      const placed = { position: end, stream, revision: after + 1 + i, created: now() };
      const padding = Math.floor(seeded(seed ^ end)() * PADDING);
      const size = HEADER + event.data.length + event.metadata.length + padding;
      const { id, type } = event;
      rows.insert({ ...placed, size, id, type, answer: encode({ ...event, ...placed }) });
      recent.note(id, placed);
      const described = describedBy(stream);
      if (described !== undefined && type === METADATA) limit(described, limitsIn(event.data));
      last = end;
      end += size;
    }
    return { revision: Math.max(after + events.length, 0), position: last };
  };
  const insertOwn = (stream: string, event: Proposed) => insert(stream, rows.lastOf(stream), [event]);
  return {
    insert,
    insertOwn,
    limit,
    limitsOf,
    recent: recent.find,
    /** Now and then the server notes something between the events of others. */
    maybeOwn: () => {
      if (seeded(~seed ^ end)() * OWN_EACH < 1) insertOwn('$stats-127.0.0.1:2113', own('$statsCollected'));
    },
    isEmpty: () => end === 0,
    last: () => last,
    placeOf: (position: number): Place => {
      if (position >= end) return position === end ? 'end' : 'behind';
      return rows.isRecord(position) ? 'record' : 'none';
    },
    isHidden: (stream: string) => isSoftDeleted(limitsOf(stream)),
  };
}
