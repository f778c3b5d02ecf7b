/** The event log as everything else sees it; memory, SQLite and EventStoreDB stand behind it. */
import type { NewEvent, Recorded } from '#events/envelope.ts';

/** What a writer believes of the stream: that it does not exist, anything, that it exists, or its last revision. */
export type Expected = 'none' | 'any' | 'exists' | bigint;

export type Appended = {
  /** Revision of the last event appended (or found, where the same ids were there already). */
  revision: bigint;
  /** Position of that event in the log. */
  position: bigint;
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
  /** Events after this position; 0n is the start (positions count from 1). */
  after?: bigint;
  direction?: 'forwards' | 'backwards';
  limit?: number;
  filter?: Filter;
};

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
   * @throws WrongRevision
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>;
  read(stream: string, options?: ReadOptions): AsyncIterable<Recorded>;
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>;
  /** The event with this id in this stream, if it is there (how a repeated command is recognised). */
  find(stream: string, eventId: string): Promise<Recorded | undefined>;
  /**
   * Everything after a position, first what is there, then what comes, with no hole in between and at the
   * reader's pace; ends when the signal is aborted.
   */
  subscribe(after: bigint, options: { filter?: Filter; signal: AbortSignal }): AsyncIterable<Recorded>;
  /** Position of the last event; 0n for an empty log. */
  head(): Promise<bigint>;
  close(): Promise<void>;
}
