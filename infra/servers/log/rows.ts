/** The protocol server's file: one table of events, and how it is asked. */
import { DatabaseSync } from 'node:sqlite';

/** An event as it is read: all of it is in the bytes of its answer, which is made once. */
export type Stored = {
  position: number;
  /** Bytes of the log that its record takes: the next one begins behind them. */
  size: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  answer: Uint8Array;
};

/** Of a stream by revision, of the log by position; `from` is included but for the log backwards. */
export type PageOf = { stream?: string; from: number; backwards: boolean; limit: number };

/** Reads without a bound: everything that was committed. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER;

const tables = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS events (position INTEGER PRIMARY KEY, size INTEGER NOT NULL, stream TEXT NOT NULL,
    revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, answer BLOB NOT NULL,
    UNIQUE (stream, revision)) STRICT;
`;
const columns = 'position, size, stream, revision, id, type, answer';

/** The boundary where columns become an event again: only `insert` has written them. */
const toStored = (row: Record<string, unknown>) => row as Stored;

export type Rows = ReturnType<typeof openRows>;

/** @param file its path, or ':memory:' */
export function openRows(file: string) {
  const db = new DatabaseSync(file);
  db.exec(tables);
  const marks = columns.replace(/\w+/g, '?');
  const ofStream = (compared: string, order: string) =>
    db.prepare(
      `SELECT ${columns} FROM events WHERE stream = ? AND revision ${compared} ? AND revision >= ?
       AND position <= ? ORDER BY revision ${order} LIMIT ?`,
    );
  const ofLog = (compared: string, order: string) =>
    db.prepare(
      `SELECT ${columns} FROM events WHERE position ${compared} ? AND position <= ?
       ORDER BY position ${order} LIMIT ?`,
    );
  const sql = {
    insert: db.prepare(`INSERT INTO events (${columns}) VALUES (${marks})`),
    last: db.prepare(
      'SELECT revision, type FROM events WHERE stream = ? AND position <= ? ORDER BY revision DESC LIMIT 1',
    ),
    at: db.prepare(`SELECT ${columns} FROM events WHERE stream = ? AND revision = ?`),
    newest: db.prepare(`SELECT ${columns} FROM events ORDER BY position DESC LIMIT 1`),
    begins: db.prepare('SELECT 1 FROM events WHERE position = ?'),
    stream: { forwards: ofStream('>=', 'ASC'), backwards: ofStream('<=', 'DESC') },
    log: { forwards: ofLog('>=', 'ASC'), backwards: ofLog('<', 'DESC') },
  };
  return {
    insert: ({ position, size, stream, revision, id, type, answer }: Stored) =>
      void sql.insert.run(position, size, stream, revision, id, type, answer),
    /** A stream's last event; undefined if it has none. */
    lastOf: (stream: string, upTo = EVERYTHING) =>
      sql.last.get(stream, upTo) as Pick<Stored, 'revision' | 'type'> | undefined,
    at: (stream: string, revision: number) => {
      const row = sql.at.get(stream, revision);
      return row && toStored(row);
    },
    newest: () => {
      const row = sql.newest.get();
      return row && toStored(row);
    },
    isRecord: (position: number) => sql.begins.get(position) !== undefined,
    /**
     * @param first revision before which nothing of the stream is read
     * @param upTo position behind which nothing is read
     */
    page: ({ stream, from, backwards, limit }: PageOf, first = 0, upTo = EVERYTHING) => {
      const order = backwards ? 'backwards' : 'forwards';
      const rows =
        stream === undefined
          ? sql.log[order].all(from, upTo, limit)
          : sql.stream[order].all(stream, from, first, upTo, limit);
      return rows.map(toStored);
    },
    /** All of it is there after this, or nothing. */
    together: <T>(work: () => T): T => {
      db.exec('BEGIN IMMEDIATE');
      try {
        const done = work();
        db.exec('COMMIT');
        return done;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    get isOpen() {
      return db.isOpen;
    },
    close: () => db.close(),
  };
}
