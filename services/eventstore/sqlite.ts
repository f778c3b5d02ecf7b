/** Event log on node:sqlite, the embedded default: one folder, one writing process, no dependency. */

import type { DatabaseSync } from 'node:sqlite';
import { toLogPosition } from '#events/log-position.ts';
import { lockFolder } from './folder-lock.ts';
import {
  createGroupCommit,
  type FatalErrorHandler,
  type GroupCommitOptions,
  guardFileAccess,
  killProcess,
} from './group-commit.ts';
import { createGrowthSignal } from './growth-signal.ts';
import {
  flattenBatches,
  lastPositionUpTo,
  type PageReader,
  readBatches,
  readStream,
  subscribeBatches,
} from './page-reader.ts';
import { type RawEventReader, type RawEventStore, StoreClosedError } from './port.ts';
import { toUnplacedRows } from './row.ts';
import { openReaderConnection, openWriterConnection, readLogId, type SyncMode } from './schema.ts';
import { createSqlitePages, type SqlitePages } from './sqlite-pages.ts';
import { createSqliteWriter } from './sqlite-writer.ts';

export type SqliteStoreOptions = {
  /** Data folder with events.db and lock.db. Created if missing. */
  dir: string;
  /** Handler of a failed file. Default: prints the reason to stderr and kills the process. */
  onFatal?: FatalErrorHandler;
  /** Generates the name of a new log. Default: a random uuid. */
  newId?: () => string;
  schedule?: GroupCommitOptions['schedule'];
  /** NORMAL loses acknowledged events at a power cut. Only the control of the power-cut test uses it. */
  synchronous?: SyncMode;
  /** WAL pages before a checkpoint. The crash tests set it low. */
  checkpointPages?: number;
  /** Longest wait of a commit for another program that locks the file. Default: 5000. */
  busyMilliseconds?: number;
};

/**
 * Opens the log in a folder, or creates it.
 * @throws FolderInUseError if another process uses the folder
 */
export function openSqliteStore(options: SqliteStoreOptions): RawEventStore {
  const { dir, onFatal = killProcess, newId = () => crypto.randomUUID() } = options;
  const lock = lockFolder(dir);
  try {
    const db = openWriterConnection({ ...options, dir, newId });
    return createStore(db, { onFatal, schedule: options.schedule, release: lock.release });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens a reader of a folder's log, in this process or a worker thread. Sees committed events. */
export function openSqliteReader(options: { dir: string; onFatal?: FatalErrorHandler }): RawEventReader {
  const { dir, onFatal = killProcess } = options;
  const db = openReaderConnection(dir);
  const last = db.prepare('SELECT max(position) AS head FROM events');
  const pages = createSqlitePages(db, () => toLogPosition(Number(last.get()?.head ?? 0)));
  return { ...createReads(readLogId(db), pages, onFatal), close: async () => db.close() };
}

type StoreSettings = {
  onFatal: FatalErrorHandler;
  schedule: GroupCommitOptions['schedule'];
  release: () => void;
};

function createStore(db: DatabaseSync, { onFatal, schedule, release }: StoreSettings): RawEventStore {
  const growth = createGrowthSignal();
  const writer = createSqliteWriter(db);
  const onCommit = () => {
    writer.committed();
    growth.announce();
  };
  const group = createGroupCommit(db, { onFatal, onCommit, onRollback: writer.rolledBack, schedule });
  const pages = createSqlitePages(db, () => toLogPosition(writer.head()));
  const reads = createReads(readLogId(db), pages, onFatal, () => growth.closed);
  return {
    ...reads,
    append: async (stream, expected, events) => {
      const rows = toUnplacedRows(stream, events);
      return group.submit(() => writer.append(stream, expected, rows));
    },
    subscribe: (after, how) =>
      flattenBatches(subscribeBatches(reads.pages(), growth, after, { ...how }), how.signal),
    subscribeBatches: (after, how) => subscribeBatches(reads.pages(), growth, after, how),
    close: async () => {
      if (growth.closed) return;
      group.close();
      growth.close();
      db.close();
      release();
    },
  };
}

/** Read functions that the store and the reader share. A closed one refuses before it calls SQLite. */
function createReads(id: string, raw: SqlitePages, onFatal: FatalErrorHandler, closed = () => false) {
  const guardedPages: SqlitePages = {
    head: raw.head,
    page: query => guardFileAccess(onFatal, () => raw.page(query)),
    streamPage: query => guardFileAccess(onFatal, () => raw.streamPage(query)),
    find: (stream, eventId) => guardFileAccess(onFatal, () => raw.find(stream, eventId)),
  };
  const live = () => {
    if (closed()) throw new StoreClosedError();
    return guardedPages;
  };
  // Checks each page again: an iterable may outlive its store and must not reach a closed connection.
  const pages: PageReader = {
    head: () => raw.head(),
    page: q => live().page(q),
    streamPage: q => live().streamPage(q),
  };
  const open = () => live() && pages;
  return {
    id,
    pages: open,
    read: (stream: string, how?: Parameters<RawEventStore['read']>[1]) => readStream(open(), stream, how),
    readAll: (how?: Parameters<RawEventStore['readAll']>[0]) => flattenBatches(readBatches(open(), how)),
    readBatches: (how?: Parameters<RawEventStore['readBatches']>[0]) => readBatches(open(), how),
    find: async (stream: string, eventId: string) => live().find(stream, eventId),
    head: async () => open().head(),
    lastUpTo: async (number: bigint) => lastPositionUpTo(open(), number),
  };
}
