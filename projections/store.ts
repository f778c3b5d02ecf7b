/** Generic store of rows on SQLite: rows, indexes, histograms, words, removals, and the checkpoint. */
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { createGroupCounts, type Histogram } from './store/counts.ts';
import { createNameNumbers } from './store/name-numbers.ts';
import { createPager } from './store/pages.ts';
import { createStatementCache } from './store/prepared.ts';
import { BUILD_CACHE_KIB, CACHE_KIB, createIndexes, type ListSorts, openRowFile } from './store/schema.ts';
import { createSightWriter, type SightWriter } from './store/sights.ts';
import { createWordQueue, type WordQueue } from './store/word-queue.ts';
import { createWordIndex, type WordIndex } from './store/words.ts';

type StoredRow = { id: string; position: bigint; json: string };
type Removal = { view: number; id: string; position: bigint; rooms: string[] };

export type StoreOptions = {
  /** A path, or ':memory:'. */
  file: string;
  lists: ListSorts;
  /** Numbers of the views whose changes clients resume. */
  moved: readonly number[];
  /** Whether the file is deleted after use (see schema.ts). */
  scratch?: boolean;
  /**
   * A new file. Until `indexed`, it has no journal, sight indexes or commits: only for a file that is deleted if it is
   * not finished.
   */
  bulk?: boolean;
};

export type RowStore = ReturnType<typeof openRowStore>;

/** Opens or creates a file of rows. All calls are synchronous, on one connection. */
export function openRowStore(options: StoreOptions) {
  const { file, lists, moved, bulk = false } = options;
  const db = openRowFile(options);
  if (bulk) beginBuild(db, file);
  const names = createNameNumbers(db);
  const counts = createGroupCounts(db, names);
  const sights: SightWriter = createSightWriter(db, lists, names, counts);
  const words: WordIndex = createWordIndex(db, lists, names);
  const wordQueue: WordQueue = createWordQueue(db);
  const rows = createRows(db);
  const pages = createPager(db, lists, names, counts);
  let building = bulk;

  return {
    file,
    ...rows,
    ...createMeta(db),
    ...createMoved(db, moved),
    pageOfIds: pages.page,
    idsAfter: pages.after,
    idsBetween: pages.span,
    newestOf: pages.newest,
    groupsFound: pages.groupsFound,
    sights,
    words,
    wordQueue,
    histogram: (list: string, room: string): Histogram => counts.histogram(list, room),
    /** Writes pending histogram changes. Returns the rooms with changes. */
    flushCounts: () => counts.flush(),
    /** Runs the work in a transaction, and rolls back if it throws. */
    transaction<T>(work: () => T): T {
      if (building) return work();
      db.exec('BEGIN');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        // On a full disk SQLite has already rolled back.
        if (db.isTransaction) db.exec('ROLLBACK');
        names.reset();
        counts.reset();
        wordQueue.reset();
        throw error;
      }
    },
    /** Ends a bulk build. */
    indexed() {
      createIndexes(db, { lists, moved });
      db.exec("INSERT INTO words (words) VALUES ('optimize'); COMMIT;");
      building = false;
      db.exec(`PRAGMA cache_size = -${CACHE_KIB};`);
      if (file !== ':memory:') db.exec('PRAGMA journal_mode = WAL;');
    },
    /** Copies the saved state into a new file, over a connection of its own. */
    copy: (into: string) => copied(file, into),
    close: () => db.close(),
  };
}

function beginBuild(db: Database, file: string): void {
  if (file !== ':memory:') db.exec('PRAGMA journal_mode = OFF;');
  db.exec(`PRAGMA cache_size = -${BUILD_CACHE_KIB}; BEGIN;`);
}

/** Trap: on the writing connection, or in several steps, a backup fails or restarts with each write. */
async function copied(file: string, into: string): Promise<void> {
  const reader = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(reader, into, { rate: ALL_PAGES });
  } finally {
    reader.close();
  }
}

const ALL_PAGES = 2 ** 31 - 1;

type Database = ReturnType<typeof openRowFile>;

function createRows(db: Database) {
  const get = db.prepare('SELECT position, json FROM rows WHERE view = ? AND id = ?');
  const put = db.prepare(
    `INSERT INTO rows (view, id, position, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (view, id) DO UPDATE SET position = excluded.position, json = excluded.json`,
  );
  const insert = db.prepare('INSERT INTO rows (view, id, position, json) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM rows WHERE view = ? AND id = ?');
  const span = (order: string) =>
    db.prepare(
      `SELECT id, position, json FROM rows WHERE view = ? AND id >= ? AND id < ? ORDER BY id ${order} LIMIT ?`,
    );
  const [up, down] = [span('ASC'), span('DESC')];
  const next = db.prepare(
    'SELECT id, position, json FROM rows WHERE view = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const stored = (r: Record<string, unknown>): StoredRow => ({
    id: String(r.id),
    position: BigInt(Number(r.position)),
    json: String(r.json),
  });
  return {
    get(view: number, id: string): StoredRow | undefined {
      const row = get.get(view, id);
      return row && stored({ ...row, id });
    },
    put: (view: number, id: string, position: bigint, json: string) => put.run(view, id, position, json),
    /** For an id that is known to be new. */
    insert: (view: number, id: string, position: bigint, json: string) =>
      insert.run(view, id, position, json),
    remove: (view: number, id: string) => remove.run(view, id),
    /** Rows whose ids start with a prefix, sorted by id. */
    withPrefix(
      view: number,
      prefix: string,
      how: { descending?: boolean; limit?: number } = {},
    ): StoredRow[] {
      const end = `${prefix}\u{10ffff}`;
      return (how.descending ? down : up).all(view, prefix, end, how.limit ?? -1).map(stored);
    },
    /** Rows of a view after an id, sorted by id. */
    page: (view: number, after: string, limit: number): StoredRow[] =>
      next.all(view, after, limit).map(stored),
  };
}

function createMeta(db: Database) {
  const get = db.prepare('SELECT value FROM meta WHERE name = ?');
  const set = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  return {
    meta(name: string): string | undefined {
      const value = get.get(name)?.value;
      return value === undefined ? undefined : String(value);
    },
    setMeta: (name: string, value: string) => set.run(name, value),
  };
}

/** For clients that resume: rows by position, and rooms that lost sight of a row. */
function createMoved(db: Database, moved: readonly number[]) {
  const prepared = createStatementCache(db);
  const since = `SELECT view, id, position FROM rows INDEXED BY rows_moved
    WHERE view IN (${moved.join(', ')}) AND position > ? ORDER BY position LIMIT ?`;
  const at = `SELECT id FROM rows INDEXED BY rows_moved
    WHERE view IN (${moved.join(', ')}) AND position = ? AND view = ? ORDER BY id`;
  const gone = 'SELECT position, view, id, rooms FROM removals WHERE position > ? ORDER BY position LIMIT ?';
  const add = db.prepare(
    'INSERT OR REPLACE INTO removals (position, view, id, at, rooms) VALUES (?, ?, ?, ?, ?)',
  );
  const purge = 'DELETE FROM removals WHERE at < ? RETURNING position';
  const all = (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values);
  return {
    rowsAfter: (position: bigint, limit: number) =>
      all(since, position, limit).map(r => ({
        view: Number(r.view),
        id: String(r.id),
        position: BigInt(Number(r.position)),
      })),
    /** Ids of a view's rows whose last event has this position. */
    idsAt: (view: number, position: bigint): string[] => all(at, position, view).map(r => String(r.id)),
    removalsAfter: (position: bigint, limit: number): Removal[] =>
      all(gone, position, limit).map(r => ({
        view: Number(r.view),
        id: String(r.id),
        position: BigInt(Number(r.position)),
        // The boundary: stored JSON, which only `addRemoval` writes.
        rooms: JSON.parse(String(r.rooms)) as string[],
      })),
    addRemoval: ({ view, id, position, rooms }: Removal, at: number) =>
      add.run(position, view, id, at, JSON.stringify(rooms)),
    /** Deletes removals older than a time in milliseconds. Returns the position of the newest deleted one. */
    purgeRemovals: (before: number): bigint | undefined => {
      const positions = all(purge, before).map(r => Number(r.position));
      return positions.length === 0 ? undefined : BigInt(Math.max(...positions));
    },
  };
}
