/** The port of the event log. Adapters: memory, SQLite, EventStoreDB. */
import type { NewEvent, NewRawEvent, RawEvent, Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';

/** Revision that a writer expects: no stream, any, an existing stream, or the last revision. */
export type ExpectedRevision = 'none' | 'any' | 'exists' | bigint;

export type AppendResult = {
  /** Revision of the last event appended, or found if the same ids already existed. */
  revision: bigint;
  /** Log position of the append's last event. */
  position: LogPosition;
  /** True if all events already existed and nothing was written. */
  repeated: boolean;
};

export type ReadOptions = {
  /** First revision (forwards) or last (backwards) to read. Default: the stream's start or end. */
  from?: bigint;
  direction?: 'forwards' | 'backwards';
  limit?: number;
};

/** Selects events by stream prefix (`case-`), by types, or both. Empty selects all. */
export type EventFilter = { streamPrefix?: string; types?: readonly string[] };

export type ReadAllOptions = {
  /** Reads events after this position. Default: START. */
  after?: LogPosition;
  /** Reads events before this position. Default: the log's end. */
  before?: LogPosition;
  /** Order of the events. `backwards` with a limit reads the newest ones. */
  direction?: 'forwards' | 'backwards';
  limit?: number;
  filter?: EventFilter;
};

export type BatchOptions = {
  /** Maximum number of events in one batch. A batch of large events has fewer. */
  size?: number;
  /** Hint that the read is long: an adapter may decode events in another thread. */
  long?: boolean;
};

export type SubscribeOptions = { filter?: EventFilter; signal: AbortSignal };

/** Thrown by `append` if the stream's revision is not the expected one. Nothing of the append is stored. */
export class WrongRevisionError extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** The stream's actual revision. -1n if it does not exist. */
  readonly actual: bigint;
  constructor(stream: string, expected: ExpectedRevision, actual: bigint) {
    super(`stream ${stream}: expected ${expected}, is at ${actual}`);
    this.name = 'WrongRevisionError';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** A log that takes events of type `New` and yields events of type `Read`. */
interface StoreOf<New, Read> {
  /** Permanent name of this log. Part of every position that leaves the server. */
  readonly id: string;
  /**
   * Appends all events or none, and resolves once they are durable. Skips events whose ids the stream already
   * holds; if it holds all of them, returns the first answer and ignores the expected revision.
   * @throws WrongRevisionError, Refusal tooLarge
   */
  append(stream: string, expected: ExpectedRevision, events: readonly New[]): Promise<AppendResult>;
  read(stream: string, options?: ReadOptions): AsyncIterable<Read>;
  readAll(options?: ReadAllOptions): AsyncIterable<Read>;
  /** Like `readAll`, in batches that are never empty. Several times as fast if every event is needed. */
  readBatches(options?: ReadAllOptions & BatchOptions): AsyncIterable<Read[]>;
  /** The event with this id in this stream, if any. Used to recognise repeated commands. */
  find(stream: string, eventId: string): Promise<Read | undefined>;
  /**
   * Yields everything after a position: existing events, then new ones, without a gap and at the reader's
   * pace. Ends when the signal aborts.
   */
  subscribe(after: LogPosition, options: SubscribeOptions): AsyncIterable<Read>;
  /**
   * Like `subscribe`, in batches that are never empty: the events available at that moment, at most `size` (default
   * 64).
   */
  subscribeBatches(after: LogPosition, options: SubscribeOptions & BatchOptions): AsyncIterable<Read[]>;
  /** Position of the last event. START for an empty log. */
  head(): Promise<LogPosition>;
  /**
   * Position of the last event at or before any number. START if there is none. Trap: in a log with gaps, a
   * number that is no event's position costs a read of all later events.
   */
  lastUpTo(number: bigint): Promise<LogPosition>;
  /** Resolves once running appends are durable. Ends subscriptions and refuses later appends. */
  close(): Promise<void>;
}

/** The read-only part: a second connection to the same log (a rebuild in a worker thread, a backup). */
type ReaderOf<Read> = Pick<
  StoreOf<never, Read>,
  'id' | 'read' | 'readAll' | 'readBatches' | 'find' | 'head' | 'lastUpTo' | 'close'
>;

/** The log as it is stored, for adapters, the sealed store, the relay and backups. */
export type RawEventStore = StoreOf<NewRawEvent, RawEvent>;
export type RawEventReader = ReaderOf<RawEvent>;

/** The log as the application uses it: every event has the current shape of its type. See versioned-store.ts. */
export type EventStore = StoreOf<NewEvent, Recorded>;
export type EventReader = ReaderOf<Recorded>;

/** Thrown by every call after `close`, or after the store's file failed. */
export class StoreClosedError extends Error {
  constructor(why = 'the event store is closed') {
    super(why);
    this.name = 'StoreClosedError';
  }
}
