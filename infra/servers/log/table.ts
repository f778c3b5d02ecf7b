/**
 * Storage of the protocol server: events in commit order with log positions, mixed with the server's own
 * events, as in EventStoreDB.
 */
import { isSoftDeleted, METADATA, metadataOf, softDeletion } from './limits.ts';
import {
  createRecords,
  own,
  type Place,
  type Proposed,
  type RecordOptions,
  type Records,
  STREAM_DELETED,
  type StreamState,
} from './records.ts';
import { EVERYTHING, openRows, type PageOf, type Rows, type Stored } from './rows.ts';
import { type ExpectedRevision, verdictOn } from './verdict.ts';

/**
 * Revision and position of the last event, or the actual revision after a wrong expectation; -1 if the stream
 * does not exist.
 */
export type Outcome = { revision: number; position: number } | { actual: number } | 'deleted';

/** The log as a node reads it: complete, or up to its last replicated event. */
export type Log = {
  /** Reads a page. Events of a stream that its metadata hides are left out. */
  page(of: PageOf): Stored[];
  has(stream: string): boolean;
  isTombstoned(stream: string): boolean;
  placeOf(position: number): Place;
  /** Position of the last event. */
  last(): number;
  /** Calls `listener` after each commit, until the returned function is called. */
  onGrowth(listener: () => void): () => void;
};

export type Table = Log & {
  /**
   * Commits all events or none, in one transaction with other appends of the same turn. Resolves when they
   * are durable.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly Proposed[]): Promise<Outcome>;
  /** Predicts the outcome of an append that writes nothing; undefined if it would write. */
  foresee(...asked: Parameters<Table['append']>): Outcome | undefined;
  /** Deletes a stream: hides it until the next append, or permanently. */
  remove(removal: Removal): Promise<Outcome>;
  /** Returns the log up to a position. @param end position of the last visible event */
  upTo(end: () => number): Log;
  close(): void;
};

export type TableOptions = Omit<RecordOptions, 'now'> & {
  /** Path, or ':memory:'. */
  file: string;
  now?: () => number;
};

type Asked = { stream: string; expected: ExpectedRevision; events: readonly Proposed[] };

/** Predicts the outcome of an append that writes nothing; undefined if it would write. */
function foresee(rows: Rows, records: Records, state: StreamState, asked: Asked): Outcome | undefined {
  const { events, ...where } = asked;
  const verdict = verdictOn({
    ...where,
    ...state,
    softDeleted: isSoftDeleted(state),
    ids: events.map(({ id }) => id),
    recent: records.recent,
    idAt: revision => rows.at(where.stream, revision)?.id,
  });
  if (verdict === 'write') return undefined;
  if (verdict === 'deleted') return verdict;
  if (verdict === 'wrong') return { actual: state.last };
  const known = rows.at(where.stream, verdict.known);
  return { revision: verdict.known, position: known?.position ?? records.last() };
}

function write(rows: Rows, records: Records, asked: Asked): Outcome {
  const { stream, events } = asked;
  const state = records.stateOf(stream);
  const foreseen = foresee(rows, records, state, asked);
  if (foreseen) return foreseen;
  if (isSoftDeleted(state) && events.length > 0) {
    const begin = Buffer.from(JSON.stringify({ $tb: state.last + 1 }));
    records.insertOwn(metadataOf(stream), own(METADATA, begin));
  }
  return records.insert(stream, state.last, events);
}

type Removal = { stream: string; expected: ExpectedRevision; how: 'soft' | 'tombstone' };

function remove(rows: Rows, records: Records, { stream, expected, how }: Removal): Outcome {
  const state = records.stateOf(stream);
  const event = how === 'soft' ? own(METADATA, softDeletion()) : own(STREAM_DELETED);
  const foreseen = foresee(rows, records, state, { stream, expected, events: [event] });
  if (foreseen) return foreseen;
  if (how === 'tombstone') return records.insert(stream, state.last, [event]);
  // Trap: a stream with only metadata can be deleted; a stream without events and metadata cannot, whatever
  // revision is expected.
  const exists = state.last >= 0 || state.hasMetadata;
  return exists ? records.insertOwn(metadataOf(stream), event) : { actual: -1 };
}

/**
 * Commits all writes of one event loop turn in one transaction. @param grown called after each transaction
 */
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

function createLog(rows: Rows, records: Records, end: () => number): Omit<Log, 'onGrowth'> {
  return {
    page: of => rows.page(of, of.stream === undefined ? 0 : records.firstRead(of.stream, end()), end()),
    has: stream => {
      const state = records.stateOf(stream, end());
      return state.last >= 0 && !isSoftDeleted(state);
    },
    isTombstoned: stream => records.stateOf(stream, end()).tombstoned,
    placeOf: position => records.placeOf(position, end()),
    last: () => Math.min(records.last(), end()),
  };
}

export function openTable({ file, now = Date.now, ...how }: TableOptions): Table {
  const rows = openRows(file);
  const records = createRecords(rows, { ...how, now });
  const listeners = new Set<() => void>();
  const soon = createCommits(rows, records, () => {
    for (const listener of [...listeners]) listener();
  });
  if (records.isEmpty())
    rows.together(() => {
      for (const stream of ['$users', '$ops', '$settings']) records.insertOwn(stream, own('$begun'));
    });
  const onGrowth = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    ...createLog(rows, records, () => EVERYTHING),
    onGrowth,
    append: (stream, expected, events) => soon(() => write(rows, records, { stream, expected, events })),
    foresee: (stream, expected, events) =>
      foresee(rows, records, records.stateOf(stream), { stream, expected, events }),
    remove: removal => soon(() => remove(rows, records, removal)),
    upTo: end => ({ ...createLog(rows, records, end), onGrowth }),
    close: () => rows.close(),
  };
}
