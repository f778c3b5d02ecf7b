/** The file events.db: its tables, how it is opened, and the id that names the log for ever. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Raised with each change of the tables; a file of a later version is refused. */
const VERSION = 1;

/** Pages after which the WAL is copied into the file: 16 MB, so that a busy page is copied once for many commits. */
const CHECKPOINT_PAGES = 4096;

const TABLES = `
  CREATE TABLE log (id TEXT NOT NULL) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, revision),
    UNIQUE (stream, id)
  ) STRICT;
  PRAGMA user_version = ${VERSION};
`;

export type Synchronous = 'FULL' | 'NORMAL';

export type OpenWriter = {
  dir: string;
  newId: () => string;
  synchronous?: Synchronous;
  checkpointPages?: number;
  busyMilliseconds?: number;
};

export const eventsFile = (dir: string) => join(dir, 'events.db');

/** Makes names in a folder durable: a file whose name is lost is lost. */
export function syncFolder(dir: string): void {
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A connection that may write; makes the file where there is none. */
export function openWriter(options: OpenWriter): DatabaseSync {
  const {
    dir,
    newId,
    synchronous = 'FULL',
    checkpointPages = CHECKPOINT_PAGES,
    busyMilliseconds = 5000,
  } = options;
  const db = new DatabaseSync(eventsFile(dir), { timeout: busyMilliseconds });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  db.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA cache_size = -65536;`);
  if (versionOf(db) === 0) {
    db.exec(`BEGIN IMMEDIATE; ${TABLES}`);
    db.prepare('INSERT INTO log (id) VALUES (?)').run(newId());
    db.exec('COMMIT');
  }
  // Here, not by SQLite: without it a power cut can bring back the journal of the switch to WAL, or lose the file.
  syncFolder(dir);
  syncFolder(dirname(resolve(dir)));
  return checkVersion(db, dir);
}

/** A connection that only reads, beside the writer's: for worker threads. The file must be there. */
export function openReader(dir: string): DatabaseSync {
  return checkVersion(new DatabaseSync(eventsFile(dir), { readOnly: true, timeout: 5000 }), dir);
}

export function logId(db: DatabaseSync): string {
  const row = db.prepare('SELECT id FROM log').get();
  if (typeof row?.id !== 'string') throw new Error('events.db holds no log id');
  return row.id;
}

const versionOf = (db: DatabaseSync) => Number(db.prepare('PRAGMA user_version').get()?.user_version);

function checkVersion(db: DatabaseSync, dir: string): DatabaseSync {
  const version = versionOf(db);
  if (version === VERSION) return db;
  db.close();
  throw new Error(
    `${eventsFile(dir)} has format ${version}; this version of Archline reads format ${VERSION}.`,
  );
}
