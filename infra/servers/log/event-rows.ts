/** SQLite table of the protocol server's events, and its queries. */
import { DatabaseSync } from 'node:sqlite';

/** A stored event. `answer` is its complete encoded read answer. */
export type StoredEvent = {
  position: number;
  /** Size of its record in bytes of the log: the next record starts after it. */
  size: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  answer: Uint8Array;
};

/**
 * A page of a stream by revision, or of the log by position. `from` is inclusive, except for the log
 * backwards.
 */
export type EventPageQuery = { stream?: string; from: number; backwards: boolean; limit: number };

/** Upper bound of a read of all committed events. */
export const NO_UPPER_BOUND = Number.MAX_SAFE_INTEGER;

const tables = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS events (position INTEGER PRIMARY KEY, size INTEGER NOT NULL, stream TEXT NOT NULL,
    revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, answer BLOB NOT NULL,
    UNIQUE (stream, revision)) STRICT;
`;
const columns = 'position, size, stream, revision, id, type, answer';

/** Cast: only `insert` writes these columns. */
const toStored = (row: Record<string, unknown>) => row as StoredEvent;

export type EventRows = ReturnType<typeof openEventRows>;

/** @param file path, or ':memory:' */
export function openEventRows(file: string) {
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
    insert: ({ position, size, stream, revision, id, type, answer }: StoredEvent) =>
      void sql.insert.run(position, size, stream, revision, id, type, answer),
    /** Last event of a stream; undefined if it has none. */
    lastOf: (stream: string, upTo = NO_UPPER_BOUND) =>
      sql.last.get(stream, upTo) as Pick<StoredEvent, 'revision' | 'type'> | undefined,
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
     * @param first revisions of the stream before it are skipped
     * @param upTo positions after it are skipped
     */
    page: ({ stream, from, backwards, limit }: EventPageQuery, first = 0, upTo = NO_UPPER_BOUND) => {
      const order = backwards ? 'backwards' : 'forwards';
      const rows =
        stream === undefined
          ? sql.log[order].all(from, upTo, limit)
          : sql.stream[order].all(stream, from, first, upTo, limit);
      return rows.map(toStored);
    },
    /** Runs `work` in one transaction. */
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
