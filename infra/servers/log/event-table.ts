/**
 * Storage of the protocol server: events in commit order with log positions, mixed with the server's own
 * events, as in EventStoreDB.
 */

import {
  type EventPageQuery,
  type EventRows,
  NO_UPPER_BOUND,
  openEventRows,
  type StoredEvent,
} from './event-rows.ts';
import {
  createEventRecords,
  createSystemEvent,
  type EventRecordOptions,
  type EventRecords,
  type PositionKind,
  type ProposedEvent,
  STREAM_DELETED,
  type StreamState,
} from './records.ts';
import {
  createSoftDeletionMetadata,
  isSoftDeleted,
  METADATA_TYPE,
  metadataStreamOf,
} from './stream-limits.ts';
import { decideAppend, type ExpectedRevision } from './verdict.ts';

/**
 * Revision and position of the last event, or the actual revision after a wrong expectation; -1 if the stream
 * does not exist.
 */
export type WriteOutcome = { revision: number; position: number } | { actual: number } | 'deleted';

/** The log as a node reads it: complete, or up to its last replicated event. */
export type ReadableLog = {
  /** Reads a page. Events of a stream that its metadata hides are left out. */
  page(of: EventPageQuery): StoredEvent[];
  has(stream: string): boolean;
  isTombstoned(stream: string): boolean;
  placeOf(position: number): PositionKind;
  /** Position of the last event. */
  last(): number;
  /** Calls `listener` after each commit, until the returned function is called. */
  onGrowth(listener: () => void): () => void;
};

export type EventTable = ReadableLog & {
  /**
   * Commits all events or none, in one transaction with other appends of the same turn. Resolves when they
   * are durable.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly ProposedEvent[]): Promise<WriteOutcome>;
  /** Predicts the outcome of an append that writes nothing; undefined if it would write. */
  foresee(...asked: Parameters<EventTable['append']>): WriteOutcome | undefined;
  /** Deletes a stream: hides it until the next append, or permanently. */
  remove(removal: Removal): Promise<WriteOutcome>;
  /** Returns the log up to a position. @param end position of the last visible event */
  upTo(end: () => number): ReadableLog;
  close(): void;
};

export type EventTableOptions = Omit<EventRecordOptions, 'now'> & {
  /** Path, or ':memory:'. */
  file: string;
  now?: () => number;
};

type AppendRequest = { stream: string; expected: ExpectedRevision; events: readonly ProposedEvent[] };

/** Predicts the outcome of an append that writes nothing; undefined if it would write. */
function foresee(
  rows: EventRows,
  records: EventRecords,
  state: StreamState,
  asked: AppendRequest,
): WriteOutcome | undefined {
  const { events, ...where } = asked;
  const verdict = decideAppend({
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

function write(rows: EventRows, records: EventRecords, asked: AppendRequest): WriteOutcome {
  const { stream, events } = asked;
  const state = records.stateOf(stream);
  const foreseen = foresee(rows, records, state, asked);
  if (foreseen) return foreseen;
  if (isSoftDeleted(state) && events.length > 0) {
    const begin = Buffer.from(JSON.stringify({ $tb: state.last + 1 }));
    records.insertOwn(metadataStreamOf(stream), createSystemEvent(METADATA_TYPE, begin));
  }
  return records.insert(stream, state.last, events);
}

type Removal = { stream: string; expected: ExpectedRevision; how: 'soft' | 'tombstone' };

function remove(rows: EventRows, records: EventRecords, { stream, expected, how }: Removal): WriteOutcome {
  const state = records.stateOf(stream);
  const event =
    how === 'soft'
      ? createSystemEvent(METADATA_TYPE, createSoftDeletionMetadata())
      : createSystemEvent(STREAM_DELETED);
  const foreseen = foresee(rows, records, state, { stream, expected, events: [event] });
  if (foreseen) return foreseen;
  if (how === 'tombstone') return records.insert(stream, state.last, [event]);
  // Trap: a stream with only metadata can be deleted; a stream without events and metadata cannot, at any
  // expected revision.
  const exists = state.last >= 0 || state.hasMetadata;
  return exists ? records.insertOwn(metadataStreamOf(stream), event) : { actual: -1 };
}

/**
 * Commits all writes of one event loop turn in one transaction. @param grown called after each transaction
 */
function createCommits(rows: EventRows, records: EventRecords, grown: () => void) {
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
  return (run: () => WriteOutcome) =>
    new Promise<WriteOutcome>(resolve => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push(() => {
        const outcome = run();
        return () => resolve(outcome);
      });
    });
}

function createLog(rows: EventRows, records: EventRecords, end: () => number): Omit<ReadableLog, 'onGrowth'> {
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

export function openEventTable({ file, now = Date.now, ...how }: EventTableOptions): EventTable {
  const rows = openEventRows(file);
  const records = createEventRecords(rows, { ...how, now });
  const listeners = new Set<() => void>();
  const soon = createCommits(rows, records, () => {
    for (const listener of [...listeners]) listener();
  });
  if (records.isEmpty())
    rows.together(() => {
      for (const stream of ['$users', '$ops', '$settings'])
        records.insertOwn(stream, createSystemEvent('$begun'));
    });
  const onGrowth = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    ...createLog(rows, records, () => NO_UPPER_BOUND),
    onGrowth,
    append: (stream, expected, events) => soon(() => write(rows, records, { stream, expected, events })),
    foresee: (stream, expected, events) =>
      foresee(rows, records, records.stateOf(stream), { stream, expected, events }),
    remove: removal => soon(() => remove(rows, records, removal)),
    upTo: end => ({ ...createLog(rows, records, end), onGrowth }),
    close: () => rows.close(),
  };
}
