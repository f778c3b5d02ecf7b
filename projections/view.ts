/** Declares the types of a view: pure folds of events into rows, sights of the rows, and their presentation. */
import type { CaseState } from '#events/case/case.ts';
import type { Recorded } from '#events/envelope.ts';
import type { PresentCtx } from './present.ts';
import type { Room } from './rooms.ts';
import type { FoundRow, RowReads, ViewRowReads } from './row-access.ts';
import type { ListSorts } from './store/schema.ts';
import type { ViewRoute } from './view-routes.ts';

/**
 * One index entry of a row: found in `list` by everybody in `room`, counted under `group` in the room's histogram,
 * sorted by `sort`, which has a key for each of the list's sorts.
 */
export type Sight<R extends string = Room> = {
  list: string;
  room: R;
  group: string;
  sort: Record<string, string>;
};

/** `at`: a positive integer, unique over all views, greater for newer rows. `rooms`: rooms that find the row. */
export type PlaceInTime<R extends string = Room> = { at: number; rooms: readonly R[] };

/**
 * Reads rows of other views at the folded event. Views later in views.ts are still as before the event. The caller
 * names the row's type: this is the boundary where stored JSON is trusted.
 */
export type RowReader = { row: <R>(view: string, id: string) => R | undefined };

/** A view whose rows are in lists. The sights of a row decide its lists, and the recipients of its changes. */
type InLists<Row> = {
  /** The lists used by its sights, with the sorts of each besides the id. The first is the default. */
  lists: ListSorts;
  sights(row: Row): Sight[];
  /** Whether clients resume its changes and removals. */
  resumes?: boolean;
  rooms?: undefined;
};

/** A view whose rows are in no list. */
type InRooms<Row> = {
  /** Rooms that get its changes. */
  rooms(row: Row, read: RowReader): Room[];
  lists?: undefined;
  sights?: undefined;
  resumes?: undefined;
};

// Functions of rows are methods, because only methods let views of different row types share one array.
type Common<Row, Item> = {
  name: string;
  /** Change it to rebuild the read models. */
  version: number;
  /** Rows cached as parsed objects; 0 for rows that are rarely read. */
  keep: number;
  /**
   * Texts by which a keyword finds the row. All sights of the row must share group and sort keys. A search knows rooms and
   * groups but no views, so two views with words must not share a room.
   */
  words?(row: Row): string[];
  /** Place in time, for rows that are searched from the newest on instead of in their lists. */
  placed?(row: Row): PlaceInTime;
  /** The row as this viewer gets it, over HTTP and the socket; undefined if it is hidden from the viewer. */
  present(found: FoundRow<Row>, ctx: PresentCtx, rows: RowReads): Item | undefined;
  /**
   * The item as of a past moment: without actions, and without the parts that the case's present state hides. Only for
   * views that have past rows.
   */
  past?(item: Item, now: CaseState): Item;
  /** The view's GET endpoint of the API. */
  asks?: ViewRoute<Item>;
  /** The view's read functions for the server. They become part of ReadModels. */
  reads?(own: ViewRowReads<Item>): object;
} & (InLists<Row> | InRooms<Row>);

/** Rows folded from events. They are independent of viewer and language: people are ids. */
export type FoldedView<Row = unknown, Item = unknown> = Common<Row, Item> & {
  /** Streams to follow: a prefix up to its dash (`case-`), or a whole name without a dash. */
  follows: readonly string[];
  /** Ids of the rows that an event may change. */
  keys(event: Recorded, read: RowReader): readonly string[];
  /** The row after the event; null deletes it. */
  fold(row: Row | undefined, event: Recorded, read: RowReader, id: string): Row | null;
  /** Whether the row's id is new with this event, so that no stored row is looked up. */
  fresh?(event: Recorded, id: string): boolean;
  /**
   * Whether no row contains personal data. Such rows stay when a patient's key is deleted; all others of the case are
   * folded again. A view whose rows combine several cases must set it, because one case cannot rebuild them.
   */
  impersonal?: boolean;
  /** The row with this position, for rows that contain their own position and are folded again. */
  repositioned?(row: Row, position: bigint): Row;
  /** Whether a row belongs to one event, so that no later event of the same batch reads it. */
  once?: boolean;
};

/** Rows derived from another view's rows, once for each batch and in the same transaction. */
export type DerivedView<Row = unknown, Item = unknown, From = unknown> = Common<Row, Item> & {
  from: string;
  derive(row: From): Row | null;
};

/** Declare a view as `{ … } satisfies FoldedView<Row, Item>`, which ties its row to its functions. */
export type View = FoldedView | DerivedView;

/** `present` of rows that no viewer gets. */
export const presentToNobody = (): undefined => undefined;
