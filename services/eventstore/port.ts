/** The event log as everything else sees it; memory, SQLite and EventStoreDB stand behind it. */
import type { NewEvent, Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';

/** What a writer believes of the stream: that it does not exist, anything, that it exists, or its last revision. */
export type Expected = 'none' | 'any' | 'exists' | bigint;

export type Appended = {
  /** Revision of the last event appended (or found, where the same ids were there already). */
  revision: bigint;
  /** Position of that event in the log. */
  position: LogPosition;
  /** True where every event was already there: nothing was written. */
  repeated: boolean;
};

export type ReadOptions = {
  /** First revision (forwards) or last (backwards) to give; default the stream's start or end. */
  from?: bigint;
  direction?: 'forwards' | 'backwards';
  limit?: number;
};

/** Which events: by the streams' prefix (`case-`), by types, or both. Empty is everything. */
export type Filter = { streamPrefix?: string; types?: readonly string[] };

export type ReadAllOptions = {
  /** Events after this position; default START. */
  after?: LogPosition;
  /** Events before this position only; default the log's end. */
  before?: LogPosition;
  /** The order they come in; `backwards` with a limit gives the newest ones. */
  direction?: 'forwards' | 'backwards';
  limit?: number;
  filter?: Filter;
};

export type BatchOptions = {
  /** Largest number of events in one batch; a batch of large events is shorter. */
  size?: number;
  /** Very much is read while little else is done: an adapter may do its share of it beside this thread. */
  long?: boolean;
};

export type SubscribeOptions = { filter?: Filter; signal: AbortSignal };

/** Thrown by `append` where the stream is not as expected; nothing of that append is stored. */
export class WrongRevision extends Error {
  readonly stream: string;
  readonly expected: Expected;
  /** The revision it has; -1n where it does not exist. */
  readonly actual: bigint;
  constructor(stream: string, expected: Expected, actual: bigint) {
    super(`stream ${stream}: expected ${expected}, is at ${actual}`);
    this.name = 'WrongRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

export interface EventStore {
  /** Names this log for ever; part of every position that leaves the server. */
  readonly id: string;
  /**
   * Appends all events or none. Resolves once they are durable. Events whose ids the stream already holds are not
   * written again: if all of them are there the first answer is given again, whatever was expected.
   * @throws WrongRevision, Refusal tooLarge
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>;
  read(stream: string, options?: ReadOptions): AsyncIterable<Recorded>;
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>;
  /** As `readAll`, in batches that are never empty: several times as fast where every event is wanted. */
  readBatches(options?: ReadAllOptions & BatchOptions): AsyncIterable<Recorded[]>;
  /** The event with this id in this stream, if it is there (how a repeated command is recognised). */
  find(stream: string, eventId: string): Promise<Recorded | undefined>;
  /**
   * Everything after a position, first what is there, then what comes, with no hole in between and at the
   * reader's pace; ends when the signal is aborted.
   */
  subscribe(after: LogPosition, options: SubscribeOptions): AsyncIterable<Recorded>;
  /** As `subscribe`, in batches that are never empty: what has come by then, up to `size` (default 64). */
  subscribeBatches(after: LogPosition, options: SubscribeOptions & BatchOptions): AsyncIterable<Recorded[]>;
  /** Position of the last event; START for an empty log. */
  head(): Promise<LogPosition>;
  /**
   * Position of the last event that does not stand behind a number, whoever said it; START where there is none.
   * Trap: where positions have gaps and it is no event's, all that stands behind it is read.
   */
  lastUpTo(number: bigint): Promise<LogPosition>;
  /** Ends once what was being appended is durable; subscriptions end, later appends are refused. */
  close(): Promise<void>;
}

/** What needs no writing: a second connection to the same log (a rebuild in a worker thread, a backup). */
export type EventReader = Pick<
  EventStore,
  'id' | 'read' | 'readAll' | 'readBatches' | 'find' | 'head' | 'lastUpTo' | 'close'
>;

/** Thrown by everything that is asked of a store after `close`, or after its file failed. */
export class StoreClosed extends Error {
  constructor(why = 'the event store is closed') {
    super(why);
    this.name = 'StoreClosed';
  }
}
