/** What a read model is: pure folds over events into rows, and who sees them. */
import type { Recorded } from '#events/envelope.ts';

/**
 * One entry under which a row is found: in `list`, by everybody in `room`, counted under `group` (the room's
 * histogram), sorted by the keys of `sort`.
 */
export type Sight = { list: string; room: string; group: string; sort: Record<string, string> };

/** Rows of other views as they stand in the same transaction; views fold in the order of views.ts. */
export type Reader = { row: <R>(view: string, id: string) => R | undefined };

export type View<Row = unknown> = {
  name: string;
  /** A change of it rebuilds the view. */
  version: number;
  /** Streams that it follows, by prefix. */
  prefix: string;
  /** The rows that an event may change. */
  keys: (event: Recorded, read: Reader) => string[];
  /** The row after the event; null deletes it. Viewer-free: holds ids of people, never words for a language. */
  fold: (row: Row | undefined, event: Recorded, read: Reader) => Row | null;
  /** Where the row is found, and by whom: rooms decide who. */
  sights: (row: Row) => Sight[];
  /** Texts that a keyword finds it by. */
  words?: (row: Row) => string[];
};
