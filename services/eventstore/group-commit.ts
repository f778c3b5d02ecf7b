/**
 * One transaction, and so one fsync, for all writes that are waiting: what makes 32 callers as fast as the disk lets
 * one be. Nobody is answered before COMMIT has returned.
 */
import { writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers';
import { isDiskFull } from '#projections/sqlite-errors.ts';
import { diskFull } from './disk-full.ts';
import { StoreClosed } from './port.ts';

/** Called where a file cannot be trusted any more. Must not return in production. */
export type OnFatal = (error: Error) => void;

export type GroupCommit = {
  /**
   * Runs `write` inside the next transaction and resolves with its value once that is durable. `write` may refuse by
   * throwing before its first change: that rejects this caller only.
   */
  submit<T>(write: () => T): Promise<T>;
  /** Commits what is waiting; later writes are refused with StoreClosed. */
  close(): void;
};

export type GroupCommitOptions = {
  onFatal: OnFatal;
  /** After each COMMIT, before its callers are answered. */
  onCommit?: () => void;
  /** Where a group failed, before its callers are refused: nothing that was written in it counts. */
  onRollback?: () => void;
  /** How a commit is put off so that others can join it; default: to the event loop's next turn. */
  schedule?: (commit: () => void) => void;
};

/** So that the last caller of a great crowd is not answered with the first. */
const MAX_GROUP = 1024;

type Job = { run: () => () => void; reject: (error: Error) => void };

const BUSY = 5;

const isSqliteError = (error: unknown): error is Error & { errcode: number } =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** True where another connection holds the lock: nothing is broken, nothing was written. */
export const isBusy = (error: unknown): boolean => isSqliteError(error) && (error.errcode & 0xff) === BUSY;

/**
 * Ends the process at once. After a failed fsync the kernel has dropped the pages and says so only once: to go on, or
 * even to close the database (which copies the log's pages into it), could make a lost write look stored.
 */
export function endProcess(error: Error): void {
  writeSync(2, `The event log or the vault could not be read or written (${error.message}). Stopping now.\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Runs what touches a file; whatever SQLite itself says (but "busy" and "full") is fatal. @throws Refusal diskFull */
export function guarded<T>(onFatal: OnFatal, access: () => T): T {
  try {
    return access();
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(error);
    if (isSqliteError(error) && !isBusy(error)) onFatal(error);
    throw error;
  }
}

export function createGroupCommit(db: DatabaseSync, options: GroupCommitOptions): GroupCommit {
  const {
    onFatal,
    onCommit,
    onRollback,
    schedule = (commit: () => void) => void setImmediate(commit),
  } = options;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const end = db.prepare('COMMIT');
  const waiting: Job[] = [];
  let closed: StoreClosed | undefined;

  const commit = () => {
    const jobs = waiting.splice(0, MAX_GROUP);
    if (jobs.length === 0) return;
    if (waiting.length > 0) schedule(commit);
    const answers = attempt(jobs);
    for (const answer of answers) answer();
  };

  const attempt = (jobs: Job[]): (() => void)[] => {
    try {
      begin.run();
      const answers = jobs.map(job => job.run());
      end.run();
      onCommit?.();
      return answers;
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      onRollback?.();
      if (isDiskFull(error) && rolledBack(db)) {
        const refusal = diskFull(cause);
        return jobs.map(job => () => job.reject(refusal));
      }
      if (!isBusy(error) || db.isTransaction) {
        closed = new StoreClosed(`the file failed: ${cause.message}`);
        onFatal(cause);
      }
      return jobs.map(job => () => job.reject(closed ?? cause));
    }
  };

  return {
    submit: <T>(write: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (closed) return reject(closed);
        waiting.push({ run: () => settle(write, resolve, reject), reject });
        if (waiting.length === 1) schedule(commit);
      }),
    close: () => {
      while (waiting.length > 0) commit();
      closed ??= new StoreClosed();
    },
  };
}

/**
 * Ends what is left of a transaction for which there was no room. Of one that is not whole nothing counts: what had come
 * into the WAL by then is written over.
 */
function rolledBack(db: DatabaseSync): boolean {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** Runs one write now, and gives what answers its caller later. SQLite's own errors concern the whole group. */
function settle<T>(
  write: () => T,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const value = write();
    return () => resolve(value);
  } catch (error) {
    if (isSqliteError(error)) throw error;
    return () => reject(error);
  }
}
