/**
 * What the protocol server keeps: events in the order of their commits, each where a record of the log begins. Between
 * two places there is a gap that nobody can guess, and the server's own events stand between the others, as in
 * EventStoreDB.
 */
import { seeded } from '#services/eventstore/crash/seeded.ts';
import {
  ALL_OF_IT,
  describedBy,
  firstOf,
  isSoftDeleted,
  type Limits,
  limitsIn,
  METADATA,
  metadataOf,
  none,
  usualOf,
} from './limits.ts';
import { createRecent } from './recent.ts';
import { openRows, type PageOf, type Stored } from './rows.ts';
import { type ExpectedRevision, verdictOn } from './verdict.ts';

export type Proposed = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array };
/** Where and when an event came to stand. */
export type Placed = { position: number; stream: string; revision: number; created: number };
/** Makes the bytes of the answer that holds an event. */
export type Encode = (event: Proposed & Placed) => Uint8Array;
/** Of the last event; `actual` is -1 where there is no stream. */
export type Outcome = { revision: number; position: number } | { actual: number } | 'deleted';

/** Where a reader begins: at a record, where the next one will be, behind that, or at no place that there is. */
export type Place = 'record' | 'end' | 'behind' | 'none';

export type Table = {
  /** Commits all events or none, with whatever else is asked for in this turn; resolves once they are durable. */
  append(stream: string, expected: ExpectedRevision, events: readonly Proposed[]): Promise<Outcome>;
  /** Hides a stream until somebody appends to it again, or for good. */
  remove(stream: string, expected: ExpectedRevision, how: 'soft' | 'tombstone'): Promise<Outcome>;
  /** Of a stream without what its metadata hides. */
  page(of: PageOf): Stored[];
  has(stream: string): boolean;
  isTombstoned(stream: string): boolean;
  placeOf(position: number): Place;
  /** Position of the last event. */
  last(): number;
  /** Called after each commit until the answer is called. */
  onGrowth(listener: () => void): () => void;
  close(): void;
};

export type TableOptions = {
  /** Path, or ':memory:'. */
  file: string;
  encode: Encode;
  /** Of the gaps, and of where the server's own events stand. */
  seed: number;
  now?: () => number;
};

/** A record is at least so long. */
const HEADER = 128;
/** And at most so much longer than what is in it. */
const PADDING = 512;
/** One commit of so many is followed by an event of the server's own. */
const OWN_EACH = 8;

const own = (type: string, data: unknown = {}): Proposed => ({
  id: crypto.randomUUID(),
  type,
  json: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: new Uint8Array(),
});

export function openTable({ file, encode, seed, now = Date.now }: TableOptions): Table {
  const rows = openRows(file);
  const recent = createRecent();
  const listeners = new Set<() => void>();
  const newest = rows.newest();
  let last = newest?.position ?? 0;
  /** Where the next record begins. */
  let end = newest ? newest.position + newest.size : 0;
  let waiting: (() => () => void)[] = [];

  const limitsOf = (stream: string): Limits => {
    const said = rows.said(stream);
    // The boundary: only `limit` has written it.
    return said === undefined ? usualOf(stream) : { ...none, ...(JSON.parse(said) as Partial<Limits>) };
  };
  const limit = (stream: string, { truncateBefore, maxCount, tombstoned }: Limits) => {
    const some = Number.isFinite(maxCount) ? { maxCount } : {};
    rows.say(stream, JSON.stringify({ truncateBefore, tombstoned, ...some }));
  };
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
  const noteOwn = (stream: string, event: Proposed) => insert(stream, rows.lastOf(stream), [event]);

  const write = (stream: string, expected: ExpectedRevision, events: readonly Proposed[]): Outcome => {
    const actual = rows.lastOf(stream);
    const limits = limitsOf(stream);
    const verdict = verdictOn({
      ...{ stream, expected, last: actual, tombstoned: limits.tombstoned },
      ids: events.map(({ id }) => id),
      softDeleted: isSoftDeleted(limits),
      recent: recent.find,
      idAt: revision => rows.at(stream, revision)?.id,
    });
    if (verdict === 'deleted') return verdict;
    if (verdict === 'wrong') return { actual };
    if (verdict !== 'write')
      return { revision: verdict.known, position: rows.at(stream, verdict.known)?.position ?? last };
    if (isSoftDeleted(limits) && events.length > 0)
      noteOwn(metadataOf(stream), own(METADATA, { $tb: actual + 1 }));
    return insert(stream, actual, events);
  };
  const remove = (stream: string, expected: ExpectedRevision, how: 'soft' | 'tombstone'): Outcome => {
    const actual = rows.lastOf(stream);
    const limits = limitsOf(stream);
    if (limits.tombstoned) return 'deleted';
    const fits = expected === 'any' || (expected === 'exists' ? actual >= 0 : expected === actual);
    if (!fits) return { actual };
    if (how === 'soft') return noteOwn(metadataOf(stream), own(METADATA, { $tb: ALL_OF_IT }));
    limit(stream, { ...limits, tombstoned: true });
    return insert(stream, actual, [own('$streamDeleted')]);
  };
  /** All that was asked for by now is one transaction. */
  const commit = () => {
    const asked = waiting;
    waiting = [];
    if (!rows.isOpen) return;
    const answers = rows.together(() => {
      const done = asked.map(run => run());
      if (seeded(~seed ^ end)() * OWN_EACH < 1) noteOwn('$stats-127.0.0.1:2113', own('$statsCollected'));
      return done;
    });
    for (const answer of answers) answer();
    for (const listener of [...listeners]) listener();
  };
  const soon = (run: () => Outcome) =>
    new Promise<Outcome>(resolve => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push(() => {
        const outcome = run();
        return () => resolve(outcome);
      });
    });

  if (!newest)
    rows.together(() => {
      for (const stream of ['$users', '$ops', '$settings']) noteOwn(stream, own('$begun'));
    });
  return {
    append: (stream, expected, events) => soon(() => write(stream, expected, events)),
    remove: (stream, expected, how) => soon(() => remove(stream, expected, how)),
    page: of =>
      rows.page(of, of.stream === undefined ? 0 : firstOf(limitsOf(of.stream), rows.lastOf(of.stream))),
    has: stream => rows.lastOf(stream) >= 0 && !isSoftDeleted(limitsOf(stream)),
    isTombstoned: stream => limitsOf(stream).tombstoned,
    placeOf: position =>
      position === end ? 'end' : position > end ? 'behind' : rows.isRecord(position) ? 'record' : 'none',
    last: () => last,
    onGrowth: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => rows.close(),
  };
}
