/** What a read model is: pure folds over events into rows, who sees them, and what they look like to a viewer. */
import type { Recorded } from '#events/envelope.ts';
import type { Ask } from './asks.ts';
import type { Found, Own, Rows } from './found.ts';
import type { PresentCtx } from './present.ts';
import type { Lists } from './store/schema.ts';

/**
 * One entry under which a row is found: in `list`, by everybody in `room`, counted under `group` (the room's
 * histogram), sorted by the keys of `sort` (one for each of the list's sorts, see `lists`).
 */
export type Sight = { list: string; room: string; group: string; sort: Record<string, string> };

/** `at`: a whole number above 0 that no other row has, of any view; the newest is greatest. `rooms`: where it is found. */
export type PlaceInTime = { at: number; rooms: readonly string[] };

/**
 * Rows of other views as they stand at this event: a view that folds earlier in views.ts sees those of later ones as
 * they were before it. The caller names the row's type: this is the boundary where stored JSON is trusted.
 */
export type Reader = { row: <R>(view: string, id: string) => R | undefined };

/** A row that stands in lists: its sights say where, and whom its changes concern. */
type InLists<Row> = {
  /** The lists that its sights name, and what each is sorted by besides the id. The first sort is the usual one. */
  lists: Lists;
  sights(row: Row): Sight[];
  /** True where a client that was away is told of its changes and removals. */
  resumes?: boolean;
  rooms?: undefined;
};

/** A row of no list. */
type InRooms<Row> = {
  /** Whom a change concerns. */
  rooms(row: Row, read: Reader): string[];
  lists?: undefined;
  sights?: undefined;
  resumes?: undefined;
};

// Functions of rows are written as methods: a list of views of different rows is a list of views only so.
type Common<Row, Item> = {
  name: string;
  /** A change of it rebuilds the read models. */
  version: number;
  /** Rows that are kept parsed in memory; 0 where they are written once and rarely read. */
  keep: number;
  /**
   * Texts that a keyword finds it by. All sights of such a row share their group and sort keys. Words are kept by the
   * row's id and found by its rooms: views with words have ids and rooms of their own.
   */
  words?(row: Row): string[];
  /** For rows that are searched from the newest on, and not in their lists: where they stand, from first to last. */
  placed?(row: Row): PlaceInTime;
  /** The row as this viewer gets it, over HTTP and over the socket alike; undefined where it is none of theirs. */
  present(found: Found<Row>, ctx: PresentCtx, rows: Rows): Item | undefined;
  /** What can be asked of it over HTTP. */
  asks?: Ask<Item>;
  /** What the server asks of it: these become ReadModels' own. */
  reads?(own: Own<Item>): object;
} & (InLists<Row> | InRooms<Row>);

/** Rows that follow from events. They are viewer-free: they hold ids of people, never words for a language. */
export type FoldedView<Row = unknown, Item = unknown> = Common<Row, Item> & {
  /** Streams that it follows: a prefix up to its dash (`case-`), or a whole name without one. */
  follows: readonly string[];
  /** The rows that an event may change. */
  keys(event: Recorded, read: Reader): readonly string[];
  /** The row after the event; null deletes it. */
  fold(row: Row | undefined, event: Recorded, read: Reader, id: string): Row | null;
  /** True where the row's id is new with this event: it is not looked for. */
  fresh?(event: Recorded, id: string): boolean;
  /**
   * True where no row holds anything personal: they stay when a patient's key is gone, and all others of the case are
   * folded anew. A view whose rows take from several cases has to be.
   */
  impersonal?: boolean;
  /** The row as one that changed at this position: for rows that tell so themselves, and are folded anew. */
  renewed?(row: Row, position: bigint): Row;
  /** True where a row belongs to one event alone: after it, no event of the same batch looks for it. */
  once?: boolean;
};

/** Rows that follow from another view's rows, once for each batch and in the same transaction. */
export type DerivedView<Row = unknown, Item = unknown, From = unknown> = Common<Row, Item> & {
  from: string;
  derive(row: From): Row | null;
};

/** A view's object is written as `{ … } satisfies FoldedView<Row, Item>`: that ties its row to its functions. */
export type View = FoldedView | DerivedView;

/** `present` of rows that nobody is shown. */
export const nobody = (): undefined => undefined;
