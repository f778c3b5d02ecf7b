/** How reads and presenting get at the rows that answer now. */
import type { Recorded } from '#events/envelope.ts';
import type { PresentCtx } from './present.ts';
import type { Histogram } from './store/counts.ts';
import type { NewestQuery, PageOfIds, PageQuery, Placed, SpanQuery } from './store/pages.ts';

/** A row as it stands; `position` is that of the last event in it. */
export type Found<Row> = { id: string; row: Row; position: bigint };

/** The caller names a row's type, as in Reader. */
export type Rows = {
  find: <Row>(view: string, id: string) => Found<Row> | undefined;
  /** Rows whose ids begin so, in the order of their ids. */
  withPrefix: <Row>(
    view: string,
    prefix: string,
    how?: { descending?: boolean; limit?: number },
  ) => Found<Row>[];
  /** Rows whose last event stands there, of a view that resumes. */
  at: <Row>(view: string, position: bigint) => Found<Row>[];
  pageOfIds: (query: PageQuery) => PageOfIds;
  /** Ids in a room's groups whose usual sort key is greater than one. */
  idsAfter: (list: string, room: string, groups: readonly string[], key: string, limit: number) => string[];
  /** Ids of one room between two keys of a sort, from either end. */
  idsBetween: (query: SpanQuery) => string[];
  /** What words find of rows with a place in time (`placed`), the newest first. */
  newestOf: (query: NewestQuery) => Placed[];
  histogram: (list: string, room: string) => Histogram;
  /** The histogram of the rows that words find in rooms of a list. */
  groupsFound: (query: { list: string; rooms: readonly string[]; keyword: string }) => Histogram;
};

/** What the reads of one view look into: all rows, and the view's own as a viewer gets them. */
export type Own<Item> = Rows & {
  /** undefined: not to be seen, or not there; the two are alike. */
  item: (ctx: PresentCtx, id: string) => Item | undefined;
  items: (ctx: PresentCtx, ids: readonly string[]) => Item[];
  /** The events of a stream in today's shape, oldest first. */
  events: (stream: string) => AsyncIterable<Recorded>;
};

export const defined = <T>(value: T | undefined): value is T => value !== undefined;
