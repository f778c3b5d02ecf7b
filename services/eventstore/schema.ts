/** The file events.db: its tables, its connections, and the log's permanent id. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Format version, raised with each change of the tables. A file of a later version is refused. */
const VERSION = 2;

/**
 * Larger pages than SQLite's default, because a commit writes each page that it touches. An existing file keeps its
 * page size.
 */
const PAGE_BYTES = 8192;

/** Number of WAL pages before a checkpoint: 64 MB, so that a busy page is copied once for many commits. */
const CHECKPOINT_PAGES = 8192;

/**
 * Two indexes cause most of a commit's cost. So streams are numbers, and uuids have 16 bytes (`id_key`, see toIdKey).
 * The `id` column keeps the text, so that readers need not convert it back.
 */
const EVENTS = `
  CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    id_key ANY NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, revision),
    UNIQUE (stream, id_key)
  ) STRICT;
  PRAGMA user_version = ${VERSION};
`;

const hex = (digits: number) => '[0-9a-f]'.repeat(digits);
const UUID = [8, 4, 4, 4, 12].map(hex).join('-');

/**
 * Migrates format 1, which had stream names and id texts in its indexes. Temporarily doubles the file's size.
 */
const FROM_1 = `
  ALTER TABLE events RENAME TO events_1;
  ${EVENTS}
  INSERT INTO streams (name) SELECT stream FROM events_1 GROUP BY stream ORDER BY min(position);
  INSERT INTO events (position, stream, revision, id, id_key, type, body)
    SELECT position, (SELECT id FROM streams WHERE name = stream), revision, id,
      CASE WHEN id GLOB '${UUID}' AND octet_length(id) = 36 THEN unhex(id, '-') ELSE id END, type, body
    FROM events_1 ORDER BY position;
  DROP TABLE events_1;
`;

export type SyncMode = 'FULL' | 'NORMAL';

export type WriterConnectionOptions = {
  dir: string;
  newId: () => string;
  synchronous?: SyncMode;
  checkpointPages?: number;
  busyMilliseconds?: number;
};

export const eventsFilePath = (dir: string) => join(dir, 'events.db');

/** Fsyncs a folder, so that the names in it are durable. A file whose directory entry is lost is lost. */
export function syncFolder(dir: string): void {
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Opens a writing connection. Creates the file if missing, and migrates format 1 in one transaction. */
export function openWriterConnection(options: WriterConnectionOptions): DatabaseSync {
  const {
    dir,
    newId,
    synchronous = 'FULL',
    checkpointPages = CHECKPOINT_PAGES,
    busyMilliseconds = 5000,
  } = options;
  const db = new DatabaseSync(eventsFilePath(dir), { timeout: busyMilliseconds });
  db.exec(
    `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`,
  );
  db.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA cache_size = -65536;`);
  const version = versionOf(db);
  if (version === 0) {
    db.exec(`BEGIN IMMEDIATE; CREATE TABLE log (id TEXT NOT NULL) STRICT; ${EVENTS}`);
    db.prepare('INSERT INTO log (id) VALUES (?)').run(newId());
    db.exec('COMMIT');
  }
  if (version === 1) lift(db);
  // SQLite does not sync the folder here: a power cut could bring back the old journal or lose the file.
  syncFolder(dir);
  syncFolder(dirname(resolve(dir)));
  return checkVersion(db, dir);
}

/** Opens a reading connection for worker threads, in parallel with the writer. The file must exist. */
export function openReaderConnection(dir: string): DatabaseSync {
  return checkVersion(new DatabaseSync(eventsFilePath(dir), { readOnly: true, timeout: 5000 }), dir);
}

export function readLogId(db: DatabaseSync): string {
  const row = db.prepare('SELECT id FROM log').get();
  if (typeof row?.id !== 'string') throw new Error('events.db contains no log id');
  return row.id;
}

/** @throws Error; the file stays unchanged */
function lift(db: DatabaseSync): void {
  try {
    db.exec(`BEGIN IMMEDIATE; ${FROM_1} COMMIT;`);
  } catch (error) {
    db.close();
    throw error;
  }
}

const versionOf = (db: DatabaseSync) => Number(db.prepare('PRAGMA user_version').get()?.user_version);

function checkVersion(db: DatabaseSync, dir: string): DatabaseSync {
  const version = versionOf(db);
  if (version === VERSION) return db;
  db.close();
  throw new Error(
    `${eventsFilePath(dir)} has format ${version}; this version of Archline reads format ${VERSION}.`,
  );
}
