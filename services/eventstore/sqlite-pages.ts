/** Reads events.db page by page. Each read is synchronous, so one connection serves every reader. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RawEvent } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { createInterner } from './interner.ts';
import type { EventPage, EventPageQuery, PageReader, StreamPageQuery } from './page-reader.ts';
import type { EventFilter } from './port.ts';
import { type EventRow, toIdKey, toRawEvent } from './row.ts';

/**
 * Maximum number of positions examined for one page. Limits the time that a filter for rare events blocks the process.
 */
const WINDOW = 8192;

/** Maximum JSON text of one page, in UTF-16 units. Limits the memory for large events. */
const PAGE_TEXT = 2 * 1024 * 1024;

const COLUMNS = 'position, stream, revision, id, type, body';

/** Maximum number of stream names that a connection caches. */
const NAMES = 50_000;
/** Maximum number of event types that are interned. */
const TYPES = 1_000;

/** COLUMNS as stored: a row with a stream's number instead of its name. */
type Stored = [position: number, stream: number, ...rest: Rest];
type Rest = EventRow extends [number, string, ...infer R] ? R : never;

export type SqlitePages = PageReader & { find(stream: string, id: string): RawEvent | undefined };

export function createSqlitePages(db: DatabaseSync, head: () => LogPosition): SqlitePages {
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const all = createCache(prepare);
  const forwards = prepare(streamSql('revision >= ?', 'ASC'));
  const backwards = prepare(streamSql('revision <= ?', 'DESC'));
  const byId = prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ${STREAM} AND id_key = ?`);
  const take = createTake(createNames(db));
  return {
    head,
    page: query => readPage(all(query.filter, query.backwards), query, take),
    streamPage: ({ stream, from, backwards: back, limit }: StreamPageQuery) =>
      take((back ? backwards : forwards).iterate(stream, from, limit)).events,
    find: (stream, id) => take(byId.iterate(stream, toIdKey(id))).events[0],
  };
}

const STREAM = '(SELECT id FROM streams WHERE name = ?)';

/** Trap: SQLite plans a statement again before each run whose limit is a bare parameter, which costs as much as a short read. */
const limitTo = (parameter: string) => `LIMIT ${parameter} + 0`;

const streamSql = (bound: string, order: string) =>
  `SELECT ${COLUMNS} FROM events WHERE stream = ${STREAM} AND ${bound} ORDER BY revision ${order} ${limitTo('?')}`;

/** Compares the prefix for each event in a scalar subquery. With IN, EXISTS or a join, SQLite would sort by stream. */
const CONDITIONS = {
  prefix: `AND (SELECT substr(name, 1, length(:prefix)) FROM streams WHERE streams.id = events.stream) = :prefix`,
  types: 'AND type IN (SELECT value FROM json_each(:types))',
};

/** Caches one prepared statement for each kind of filter and direction. */
function createCache(prepare: (sql: string) => StatementSync) {
  const statements = new Map<string, StatementSync>();
  return (filter: EventFilter | undefined, backwards: boolean): StatementSync => {
    const conditions = [
      filter?.streamPrefix === undefined ? '' : CONDITIONS.prefix,
      filter?.types === undefined ? '' : CONDITIONS.types,
    ].join(' ');
    const sql = `SELECT ${COLUMNS} FROM events WHERE position > :after AND position < :before ${conditions}
      ORDER BY position ${backwards ? 'DESC' : 'ASC'} ${limitTo(':limit')}`;
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

function readPage(statement: StatementSync, query: EventPageQuery, take: Take): EventPage {
  const { backwards, limit, filter } = query;
  const first = Number(query.after);
  const last = Number(query.before);
  const after = backwards ? Math.max(first, last - 1 - WINDOW) : first;
  const before = backwards ? last : Math.min(last, first + 1 + WINDOW);
  const named = {
    after,
    before,
    limit,
    ...(filter?.streamPrefix === undefined ? {} : { prefix: filter.streamPrefix }),
    ...(filter?.types === undefined ? {} : { types: JSON.stringify(filter.types) }),
  };
  const { events, cut } = take(statement.iterate(named));
  const found = events.at(-1)?.position;
  if (found !== undefined && (cut || events.length === limit)) return { events, edge: found };
  return { events, edge: BigInt(backwards ? after + 1 : before - 1) };
}

type Take = (rows: Iterable<unknown>) => { events: RawEvent[]; cut: boolean };

/** Reads until the rows end or the page is full (`cut`). Always takes at least one event. */
function createTake(nameOf: (stream: number) => string): Take {
  // Folds look up several things by an event's type, which is faster with interned types.
  const typeOf = createInterner(TYPES);
  return rows => {
    const events: RawEvent[] = [];
    let text = 0;
    // Cast: columns become a row. Every statement here selects COLUMNS, as arrays.
    for (const [position, stream, revision, id, type, body] of rows as Iterable<Stored>) {
      events.push(toRawEvent([position, nameOf(stream), revision, id, typeOf(type), body]));
      text += body.length;
      if (text >= PAGE_TEXT) return { events, cut: true };
    }
    return { events, cut: false };
  };
}

function createNames(db: DatabaseSync): (stream: number) => string {
  const byKey = db.prepare('SELECT name FROM streams WHERE id = ?');
  const names = new Map<number, string>();
  return stream => {
    const known = names.get(stream);
    if (known !== undefined) return known;
    const name = String(byKey.get(stream)?.name);
    if (names.size >= NAMES) names.clear();
    names.set(stream, name);
    return name;
  };
}
