/** The interface of the read models for HTTP, sockets and effects, and the part of the log that they read. */

import type { Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import type { MessageKind } from '#events/mail/topics.ts';
import type { Directory } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import type { RowChange } from '#events/wire.ts';
import type { PastRows } from './past/past-rows.ts';
import type { PresentCtx } from './present.ts';
import type { ViewAnswer, ViewPath, ViewQueryParams, ViewReads } from './views.ts';

/** The reading half of the event store's port. Events arrive decrypted and in their current shape. */
export type Log = {
  readonly id: string;
  head(): Promise<LogPosition>;
  read(stream: string): AsyncIterable<Recorded>;
  readBatches(options: {
    after?: LogPosition;
    /** Reads events before this position. */
    before?: LogPosition;
    size?: number;
    long?: boolean;
    filter?: { types?: readonly string[] };
  }): AsyncIterable<Recorded[]>;
  subscribeBatches(
    after: LogPosition,
    options: { signal: AbortSignal; size?: number },
  ): AsyncIterable<Recorded[]>;
};

type CaseSort = 'updatedAt' | 'caseId' | 'patient';

export type CaseQuery = {
  /** `action`: cases that wait for the viewer. */
  tab: 'all' | 'action';
  /** Indices 0..11 of status groups, combined with OR; 0 is all. */
  filters?: number[];
  /** Name of a workbench counter. */
  counter?: string;
  /** Matches name, pinyin, initials, beginning of the case id, outside number, clinic. */
  keyword?: string;
  productType?: number[];
  method?: number[];
  /** True returns only archived cases; false, the default, only the others. */
  archived?: boolean;
  sort: CaseSort;
  descending: boolean;
  /** Page number from 1. Pages past the end are empty. */
  page: number;
  size: number;
};

export type ListPage<T> = { items: T[]; total: number; page: number; size: number };

/** A row before and after a batch; `undefined` if it did not exist or was deleted. Independent of the viewer. */
export type StoredRowChange = {
  view: string;
  id: string;
  position: bigint;
  before: unknown | undefined;
  after: unknown | undefined;
  /** Rooms of the viewers who saw the row before, and who see it after. */
  rooms: { before: readonly string[]; after: readonly string[] };
};

/** Announces that rows and checkpoint are saved. `rooms`: rooms whose histogram changed. */
export type SavedRowsAnnouncement = {
  position: bigint;
  changes: StoredRowChange[];
  rooms: string[];
  /** Trace contexts of the batch's events, and when its folding began (milliseconds since 1970). */
  traces?: string[];
  began?: number;
};

export type ChangesSince = {
  /** The client must read again, because removals that old are purged or more than 500 rows changed. */
  tooOld: boolean;
  /** Rows as this viewer's reads return them now; `row: null` is a removal. */
  changes: RowChange[];
  position: bigint;
};

export type MessageQuery = {
  page: number;
  size: number;
  unread?: boolean;
  kind?: MessageKind;
  grouped?: boolean;
};

/** The read models of a node. The views add their own reads (`ViewReads`). */
export type ReadModels = ViewReads & {
  readonly logId: string;
  /** Position of the last event contained in the rows. */
  position(): LogPosition;
  /** The rows as they stood at past moments. */
  readonly past: PastRows;
  /** Resolves with true once the rows contain the position, or with false after the timeout in milliseconds. */
  reached(position: bigint, timeoutMs: number): Promise<boolean>;
  directory(): Directory;
  /** The `person` function of a PresentCtx, over the current directory. */
  personRef: PresentCtx['person'];
  /** Rooms that the viewer's sockets join. A change outside them does not concern the viewer. */
  roomsOf(viewer: Viewer): string[];
  /**
   * Answers a GET of a view.
   * @param now milliseconds since 1970
   */
  ask<P extends ViewPath>(
    path: P,
    asked: { ctx: PresentCtx; query: ViewQueryParams<P>; now: number },
  ): ViewAnswer<P>;
  /** A row of any view as this viewer gets it; undefined if it does not exist or is hidden from them. */
  item(ctx: PresentCtx, view: string, id: string): unknown;
  /** A change as this viewer gets it; undefined if neither the old nor the new row is visible to them. */
  present(ctx: PresentCtx, change: StoredRowChange): RowChange | undefined;
  changedSince(ctx: PresentCtx, position: bigint): ChangesSince;
  onAnnounce(listener: (announce: SavedRowsAnnouncement) => void): () => void;
  /** Folds a case again from the log after its patient's key was deleted, and rewrites its rows and words. */
  refold(caseId: string): Promise<void>;
  /** Resolves once no file of rows contains data of an erased patient, freed pages included. */
  cleaned(): Promise<void>;
  /**
   * Copies the rows into a new file from which other nodes can start.
   * @returns the kind of the file; nodes of another kind cannot use it
   */
  snapshot(into: string): Promise<string>;
  /** Builds a new generation while the current one answers, then switches to it. */
  rebuild(): Promise<void>;
  /** Whether a rebuild is running. */
  rebuilding(): boolean;
  close(): Promise<void>;
};
