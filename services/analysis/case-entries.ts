/**
 * What the fold keeps of every case, in a file of its own, so that a restart goes on where the last process ended. It is a cache:
 * without it, the log is folded again from its start. Few entries are in memory.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { ClockDeviations } from '#events/analysis/clock.ts';
import type { StaffSnapshot } from '#events/analysis/staff.ts';
import type { CaseFoldState } from '#events/analysis/table-fold.ts';
import type { LogPosition } from '#events/log-position.ts';
import { tablesHash } from './tables.ts';
import type { AfterItem } from './turn-pace.ts';

/** Position at which the fold continues: after the last final event. */
export type FoldResumePoint = {
  position: LogPosition;
  clock: number;
  facts: ClockDeviations;
  staff: StaffSnapshot;
  /** Position up to which the segments of each organisation were written by then. */
  organisations: ReadonlyMap<string, LogPosition>;
};

/** By the names of the cases' streams, which are one string each in memory. */
export type CaseEntries = {
  /** Drops entries that were not committed. Returns undefined if the fold has to begin at the log's start. */
  restart(): FoldResumePoint | undefined;
  get(stream: string): CaseFoldState | undefined;
  /** The entry to be changed in place: the next commit writes it. */
  draft(stream: string): CaseFoldState | undefined;
  set(stream: string, entry: CaseFoldState): void;
  /** Writes the changed entries with the point, in one transaction. Trap: no entry may be set meanwhile. */
  commit(point: FoldResumePoint, afterItem: AfterItem): Promise<void>;
  /** Forgets everything. */
  clear(): void;
  close(): void;
};

/** `isChanged`: since the last commit. */
type Cached = { readonly stream: string; entry: CaseFoldState; isChanged: boolean };

const byStream = (a: Cached, b: Cached) => (a.stream < b.stream ? -1 : 1);

/** Entries in memory, of about 1 KB each. */
const CACHED = 20_000;
/** Format of the file. One of another format, log or definition is made again. */
const FORMAT = `4 ${tablesHash}`;

function openFile(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path);
  // The commit of the tables is durable without this file.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, body BLOB) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS point (format TEXT, body BLOB)`);
  return db;
}

/** Opens the file; a damaged one is made again. */
function openOrCreate(path: string): DatabaseSync {
  try {
    return openFile(path);
  } catch {
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    return openFile(path);
  }
}

/** Cast: only this file writes the bodies. */
const bodyOf = <T>(row: unknown) => deserialize((row as { body: Uint8Array }).body) as T;

async function inTransaction(db: DatabaseSync, work: () => Promise<void>): Promise<void> {
  db.exec('BEGIN');
  try {
    await work();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

export function openCaseEntries(path: string): CaseEntries {
  const db = openOrCreate(path);
  const findBody = db.prepare('SELECT body FROM entries WHERE id = ?');
  const put = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?)');
  const readPoint = db.prepare('SELECT body FROM point WHERE format = ?');
  const putPoint = db.prepare('INSERT INTO point VALUES (?, ?)');
  const cache = new Map<string, Cached>();
  const changed: Cached[] = [];
  const shrink = () => {
    for (const id of cache.keys()) {
      if (cache.size <= CACHED) return;
      cache.delete(id);
    }
  };
  const find = (stream: string): Cached | undefined => {
    const known = cache.get(stream);
    if (known) return known;
    const row = findBody.get(stream);
    if (!row) return undefined;
    const cached = { stream, entry: bodyOf<CaseFoldState>(row), isChanged: false };
    cache.set(stream, cached);
    return cached;
  };
  return {
    restart: () => {
      cache.clear();
      changed.length = 0;
      const row = readPoint.get(FORMAT);
      return row && bodyOf<FoldResumePoint>(row);
    },
    get: stream => find(stream)?.entry,
    draft: stream => {
      const cached = find(stream);
      if (cached && !cached.isChanged) {
        cached.isChanged = true;
        changed.push(cached);
      }
      return cached?.entry;
    },
    set: (stream, entry) => {
      const known = cache.get(stream);
      if (known?.isChanged) {
        known.entry = entry;
        return;
      }
      const cached = { stream, entry, isChanged: true };
      cache.set(stream, cached);
      changed.push(cached);
    },
    commit: async (point, afterItem) => {
      await inTransaction(db, async () => {
        // In the order of the file's pages: in that of changes, each would be read and written many times.
        for (const { stream, entry } of changed.toSorted(byStream)) {
          put.run(stream, serialize(entry));
          const rest = afterItem();
          if (rest) await rest;
        }
        db.exec('DELETE FROM point');
        putPoint.run(FORMAT, serialize(point));
      });
      for (const cached of changed) {
        // Last in the map, so that the cache drops those first that have not changed for longest.
        cache.delete(cached.stream);
        cache.set(cached.stream, cached);
        cached.isChanged = false;
      }
      changed.length = 0;
      shrink();
    },
    clear: () => {
      cache.clear();
      changed.length = 0;
      db.exec('BEGIN; DELETE FROM entries; DELETE FROM point; COMMIT');
    },
    close: () => db.close(),
  };
}
