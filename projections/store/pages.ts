/** Pages of a list: ids from a covering index, totals from the histograms. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Counts } from './counts.ts';
import type { Names } from './names.ts';
import { type Lists, sightTable } from './schema.ts';
import { matchOf, roomsText } from './words.ts';

export type PageQuery = {
  list: string;
  /** Disjoint: a row is in one of them at most. */
  rooms: readonly string[];
  /** The groups that are wanted; absent: all. */
  wants?: (group: string) => boolean;
  /** One of the list's sorts, or `id`. Ties go by id. */
  sort: string;
  descending: boolean;
  offset: number;
  limit: number;
  keyword?: string;
};

export type PageOfIds = { ids: string[]; total: number };

/** A room's groups that are wanted, with how many stand in each; `all` where nothing else stands in the room. */
type Part = { room: number; groups: { grp: number; n: number }[]; all: boolean };
type Found = { key: string; id: string };

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const compare = (a: Found, b: Found) =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

export function createPages(db: DatabaseSync, lists: Lists, names: Names, counts: Counts) {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const partsOf = ({ list, rooms, wants }: PageQuery): Part[] =>
    rooms.flatMap(name => {
      const room = names.find(name);
      const histogram = counts.histogram(list, name);
      if (room === undefined || histogram.size === 0) return [];
      const wanted = [...histogram].filter(([group]) => !wants || wants(group));
      const groups = wanted.map(([group, n]) => ({ grp: names.number(group), n }));
      return groups.length === 0 ? [] : [{ room, groups, all: groups.length === histogram.size }];
    });

  const sizeOf = (list: string, rooms: readonly string[]) =>
    sum(rooms.flatMap(room => [...counts.histogram(list, room).values()]));

  /** The list's column for a sort, and the index that is in its order. */
  const order = ({ list, sort }: PageQuery) => {
    const column = sort === 'id' ? -1 : (lists[list]?.indexOf(sort) ?? -1);
    if (column < 0 && sort !== 'id') throw new Error(`list ${list} has no sort ${sort}`);
    const table = sightTable(list);
    return column < 0
      ? { table, key: 'id', by: 'NOT INDEXED', column }
      : { table, key: `s${column}`, by: `INDEXED BY ${table}_s${column}`, column };
  };

  /** One walk along the index, or a merge of one for each room; unwanted groups are stepped over. */
  const walk = (query: PageQuery, parts: Part[], descending: boolean, offset: number, limit: number) => {
    const { table, key, by } = order(query);
    const direction = descending ? 'DESC' : 'ASC';
    const arms = parts.map(
      part =>
        `SELECT id, ${key} AS k FROM ${table} ${by} WHERE room = ?${
          part.all ? '' : ' AND grp IN (SELECT value FROM json_each(?))'
        }`,
    );
    const sql = `${arms.join(' UNION ALL ')} ORDER BY k ${direction}, id ${direction} LIMIT ? OFFSET ?`;
    const values = parts.flatMap(part =>
      part.all ? [part.room] : [part.room, JSON.stringify(part.groups.map(g => g.grp))],
    );
    return [...prepared(sql).iterate(...values, limit, offset)].map(row => String(row.id));
  };

  /** Fetches each wanted group by itself, and sorts here: for groups that are few among many. */
  const gather = (query: PageQuery, parts: Part[], descending: boolean, offset: number, limit: number) => {
    const { table, key, column } = order(query);
    const direction = descending ? 'DESC' : 'ASC';
    const most = column === 0 ? offset + limit : -1;
    const sql = `SELECT id, ${key} AS k FROM ${table} INDEXED BY ${table}_grp WHERE room = ? AND grp = ?
      ORDER BY s0 ${direction}, id ${direction} LIMIT ?`;
    const found: Found[] = parts.flatMap(part =>
      part.groups.flatMap(({ grp }) =>
        [...prepared(sql).iterate(part.room, grp, most)].map(r => ({ key: String(r.k), id: String(r.id) })),
      ),
    );
    found.sort(descending ? (a, b) => compare(b, a) : compare);
    return found.slice(offset, offset + limit).map(f => f.id);
  };

  /** Steps of each way; a row that is fetched to be sorted here costs about five steps along an index. */
  const isSparse = (query: PageQuery, parts: Part[], total: number, reach: number) => {
    const walked = (reach * sizeOf(query.list, query.rooms)) / total;
    const most = order(query).column === 0 ? reach : total;
    const gathered = sum(parts.flatMap(part => part.groups.map(g => Math.min(g.n, most))));
    return gathered * 5 < walked;
  };

  /** What the words find, as far as it stands in the wanted groups: gone through once, counted and sorted by SQLite. */
  const search = (query: PageQuery, parts: Part[], match: string): PageOfIds => {
    const { key } = order(query);
    const direction = query.descending ? 'DESC' : 'ASC';
    const groups = new Set(parts.flatMap(part => part.groups.map(g => g.grp)));
    const found = `WITH found AS MATERIALIZED (
      SELECT docs.id AS id, docs.${key} AS k FROM words CROSS JOIN docs ON docs.key = words.rowid
      WHERE words MATCH ? AND (${parts.map(() => 'instr(docs.rooms, ?)').join(' OR ')})
      AND docs.grp IN (SELECT value FROM json_each(?)))`;
    const values = [match, ...parts.map(part => roomsText([part.room])), JSON.stringify([...groups])];
    const page = `${found} SELECT id, (SELECT count(*) FROM found) AS n FROM found
      ORDER BY k ${direction}, id ${direction} LIMIT ? OFFSET ?`;
    const rows = prepared(page).all(...values, query.limit, query.offset);
    if (rows.length > 0) return { ids: rows.map(row => String(row.id)), total: Number(rows[0]?.n) };
    // A page past the end has no row that could carry the total.
    const counted = prepared(`${found} SELECT count(*) AS n FROM found`).get(...values);
    return { ids: [], total: Number(counted?.n ?? 0) };
  };

  return {
    /** @throws Error where the list has no such sort */
    page(query: PageQuery): PageOfIds {
      const parts = partsOf(query);
      const total = sum(parts.flatMap(part => part.groups.map(g => g.n)));
      if (query.keyword !== undefined && query.keyword.trim() !== '') {
        const match = matchOf(query.keyword);
        return match === null || parts.length === 0 ? { ids: [], total: 0 } : search(query, parts, match);
      }
      const limit = Math.min(query.limit, total - query.offset);
      if (limit <= 0) return { ids: [], total };
      // Beyond the middle, the way from the other end is shorter.
      const back = query.offset > total / 2;
      const offset = back ? total - query.offset - limit : query.offset;
      const descending = query.descending !== back;
      const way = isSparse(query, parts, total, offset + limit) ? gather : walk;
      const ids = way(query, parts, descending, offset, limit);
      return { ids: back ? ids.reverse() : ids, total };
    },
    /** Ids in a room's group whose first sort is greater than a key: for what is unread, which is little. */
    after(list: string, room: string, groups: readonly string[], key: string, limit: number): string[] {
      const table = sightTable(list);
      const sql = `SELECT id, s0 AS k FROM ${table} INDEXED BY ${table}_grp WHERE room = ? AND grp = ? AND s0 > ?
        ORDER BY s0 DESC, id DESC LIMIT ?`;
      const number = names.find(room);
      if (number === undefined) return [];
      const found = groups.flatMap(group => {
        const grp = names.find(group);
        if (grp === undefined) return [];
        return [...prepared(sql).iterate(number, grp, key, limit)];
      });
      const sorted = found.map(r => ({ key: String(r.k), id: String(r.id) }));
      return sorted.sort((a, b) => compare(b, a)).map(f => f.id);
    },
  };
}
