/**
 * Group commit: one transaction, and so one fsync, for all waiting writes. 32 callers are then as fast as one. Callers
 * are answered after the COMMIT.
 */
import { writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers';
import { isDiskFullError } from '#projections/sqlite-errors.ts';
import { diskFullRefusalOf } from './disk-full.ts';
import { StoreClosedError } from './port.ts';

/** Called when a file can no longer be trusted. Must not return in production. */
export type FatalErrorHandler = (error: Error) => void;

/** Makes a command report an error instead of killing the process. */
export const rethrowError = (error: Error): never => {
  throw error;
};

export type GroupCommit = {
  /**
   * Runs `write` in the next transaction, and resolves with its value when it is durable. `write` may throw before its
   * first change; then only its own caller is rejected.
   */
  submit<T>(write: () => T): Promise<T>;
  /** Commits the waiting writes. Later writes are refused with StoreClosedError. */
  close(): void;
};

export type GroupCommitOptions = {
  onFatal: FatalErrorHandler;
  /** Called after each COMMIT, before its callers are answered. */
  onCommit?: () => void;
  /** Called after a failed group, before its callers are refused. None of its writes count. */
  onRollback?: () => void;
  /** Delays a commit so that others can join. Default: the event loop's next turn. */
  schedule?: (commit: () => void) => void;
};

/** Maximum number of writes in a group, so that the first callers of a large crowd do not wait for the last ones. */
const MAX_GROUP = 1024;

type Job = { run: () => () => void; reject: (error: Error) => void };

const BUSY = 5;

const isSqliteError = (error: unknown): error is Error & { errcode: number } =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** Returns true if another connection holds the lock. Nothing was written. */
export const isDatabaseBusy = (error: unknown): boolean =>
  isSqliteError(error) && (error.errcode & 0xff) === BUSY;

/**
 * Kills the process at once. After a failed fsync the kernel has dropped the pages and reports the error only
 * once. Continuing, or closing the database (which checkpoints the WAL), could make a lost write look stored.
 */
export function killProcess(error: Error): void {
  writeSync(2, `Reading or writing the event log or the vault failed (${error.message}). Stopping.\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Runs a file access. Every error of SQLite except "busy" and "full" is fatal. @throws Refusal diskFull */
export function guardFileAccess<T>(onFatal: FatalErrorHandler, access: () => T): T {
  try {
    return access();
  } catch (error) {
    if (isDiskFullError(error)) throw diskFullRefusalOf(error);
    if (isSqliteError(error) && !isDatabaseBusy(error)) onFatal(error);
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
  let closed: StoreClosedError | undefined;

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
      if (isDiskFullError(error) && rolledBack(db)) {
        const refusal = diskFullRefusalOf(cause);
        return jobs.map(job => () => job.reject(refusal));
      }
      if (!isDatabaseBusy(error) || db.isTransaction) {
        closed = new StoreClosedError(`the file failed: ${cause.message}`);
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
      closed ??= new StoreClosedError();
    },
  };
}

/** Rolls back a transaction after a full disk. Later writes overwrite the transaction's partial pages in the WAL. */
function rolledBack(db: DatabaseSync): boolean {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs one write now and returns the function that answers its caller later. Errors of SQLite concern the
 * whole group.
 */
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
