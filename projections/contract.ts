/** What the read models offer to HTTP, sockets and effects, and what they need of the log. */

import type { Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import type { MessageKind } from '#events/mail/topics.ts';
import type { Directory } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import type { RowChange } from '#events/wire.ts';
import type { PresentCtx } from './present.ts';
import type { AskAnswer, AskPath, AskQuery, ViewReads } from './views.ts';

/** The part of the event store's port that is read; events come opened (personal parts in the clear). */
export type Log = {
  readonly id: string;
  head(): Promise<LogPosition>;
  read(stream: string): AsyncIterable<Recorded>;
  readBatches(options: { after?: LogPosition; size?: number; long?: boolean }): AsyncIterable<Recorded[]>;
  subscribeBatches(
    after: LogPosition,
    options: { signal: AbortSignal; size?: number },
  ): AsyncIterable<Recorded[]>;
};

type CaseSort = 'updatedAt' | 'caseId' | 'patient';

export type CaseQuery = {
  /** `action`: what waits for the viewer. */
  tab: 'all' | 'action';
  /** Indices of status groups 0..11; several are a union, 0 is all. */
  filters?: number[];
  /** One of the workbench's counters. */
  counter?: string;
  /** Name, pinyin, initials, case id's beginning, outside number, clinic. */
  keyword?: string;
  productType?: number[];
  method?: number[];
  /** Default false: archived cases are left out; true shows only them. */
  archived?: boolean;
  sort: CaseSort;
  descending: boolean;
  /** From 1; a page past the end is empty. */
  page: number;
  size: number;
};

export type Listed<T> = { items: T[]; total: number; page: number; size: number };

/** A row before and after a batch; `undefined` where there was none or is none. Viewer-free. */
export type Change = {
  view: string;
  id: string;
  position: bigint;
  before: unknown | undefined;
  after: unknown | undefined;
  /** Whoever is in one of these rooms saw it before, or sees it after. */
  rooms: { before: readonly string[]; after: readonly string[] };
};

/** Rows and checkpoint are saved: reads answer so from now on. `rooms`: those whose histogram changed. */
export type Announce = {
  position: bigint;
  changes: Change[];
  rooms: string[];
  /** Where the events of the batch stand in their traces, and when it was begun (milliseconds since 1970). */
  traces?: string[];
  began?: number;
};

export type Since = {
  /** True where the position is older than the kept removals or more than 500 rows changed: read anew. */
  tooOld: boolean;
  /** Rows as this viewer's reads answer them now; `row: null` is a removal. */
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

/** What follows the log; the reads of every view are its own (`ViewReads`). */
export type ReadModels = ViewReads & {
  readonly logId: string;
  /** Position of the last event that reads answer from. */
  position(): LogPosition;
  /** Resolves true once the position is reached, false after the time. Milliseconds. */
  reached(position: bigint, timeoutMs: number): Promise<boolean>;
  directory(): Directory;
  /** A PresentCtx's `person`, over the directory as it is now. */
  personRef: PresentCtx['person'];
  /** Rooms that a viewer's sockets join: a change concerns the viewer only if it names one of them. */
  roomsOf(viewer: Viewer): string[];
  /** What a view's `asks` answers. @param now milliseconds since 1970 */
  ask<P extends AskPath>(path: P, asked: { ctx: PresentCtx; query: AskQuery<P>; now: number }): AskAnswer<P>;
  /** A row of any view as this viewer's reads answer it; undefined where it is not there, or none of theirs. */
  item(ctx: PresentCtx, view: string, id: string): unknown;
  /** A change as this viewer's reads would answer it; undefined where it concerns the viewer in nothing. */
  present(ctx: PresentCtx, change: Change): RowChange | undefined;
  changedSince(ctx: PresentCtx, position: bigint): Since;
  onAnnounce(listener: (announce: Announce) => void): () => void;
  /** Folds a case anew from the log, after its patient's key is gone: rows and words are rewritten. */
  refold(caseId: string): Promise<void>;
  /** Resolves once no file of rows holds anything, deleted content included, of a patient whose erasure was folded. */
  cleaned(): Promise<void>;
  /** Copies the rows into a new file, for nodes to begin with. @returns what kind of rows they are: others are of no use */
  snapshot(into: string): Promise<string>;
  /** Builds everything anew beside what answers now, then switches. */
  rebuild(): Promise<void>;
  /** True while rows are built anew. */
  rebuilding(): boolean;
  close(): Promise<void>;
};
