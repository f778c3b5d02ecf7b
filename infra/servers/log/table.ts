/**
 * What the protocol server keeps, in one SQLite file: events in the order of their commits, and EventStoreDB's rules of
 * what an append is. Those that surprise are kept on purpose: with `any` only recent ids are known again, and they are
 * forgotten with the process; positions have gaps; an id may stand in a stream twice.
 */
import { DatabaseSync } from 'node:sqlite';

export type Proposed = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array };
/** Where and when an event came to stand. */
export type Placed = { position: number; stream: string; revision: number; created: number };
/** An event as it is read: all of it is in the bytes of its answer, which is made once. */
export type Stored = Pick<Placed, 'position' | 'stream' | 'revision'> & {
  id: string;
  type: string;
  answer: Uint8Array;
};
/** Makes the bytes of the answer that holds an event. */
export type Encode = (event: Proposed & Placed) => Uint8Array;
/** -1 where the stream must not exist. */
export type ExpectedRevision = 'any' | 'exists' | number;
/** Of the last event; `actual` is -1 where there is no stream. */
export type Outcome = { revision: number; position: number } | { actual: number };

export type PageOf = { stream?: string; from: number; backwards: boolean; limit: number };

export type Table = {
  /** Commits all events or none, with whatever else is asked for in this turn; resolves once they are durable. */
  append(stream: string, expected: ExpectedRevision, events: readonly Proposed[]): Promise<Outcome>;
  /** Of a stream by revision, of the log by position; `from` is included. */
  page(of: PageOf): Stored[];
  /** Last position; 0 for an empty log. */
  head(): number;
  /** Called after each commit until the answer is called. */
  onGrowth(listener: () => void): () => void;
  close(): void;
};

/** Ids that an append with `any` is compared with. */
const RECENT = 10_000;
/** A position is where a record begins: this much stands before each. */
const HEADER = 128;

const tables = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL,
    id TEXT NOT NULL, type TEXT NOT NULL, answer BLOB NOT NULL, UNIQUE (stream, revision)) STRICT;
`;
const columns = 'position, stream, revision, id, type, answer';

/** The boundary where columns become an event again: only `append` has written them. */
const toStored = (row: Record<string, unknown>) => row as Stored;

function prepare(db: DatabaseSync) {
  const marks = columns.replace(/\w+/g, '?');
  const stream = (compared: string, order: string) =>
    db.prepare(
      `SELECT ${columns} FROM events WHERE stream = ? AND revision ${compared} ? ORDER BY revision ${order} LIMIT ?`,
    );
  const log = (compared: string, order: string) =>
    db.prepare(
      `SELECT ${columns} FROM events WHERE position ${compared} ? ORDER BY position ${order} LIMIT ?`,
    );
  return {
    insert: db.prepare(`INSERT INTO events (${columns}) VALUES (${marks})`),
    last: db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?'),
    at: db.prepare(`SELECT ${columns} FROM events WHERE stream = ? AND revision = ?`),
    head: db.prepare('SELECT max(position) AS head FROM events'),
    stream: { forwards: stream('>=', 'ASC'), backwards: stream('<=', 'DESC') },
    log: { forwards: log('>=', 'ASC'), backwards: log('<', 'DESC') },
  };
}

/** Newest ids first out last; of a killed process nothing is left. */
function createRecent() {
  const recent = new Map<string, { revision: number; position: number }>();
  const keyOf = (stream: string, id: string) => `${stream}\0${id}`;
  return {
    find: (stream: string, id: string) => recent.get(keyOf(stream, id)),
    note: ({ stream, id, revision, position }: Pick<Stored, 'stream' | 'id' | 'revision' | 'position'>) => {
      recent.set(keyOf(stream, id), { revision, position });
      const [oldest] = recent.size > RECENT ? recent.keys() : [];
      if (oldest !== undefined) recent.delete(oldest);
    },
  };
}

/** @param file its path, or ':memory:' */
export function openTable(file: string, encode: Encode, now: () => number = Date.now): Table {
  const db = new DatabaseSync(file);
  db.exec(tables);
  const sql = prepare(db);
  const recent = createRecent();
  const listeners = new Set<() => void>();
  let head = Number(sql.head.get()?.head ?? 0);
  let waiting: (() => () => void)[] = [];

  const find = (stream: string, revision: number) => {
    const row = sql.at.get(stream, revision);
    return row && toStored(row);
  };
  /** What the same append said the first time, or undefined where it is none. */
  const before = (stream: string, expected: ExpectedRevision, last: number, ids: string[]) => {
    const found = ids.map((id, i) => {
      if (typeof expected !== 'number') return recent.find(stream, id);
      const there = expected < last ? find(stream, expected + 1 + i) : undefined;
      return there?.id === id ? there : undefined;
    });
    return found.every(one => one !== undefined) ? found.at(-1) : undefined;
  };
  const insert = (stream: string, after: number, events: readonly Proposed[]) => {
    for (const [i, event] of events.entries()) {
      head += HEADER + event.data.length + event.metadata.length;
      const placed = { position: head, stream, revision: after + 1 + i, created: now() };
      const answer = encode({ ...event, ...placed });
      const { id, type } = event;
      sql.insert.run(head, stream, placed.revision, id, type, answer);
      recent.note({ ...placed, id });
    }
    return { revision: after + events.length, position: head };
  };
  const write = (stream: string, expected: ExpectedRevision, events: readonly Proposed[]): Outcome => {
    const last = Number(sql.last.get(stream)?.revision ?? -1);
    const same = before(
      stream,
      expected,
      last,
      events.map(({ id }) => id),
    );
    if (same) return { revision: same.revision, position: same.position };
    const fits = expected === 'any' || (expected === 'exists' ? last >= 0 : expected === last);
    return fits ? insert(stream, last, events) : { actual: last };
  };
  /** All that was asked for by now is one transaction. */
  const commit = () => {
    const asked = waiting;
    waiting = [];
    if (!db.isOpen) return;
    db.exec('BEGIN IMMEDIATE');
    const answers = asked.map(run => run());
    db.exec('COMMIT');
    for (const answer of answers) answer();
    for (const listener of [...listeners]) listener();
  };
  return {
    append: (stream, expected, events) =>
      new Promise(resolve => {
        if (waiting.length === 0) setImmediate(commit);
        waiting.push(() => {
          const outcome = write(stream, expected, events);
          return () => resolve(outcome);
        });
      }),
    page: ({ stream, from, backwards, limit }) => {
      const order = backwards ? 'backwards' : 'forwards';
      const rows =
        stream === undefined ? sql.log[order].all(from, limit) : sql.stream[order].all(stream, from, limit);
      return rows.map(toStored);
    },
    head: () => head,
    onGrowth: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => db.close(),
  };
}
