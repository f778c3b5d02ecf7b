/** Tables of a file of rows, and how it is opened. */
import { DatabaseSync } from 'node:sqlite';

/** Increase it with every change of these tables. */
export const SCHEMA_VERSION = 4;

/** Page cache of a current file, and of a file under construction. */
export const CACHE_KIB = 64 * 1024;
export const BUILD_CACHE_KIB = 192 * 1024;

export type ListSorts = Readonly<Record<string, readonly string[]>>;

const TABLES = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rows (
    key INTEGER PRIMARY KEY, view INTEGER NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS rows_id ON rows (view, id);
  CREATE TABLE IF NOT EXISTS names (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS counts (
    list TEXT NOT NULL, room INTEGER NOT NULL, grp INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (list, room, grp)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS removals (
    position INTEGER NOT NULL, view INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, rooms TEXT NOT NULL,
    PRIMARY KEY (position, view, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS unworded (
    n INTEGER PRIMARY KEY, view INTEGER NOT NULL, id TEXT NOT NULL, UNIQUE (view, id)
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    text, content = '', contentless_delete = 1, prefix = '1 2',
    tokenize = "unicode61 remove_diacritics 2"
  );
`;

/** Name of the table of a list's sights. Its columns s0, s1, … follow the list's sorts. */
export const sightTableName = (list: string) => `sight_${list}`;

const columns = (sorts: readonly string[]) => sorts.map((_sort, i) => `s${i} TEXT NOT NULL`).join(', ');

/** Names of the sort columns: as many as the largest number of sorts of any list. */
export const sortColumns = (lists: ListSorts): string[] =>
  Array.from({ length: Math.max(...Object.values(lists).map(sorts => sorts.length)) }, (_, i) => `s${i}`);

const docsTable = (lists: ListSorts) => `CREATE TABLE IF NOT EXISTS docs (
  key INTEGER PRIMARY KEY, view INTEGER NOT NULL, id TEXT NOT NULL, rooms TEXT NOT NULL, grp INTEGER NOT NULL,
  ${columns(sortColumns(lists))}, UNIQUE (view, id)
) STRICT;`;

/** Room and group are numbers (names.ts), so that an index entry takes about 40 bytes. */
function sightTables(lists: ListSorts): string {
  return Object.entries(lists)
    .map(
      ([list, sorts]) => `CREATE TABLE IF NOT EXISTS ${sightTableName(list)} (
        room INTEGER NOT NULL, id TEXT NOT NULL, grp INTEGER NOT NULL, ${columns(sorts)}, PRIMARY KEY (room, id)
      ) STRICT, WITHOUT ROWID;`,
    )
    .join('\n');
}

/**
 * Indexes of the default sort are covering, so a page never touches the table. The others leave out the group, so that
 * a change of status, the most frequent change, does not update them; filtered pages look the group up.
 */
function sightIndexes(lists: ListSorts): string {
  return Object.entries(lists)
    .flatMap(([list, sorts]) => {
      const table = sightTableName(list);
      return [
        ...sorts.map(
          (_sort, i) =>
            `CREATE INDEX IF NOT EXISTS ${table}_s${i} ON ${table} (room, s${i}, id${i === 0 ? ', grp' : ''});`,
        ),
        `CREATE INDEX IF NOT EXISTS ${table}_grp ON ${table} (room, grp, s0, id);`,
      ];
    })
    .join('\n');
}

/** Index by position over the rows of views that clients resume. */
const movedIndex = (moved: readonly number[]) =>
  `CREATE INDEX IF NOT EXISTS rows_moved ON rows (position) WHERE view IN (${moved.join(', ')});`;

export type RowFileOptions = {
  file: string;
  lists: ListSorts;
  moved: readonly number[];
  /** A file that is deleted after use: without sync and write-ahead log, with a small cache. */
  scratch?: boolean;
};

/** Page cache of a scratch file. Several are open beside the current file. */
const SCRATCH_CACHE_KIB = 8 * 1024;

const journalOf = (scratch: boolean) =>
  scratch
    ? `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -${SCRATCH_CACHE_KIB};`
    : `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST;
       PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = 16384;`;

/**
 * Opens or creates a file of rows. The file only caches the log, and its checkpoint is in the same transaction as the
 * rows. So a power cut may lose the last transactions, but never corrupts the file.
 */
export function openRowFile({ file, lists, moved, scratch = false }: RowFileOptions): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`${journalOf(scratch)} PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY;`);
  db.exec(`${TABLES} ${docsTable(lists)} ${sightTables(lists)} ${sightIndexes(lists)} ${movedIndex(moved)}`);
  return db;
}

/** Drops the indexes that a bulk build creates at its end. */
export function dropIndexes(db: DatabaseSync, lists: ListSorts): void {
  const names = Object.entries(lists).flatMap(([list, sorts]) => [
    ...sorts.map((_sort, i) => `${sightTableName(list)}_s${i}`),
    `${sightTableName(list)}_grp`,
  ]);
  db.exec([...names, 'rows_moved'].map(name => `DROP INDEX IF EXISTS ${name};`).join('\n'));
}

export function createIndexes(db: DatabaseSync, { lists, moved }: Omit<RowFileOptions, 'file'>): void {
  db.exec(`${sightIndexes(lists)} ${movedIndex(moved)}`);
}
