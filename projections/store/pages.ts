/** Pages of a list: ids from a covering index, totals from the histograms. */
import type { DatabaseSync } from 'node:sqlite';
import type { GroupCounts, Histogram } from './counts.ts';
import type { NameNumbers } from './name-numbers.ts';
import { createStatementCache, type StatementCache } from './prepared.ts';
import { type ListSorts, sightTableName } from './schema.ts';
import { matchExpression, roomsText } from './words.ts';

export type PageQuery = {
  list: string;
  /** Disjoint: a row is in at most one of them. */
  rooms: readonly string[];
  /** Selects groups; absent for all. */
  wants?: (group: string) => boolean;
  /** A sort of the list, or `id`. Ties are sorted by id. */
  sort: string;
  descending: boolean;
  offset: number;
  limit: number;
  keyword?: string;
};

export type PageOfIds = { ids: string[]; total: number };

/** A range of a room along one sort, between two exclusive keys. */
export type RangeQuery = {
  list: string;
  room: string;
  sort: string;
  after?: string;
  before?: string;
  descending: boolean;
  limit: number;
};

/** A search over rows with a place in time, newest first. `before` is exclusive. */
export type NewestQuery = { rooms: readonly string[]; keyword: string; before?: number; limit: number };

export type RowInTime = { id: string; at: number };

/** The selected groups of a room with their counts. `all`: the room has no other groups. */
type Part = { room: number; groups: { grp: number; n: number }[]; all: boolean };
/** A sort's column and the index in its order. `usual`: the default sort, whose index includes the group. */
type Order = { table: string; key: string; by: string; usual: boolean };
/** A range of a list, in the query's order or reversed. */
type Run = { order: Order; parts: Part[]; descending: boolean; offset: number; limit: number };
type Sorted = { key: string; id: string };

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const word = (descending: boolean) => (descending ? 'DESC' : 'ASC');
const compare = (a: Sorted, b: Sorted) =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** Returns the column and the index of a query's sort. @throws Error if the list has no such sort */
function orderOf(lists: ListSorts, { list, sort }: PageQuery): Order {
  const table = sightTableName(list);
  if (sort === 'id') return { table, key: 'id', by: 'NOT INDEXED', usual: false };
  const column = lists[list]?.indexOf(sort) ?? -1;
  if (column < 0) throw new Error(`list ${list} has no sort ${sort}`);
  return { table, key: `s${column}`, by: `INDEXED BY ${table}_s${column}`, usual: column === 0 };
}

/**
 * Scans each room's index in sort order, skips rows of unselected groups, and lets SQLite merge the scans. Faster than
 * `gather` if the selected groups are a large part of the room.
 */
function walk(prepared: StatementCache, { order, parts, descending, offset, limit }: Run): string[] {
  const { table, key, by } = order;
  const arms = parts.map(
    part =>
      `SELECT id, ${key} AS k FROM ${table} ${by} WHERE room = ?${
        part.all ? '' : ' AND grp IN (SELECT value FROM json_each(?))'
      }`,
  );
  const direction = word(descending);
  const sql = `${arms.join(' UNION ALL ')} ORDER BY k ${direction}, id ${direction} LIMIT ? OFFSET ?`;
  const values = parts.flatMap(part =>
    part.all ? [part.room] : [part.room, JSON.stringify(part.groups.map(g => g.grp))],
  );
  return [...prepared(sql).iterate(...values, limit, offset)].map(row => String(row.id));
}

/**
 * Fetches the rows of each selected group and sorts them here. Faster than `walk` if the selected groups are a small
 * part of the room.
 */
function gather(prepared: StatementCache, { order, parts, descending, offset, limit }: Run): string[] {
  const { table, key, usual } = order;
  const direction = word(descending);
  const statement = prepared(`SELECT id, ${key} AS k FROM ${table} INDEXED BY ${table}_grp
    WHERE room = ? AND grp = ? ORDER BY s0 ${direction}, id ${direction} LIMIT ?`);
  const most = usual ? offset + limit : -1;
  const found = parts.flatMap(part =>
    part.groups.flatMap(({ grp }) =>
      [...statement.iterate(part.room, grp, most)].map(r => ({ key: String(r.k), id: String(r.id) })),
    ),
  );
  found.sort(descending ? (a, b) => compare(b, a) : compare);
  return found.slice(offset, offset + limit).map(f => f.id);
}

/** Whether gathering is cheaper. Sorting a fetched row here costs about five index steps. */
function isSparse({ order, parts, offset, limit }: Run, total: number, size: number): boolean {
  const reach = offset + limit;
  const most = order.usual ? reach : total;
  const gathered = sum(parts.flatMap(part => part.groups.map(g => Math.min(g.n, most))));
  return gathered * 5 < (reach * size) / total;
}

/** Finds rows by words in the selected groups. SQLite counts and sorts them in one pass. */
function search(
  prepared: StatementCache,
  { order, parts, descending, offset, limit }: Run,
  match: string,
): PageOfIds {
  const groups = new Set(parts.flatMap(part => part.groups.map(g => g.grp)));
  const found = `WITH found AS MATERIALIZED (
    SELECT docs.id AS id, docs.${order.key} AS k FROM words CROSS JOIN docs ON docs.key = words.rowid
    WHERE words MATCH ? AND (${parts.map(() => 'instr(docs.rooms, ?)').join(' OR ')})
    AND docs.grp IN (SELECT value FROM json_each(?)))`;
  const values = [match, ...parts.map(part => roomsText([part.room])), JSON.stringify([...groups])];
  const page = `${found} SELECT id, (SELECT count(*) FROM found) AS n FROM found
    ORDER BY k ${word(descending)}, id ${word(descending)} LIMIT ? OFFSET ?`;
  const rows = prepared(page).all(...values, limit, offset);
  if (rows.length > 0) return { ids: rows.map(row => String(row.id)), total: Number(rows[0]?.n) };
  // A page past the end has no row to carry the total.
  const counted = prepared(`${found} SELECT count(*) AS n FROM found`).get(...values);
  return { ids: [], total: Number(counted?.n ?? 0) };
}

/** Counts matching rows by group. */
function groupsFound(
  prepared: StatementCache,
  names: NameNumbers,
  parts: readonly Part[],
  match: string,
): Histogram {
  const sql = `SELECT docs.grp AS grp, count(*) AS n FROM words CROSS JOIN docs ON docs.key = words.rowid
    WHERE words MATCH ? AND (${parts.map(() => 'instr(docs.rooms, ?)').join(' OR ')}) GROUP BY docs.grp`;
  const rows = prepared(sql).all(match, ...parts.map(part => roomsText([part.room])));
  return new Map(rows.map(row => [names.name(Number(row.grp)), Number(row.n)]));
}

/** Scans backwards from the newest match, only as far as needed. */
function newest(
  prepared: StatementCache,
  names: NameNumbers,
  { rooms, keyword, before, limit }: NewestQuery,
): RowInTime[] {
  const match = matchExpression(keyword);
  const numbers = rooms.flatMap(room => names.find(room) ?? []);
  if (match === null || numbers.length === 0) return [];
  const sql = `SELECT docs.id AS id, docs.key AS at FROM words CROSS JOIN docs ON docs.key = words.rowid
    WHERE words MATCH ? AND words.rowid > 0 AND words.rowid < ?
    AND (${numbers.map(() => 'instr(docs.rooms, ?)').join(' OR ')}) ORDER BY words.rowid DESC LIMIT ?`;
  const values = numbers.map(number => roomsText([number]));
  return prepared(sql)
    .all(match, before ?? Number.MAX_SAFE_INTEGER, ...values, limit)
    .map(row => ({ id: String(row.id), at: Number(row.at) }));
}

/** For a page in the second half, reading from the other end is shorter. */
function turned(run: Run, total: number): { run: Run; back: boolean } {
  const limit = Math.min(run.limit, total - run.offset);
  if (run.offset <= total / 2) return { run: { ...run, limit }, back: false };
  const offset = total - run.offset - limit;
  return { run: { ...run, limit, offset, descending: !run.descending }, back: true };
}

export function createPager(db: DatabaseSync, lists: ListSorts, names: NameNumbers, counts: GroupCounts) {
  const prepared = createStatementCache(db);

  const partsOf = ({ list, rooms, wants }: Pick<PageQuery, 'list' | 'rooms' | 'wants'>): Part[] =>
    rooms.flatMap(name => {
      const room = names.find(name);
      const histogram = counts.histogram(list, name);
      if (room === undefined || histogram.size === 0) return [];
      const wanted = [...histogram].filter(([group]) => !wants || wants(group));
      const groups = wanted.map(([group, n]) => ({ grp: names.number(group), n }));
      return groups.length === 0 ? [] : [{ room, groups, all: groups.length === histogram.size }];
    });

  const sizeOf = ({ list, rooms }: PageQuery) =>
    sum(rooms.flatMap(room => [...counts.histogram(list, room).values()]));

  return {
    /** Reads a page of ids. @throws Error if the list has no such sort */
    page(query: PageQuery): PageOfIds {
      const { descending, offset, limit, keyword = '' } = query;
      const asked: Run = { order: orderOf(lists, query), parts: partsOf(query), descending, offset, limit };
      if (keyword.trim() !== '') {
        const match = matchExpression(keyword);
        return match === null || asked.parts.length === 0
          ? { ids: [], total: 0 }
          : search(prepared, asked, match);
      }
      const total = sum(asked.parts.flatMap(part => part.groups.map(g => g.n)));
      if (limit <= 0 || offset >= total) return { ids: [], total };
      const { run, back } = turned(asked, total);
      const ids = (isSparse(run, total, sizeOf(query)) ? gather : walk)(prepared, run);
      return { ids: back ? ids.reverse() : ids, total };
    },
    /** Returns the number of the list's rows that match the keyword, by group. */
    groupsFound({
      list,
      rooms,
      keyword,
    }: Required<Pick<PageQuery, 'list' | 'rooms' | 'keyword'>>): Histogram {
      const match = matchExpression(keyword);
      const parts = partsOf({ list, rooms });
      if (match === null || parts.length === 0) return new Map();
      return groupsFound(prepared, names, parts, match);
    },
    newest: (query: NewestQuery): RowInTime[] => newest(prepared, names, query),
    /** Ids between two keys, read from either end in constant time. */
    span({ list, room, sort, after = '', before = '\u{10ffff}', descending, limit }: RangeQuery): string[] {
      const column = lists[list]?.indexOf(sort) ?? -1;
      const number = names.find(room);
      if (column < 0) throw new Error(`list ${list} has no sort ${sort}`);
      if (number === undefined) return [];
      const [table, key, direction] = [sightTableName(list), `s${column}`, word(descending)];
      const sql = `SELECT id FROM ${table} INDEXED BY ${table}_${key}
        WHERE room = ? AND ${key} > ? AND ${key} < ? ORDER BY ${key} ${direction}, id ${direction} LIMIT ?`;
      return [...prepared(sql).iterate(number, after, before, limit)].map(row => String(row.id));
    },
    /**
     * Ids in a room's groups whose default sort key is greater than `key`. Meant for short results such as unread
     * messages.
     */
    after(list: string, room: string, groups: readonly string[], key: string, limit: number): string[] {
      const table = sightTableName(list);
      const statement = prepared(`SELECT id, s0 AS k FROM ${table} INDEXED BY ${table}_grp
        WHERE room = ? AND grp = ? AND s0 > ? ORDER BY s0 DESC, id DESC LIMIT ?`);
      const number = names.find(room);
      if (number === undefined) return [];
      const numbers = groups.flatMap(group => names.find(group) ?? []);
      const found = numbers.flatMap(grp =>
        [...statement.iterate(number, grp, key, limit)].map(r => ({ key: String(r.k), id: String(r.id) })),
      );
      return found.sort((a, b) => compare(b, a)).map(f => f.id);
    },
  };
}
