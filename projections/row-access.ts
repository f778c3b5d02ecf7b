/** Access to the current rows, for reads and for presenting. */
import type { Recorded } from '#events/envelope.ts';
import type { PresentCtx } from './present.ts';
import type { Histogram } from './store/counts.ts';
import type { NewestQuery, PageOfIds, PageQuery, RangeQuery, RowInTime } from './store/pages.ts';

/** A stored row with the position of the last event in it. */
export type FoundRow<Row> = { id: string; row: Row; position: bigint };

/** Reads of the current rows. As in `RowReader`, the caller names the type of a row. */
export type RowReads = {
  find: <Row>(view: string, id: string) => FoundRow<Row> | undefined;
  /** Rows whose ids start with a prefix, sorted by id. */
  withPrefix: <Row>(
    view: string,
    prefix: string,
    how?: { descending?: boolean; limit?: number },
  ) => FoundRow<Row>[];
  /** Rows whose last event has this position, for views that resume. */
  at: <Row>(view: string, position: bigint) => FoundRow<Row>[];
  pageOfIds: (query: PageQuery) => PageOfIds;
  /** Ids in some groups of a room whose default sort key is greater than `key`. */
  idsAfter: (list: string, room: string, groups: readonly string[], key: string, limit: number) => string[];
  /** Ids of a room between two sort keys, read from either end. */
  idsBetween: (query: RangeQuery) => string[];
  /** Rows with a place in time (`placed`) that match the words, newest first. */
  newestOf: (query: NewestQuery) => RowInTime[];
  histogram: (list: string, room: string) => Histogram;
  /** Histogram of the rows in the rooms of a list that match the keyword. */
  groupsFound: (query: { list: string; rooms: readonly string[]; keyword: string }) => Histogram;
};

/** Access to rows for the reads of a view: all rows, and the view's own items as presented. */
export type ViewRowReads<Item> = RowReads & {
  /** Returns the row as presented; undefined if it is hidden from the viewer or does not exist. */
  item: (ctx: PresentCtx, id: string) => Item | undefined;
  items: (ctx: PresentCtx, ids: readonly string[]) => Item[];
  /** Events of a stream, oldest first. */
  events: (stream: string) => AsyncIterable<Recorded>;
};

export const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
