/** Messages between a server or command and the process that folds the log with one version's views. */
import type { RawEvent } from '#events/envelope.ts';

/** A stored row without its content. */
export type RowMark = { id: string; position: bigint; hash: string };

/** An event that touched a row, and the row after it; null if there is none. */
export type RowTraceStep = {
  position: bigint;
  type: string;
  stream: string;
  revision: bigint;
  at: string;
  hash: string | null;
};

/** Rows whose history is wanted, by view. */
export type WatchedRows = Readonly<Record<string, readonly string[]>>;

/** What the process is asked. It answers one request after another. */
export type VersionRequests = {
  /** Imports the version's views. */
  load: {
    ask: { folder: string; logId: string; to: bigint };
    answer: { views: { name: string; from: string | null }[] };
  };
  /** Folds the log into a new file in an empty folder. With `watch`, the history of these rows is kept. */
  build: { ask: { dir: string; watch?: WatchedRows }; answer: null };
  /** Opens a finished file of this version's rows. */
  open: { ask: { file: string }; answer: null };
  /** Rows of a view after an id, in the order of ids. */
  page: { ask: { view: string; after: string; limit: number }; answer: RowMark[] };
  /** The history of a watched row, oldest first. */
  trace: { ask: { view: string; id: string }; answer: RowTraceStep[] };
  /** A watched row after its nth step, as JSON. */
  traced: { ask: { view: string; id: string; nth: number }; answer: string | null };
};
export type VersionRequest = keyof VersionRequests;

/** Reads of the log by the child process. It cannot open the log, because only its parent has the keys. */
export type LogRequest =
  /** The next batch of the read with this number; empty at the read's end. */
  | {
      what: 'batch';
      read: number;
      after: bigint;
      filter: { streamPrefix?: string; types?: string[] } | undefined;
    }
  | { what: 'stream'; stream: string }
  | { what: 'done'; read: number };

export type MessageToVersion =
  | { do: VersionRequest; n: number; ask: VersionRequests[VersionRequest]['ask'] }
  | { do: 'events'; n: number; events: RawEvent[] }
  | { do: 'unread'; n: number; message: string };

export type MessageFromVersion =
  | { said: 'answer'; n: number; answer: VersionRequests[VersionRequest]['answer'] }
  | { said: 'failure'; n: number; kind: VersionFault; message: string }
  | { said: 'read'; n: number; log: LogRequest };

/** Why a version cannot be compared: its folder is none, or it does not understand the log. */
export type VersionFault = 'folder' | 'log';
