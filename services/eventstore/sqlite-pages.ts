/** Reading events.db, page by page. All at once and never over an `await`, so one connection serves every reader. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Recorded } from '#events/envelope.ts';
import type { Page, PageQuery, Pages, StreamPageQuery } from './pages.ts';
import type { Filter } from './port.ts';
import { type Row, toRecorded } from './row.ts';

/** Positions that one page looks at: bounds the time that a filter for something rare blocks the process. */
const WINDOW = 8192;

/** JSON text in one page, in UTF-16 units: bounds its memory where events are large. */
const PAGE_TEXT = 2 * 1024 * 1024;

const COLUMNS = 'position, stream, revision, id, type, body';

export type SqlitePages = Pages & { find(stream: string, id: string): Recorded | undefined };

export function createSqlitePages(db: DatabaseSync, head: () => bigint): SqlitePages {
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const all = createCache(prepare);
  const forwards = prepare(streamSql('revision >= ?', 'ASC'));
  const backwards = prepare(streamSql('revision <= ?', 'DESC'));
  const byId = prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND id = ?`);
  return {
    head,
    page: query => readPage(all(query.filter, query.backwards), query),
    streamPage: ({ stream, from, backwards: back, limit }: StreamPageQuery) =>
      take((back ? backwards : forwards).iterate(stream, from, limit)).events,
    find: (stream, id) => take(byId.iterate(stream, id)).events[0],
  };
}

const streamSql = (bound: string, order: string) =>
  `SELECT ${COLUMNS} FROM events WHERE stream = ? AND ${bound} ORDER BY revision ${order} LIMIT ?`;

/** The plus keeps SQLite on the positions: by the index of streams it would have to sort what it finds. */
const CONDITIONS = {
  prefix: 'AND substr(+stream, 1, length(:prefix)) = :prefix',
  types: 'AND type IN (SELECT value FROM json_each(:types))',
};

/** One statement for each kind of filter and direction, prepared when it is first wanted. */
function createCache(prepare: (sql: string) => StatementSync) {
  const statements = new Map<string, StatementSync>();
  return (filter: Filter | undefined, backwards: boolean): StatementSync => {
    const conditions = [
      filter?.streamPrefix === undefined ? '' : CONDITIONS.prefix,
      filter?.types === undefined ? '' : CONDITIONS.types,
    ].join(' ');
    const sql = `SELECT ${COLUMNS} FROM events WHERE position > :after AND position < :before ${conditions}
      ORDER BY position ${backwards ? 'DESC' : 'ASC'} LIMIT :limit`;
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

function readPage(statement: StatementSync, query: PageQuery): Page {
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

/** Reads until there are no more, or the page is full (`cut`); one event is always taken. */
function take(rows: Iterable<unknown>): { events: Recorded[]; cut: boolean } {
  const events: Recorded[] = [];
  let text = 0;
  // The boundary where columns become a row: every statement here selects COLUMNS, as arrays.
  for (const row of rows as Iterable<Row>) {
    events.push(toRecorded(row));
    text += row[5].length;
    if (text >= PAGE_TEXT) return { events, cut: true };
  }
  return { events, cut: false };
}
