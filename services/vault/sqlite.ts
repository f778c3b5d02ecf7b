/** The vault on node:sqlite: vault.db in the data folder. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  createGroupCommit,
  type FatalErrorHandler,
  type GroupCommitOptions,
  guardFileAccess,
  killProcess,
  rethrowError,
} from '#services/eventstore/group-commit.ts';
import { StoreClosedError } from '#services/eventstore/port.ts';
import { type SyncMode, syncFolder } from '#services/eventstore/schema.ts';
import { type RecordVersion, type Vault, type VaultRecord, VersionMismatchError } from './port.ts';

export type SqliteVaultOptions = {
  /** The data folder, created if missing. A worker thread may open it a second time. */
  dir: string;
  onFatal?: FatalErrorHandler;
  newVersion?: () => RecordVersion;
  schedule?: GroupCommitOptions['schedule'];
  /** Durability. NORMAL is only the control of the power-cut test. */
  synchronous?: SyncMode;
};

const TABLE = `
  CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL, version TEXT NOT NULL)
  STRICT, WITHOUT ROWID
`;

/** Number of records in one page of `list`. */
const PAGE = 256;

export function openSqliteVault(options: SqliteVaultOptions): Vault {
  const {
    dir,
    onFatal = killProcess,
    newVersion = () => crypto.randomUUID(),
    synchronous = 'FULL',
  } = options;
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'vault.db'), { timeout: 5000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;');
  db.exec(`PRAGMA synchronous = ${synchronous}; ${TABLE}`);
  syncFolder(dir);
  syncFolder(dirname(resolve(dir)));
  const group = createGroupCommit(db, { onFatal, schedule: options.schedule });
  const sql = prepare(db);
  /** True if a record was deleted but the WAL could not be truncated. The next deletion truncates it. */
  let uncut = false;
  const check = (key: string, ifVersion: RecordVersion | 'absent' | undefined) => {
    if (ifVersion === undefined) return;
    if ((toKept(sql.get.get(key))?.version ?? 'absent') !== ifVersion) throw new VersionMismatchError(key);
  };
  return {
    get: async key => guardFileAccess(onFatal, () => toKept(open(db) && sql.get.get(key))),
    put: async (key, value, ifVersion) => {
      const text = JSON.stringify(value);
      return group.submit(() => {
        check(key, ifVersion);
        const version = newVersion();
        sql.put.run(key, text, version);
        return version;
      });
    },
    delete: async (key, ifVersion) => {
      const deleted = await group.submit(() => {
        check(key, ifVersion);
        return Number(sql.delete.run(key).changes) > 0;
      });
      // Truncates the WAL, because it still contains the record, and erased data could be read there.
      uncut ||= deleted;
      if (uncut) uncut = guardFileAccess(onFatal, () => !truncateWal(open(db)));
      return deleted;
    },
    list: prefix => list(() => open(db) && sql.list, prefix, onFatal),
    close: async () => {
      group.close();
      if (db.isOpen) db.close();
    },
  };
}

/** @returns false if another process was reading: SQLite answers that as a row and throws nothing */
function truncateWal(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
}

/**
 * Reads a folder's vault next to its owner, as of the first record read. While it is open, the owner's deletions wait,
 * so close it soon.
 */
export function openSqliteVaultReader({ dir }: { dir: string }): Pick<Vault, 'list' | 'close'> {
  const db = new DatabaseSync(join(dir, 'vault.db'), { readOnly: true, timeout: 5000 });
  db.exec('BEGIN');
  const { list: statement } = prepareReads(db);
  return {
    list: prefix => list(() => open(db) && statement, prefix, rethrowError),
    close: async () => db.close(),
  };
}

function open(db: DatabaseSync): DatabaseSync {
  if (!db.isOpen) throw new StoreClosedError('the vault is closed');
  return db;
}

function prepareReads(db: DatabaseSync) {
  return {
    get: db.prepare('SELECT key, value, version FROM kept WHERE key = ?'),
    list: db.prepare(`SELECT key, value, version FROM kept
      WHERE key > :after AND key >= :prefix AND substr(key, 1, length(:prefix)) = :prefix ORDER BY key LIMIT ${PAGE}`),
  };
}

function prepare(db: DatabaseSync) {
  return {
    ...prepareReads(db),
    put: db.prepare(`INSERT INTO kept (key, value, version) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version`),
    delete: db.prepare('DELETE FROM kept WHERE key = ?'),
  };
}

async function* list(
  statement: () => StatementSync,
  prefix: string,
  onFatal: FatalErrorHandler,
): AsyncGenerator<VaultRecord> {
  let after = '';
  for (;;) {
    const rows = guardFileAccess(onFatal, () => statement().all({ after, prefix }));
    for (const row of rows) {
      const kept = toKept(row);
      if (kept === undefined) return;
      after = kept.key;
      yield kept;
    }
    if (rows.length < PAGE) return;
  }
}

/** Boundary: only `put` has written these columns. */
function toKept(row: Record<string, unknown> | undefined): VaultRecord | undefined {
  if (row === undefined) return undefined;
  return { key: String(row.key), value: JSON.parse(String(row.value)), version: String(row.version) };
}
