/** What a read model is: pure folds over events into rows, and who sees them. */
import type { Recorded } from '#events/envelope.ts';

/**
 * One entry under which a row is found: in `list`, by everybody in `room`, counted under `group` (the room's
 * histogram), sorted by the keys of `sort` (one for each of the list's sorts, see views.ts).
 */
export type Sight = { list: string; room: string; group: string; sort: Record<string, string> };

/**
 * Rows of other views as they stand at this event: a view that folds earlier in views.ts sees those of later ones as
 * they were before it. The caller names the row's type: this is the boundary where stored JSON is trusted.
 */
export type Reader = { row: <R>(view: string, id: string) => R | undefined };

type Common<Row> = {
  name: string;
  /** A change of it rebuilds the read models. */
  version: number;
  /** Rows that are kept parsed in memory; 0 where they are written once and rarely read. */
  keep: number;
  /** Where the row is found, and by whom: rooms decide who. */
  sights?: (row: Row) => Sight[];
  /** For rows without sights: whom a change concerns. Without both: nobody. */
  rooms?: (row: Row, read: Reader) => string[];
  /** Texts that a keyword finds it by. All sights of such a row share their group and sort keys. */
  words?: (row: Row) => string[];
  /** True where a client that was away is told of its changes and removals. */
  resumes?: boolean;
};

/** Rows that follow from events. They are viewer-free: they hold ids of people, never words for a language. */
export type FoldedView<Row = unknown> = Common<Row> & {
  /** Streams that it follows: a prefix up to its dash (`case-`), or a whole name without one. */
  follows: readonly string[];
  /** The rows that an event may change. */
  keys: (event: Recorded, read: Reader) => readonly string[];
  /** The row after the event; null deletes it. */
  fold: (row: Row | undefined, event: Recorded, read: Reader, id: string) => Row | null;
  /** True where the rows' ids are new with this event: they are not looked for. For views that keep none. */
  fresh?: (event: Recorded) => boolean;
  /** True where a row belongs to one event alone: after it, no event of the same batch looks for it. */
  once?: boolean;
};

/** Rows that follow from another view's rows, once for each batch and in the same transaction. */
export type DerivedView<Row = unknown, From = unknown> = Common<Row> & {
  from: string;
  derive: (row: From) => Row | null;
};

export type View<Row = unknown> = FoldedView<Row> | DerivedView<Row>;

// Each view ties its own row to its own functions; the list of all forgets which. The store keeps them apart by name.
export const folded = <Row>(view: FoldedView<Row>): FoldedView => view as unknown as FoldedView;
export const derived = <Row, From>(view: DerivedView<Row, From>): DerivedView =>
  view as unknown as DerivedView;
