/**
 * What the protocol server keeps: events in the order of their commits, each where a record of the log begins, and the
 * server's own events between them, as in EventStoreDB.
 */
import { ALL_OF_IT, firstOf, METADATA, metadataOf } from './limits.ts';
import { createRecords, type Encode, own, type Place, type Proposed, type Records } from './records.ts';
import { openRows, type PageOf, type Rows, type Stored } from './rows.ts';
import { type ExpectedRevision, verdictOn } from './verdict.ts';

/** Of the last event; `actual` is -1 where there is no stream. */
export type Outcome = { revision: number; position: number } | { actual: number } | 'deleted';

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

function write(
  rows: Rows,
  records: Records,
  stream: string,
  expected: ExpectedRevision,
  events: readonly Proposed[],
): Outcome {
  const actual = rows.lastOf(stream);
  const softDeleted = records.isHidden(stream);
  const verdict = verdictOn({
    ...{ stream, expected, last: actual, softDeleted, tombstoned: records.limitsOf(stream).tombstoned },
    ids: events.map(({ id }) => id),
    recent: records.recent,
    idAt: revision => rows.at(stream, revision)?.id,
  });
  if (verdict === 'deleted') return verdict;
  if (verdict === 'wrong') return { actual };
  if (verdict !== 'write') {
    const known = rows.at(stream, verdict.known);
    return { revision: verdict.known, position: known?.position ?? records.last() };
  }
  if (softDeleted && events.length > 0)
    records.insertOwn(metadataOf(stream), own(METADATA, { $tb: actual + 1 }));
  return records.insert(stream, actual, events);
}

function remove(
  rows: Rows,
  records: Records,
  stream: string,
  expected: ExpectedRevision,
  how: 'soft' | 'tombstone',
): Outcome {
  const actual = rows.lastOf(stream);
  const limits = records.limitsOf(stream);
  if (limits.tombstoned) return 'deleted';
  const fits = expected === 'any' || (expected === 'exists' ? actual >= 0 : expected === actual);
  if (!fits) return { actual };
  if (how === 'soft') return records.insertOwn(metadataOf(stream), own(METADATA, { $tb: ALL_OF_IT }));
  records.limit(stream, { ...limits, tombstoned: true });
  return records.insert(stream, actual, [own('$streamDeleted')]);
}

/** All that is asked for in one turn is one transaction. @param grown called after each */
function createCommits(rows: Rows, records: Records, grown: () => void) {
  let waiting: (() => () => void)[] = [];
  const commit = () => {
    const asked = waiting;
    waiting = [];
    if (!rows.isOpen) return;
    const answers = rows.together(() => {
      const done = asked.map(run => run());
      records.maybeOwn();
      return done;
    });
    for (const answer of answers) answer();
    grown();
  };
  return (run: () => Outcome) =>
    new Promise<Outcome>(resolve => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push(() => {
        const outcome = run();
        return () => resolve(outcome);
      });
    });
}

export function openTable({ file, encode, seed, now = Date.now }: TableOptions): Table {
  const rows = openRows(file);
  const records = createRecords(rows, { encode, seed, now });
  const listeners = new Set<() => void>();
  const soon = createCommits(rows, records, () => {
    for (const listener of [...listeners]) listener();
  });
  if (records.isEmpty())
    rows.together(() => {
      for (const stream of ['$users', '$ops', '$settings']) records.insertOwn(stream, own('$begun'));
    });
  const firstRead = (stream: string | undefined) =>
    stream === undefined ? 0 : firstOf(records.limitsOf(stream), rows.lastOf(stream));
  return {
    append: (...asked) => soon(() => write(rows, records, ...asked)),
    remove: (...asked) => soon(() => remove(rows, records, ...asked)),
    page: of => rows.page(of, firstRead(of.stream)),
    has: stream => rows.lastOf(stream) >= 0 && !records.isHidden(stream),
    isTombstoned: stream => records.limitsOf(stream).tombstoned,
    placeOf: records.placeOf,
    last: records.last,
    onGrowth: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => rows.close(),
  };
}
