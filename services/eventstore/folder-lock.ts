/**
 * Locks a data folder against a second process: an exclusive SQLite transaction for the life of the process.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy } from './group-commit.ts';

/** Thrown if the folder is in use. Its message is for the operator. */
export class FolderInUseError extends Error {
  constructor(dir: string) {
    super(
      `The data folder ${dir} is in use by another Archline process. Stop that process first, or set DATA_DIR to another folder.`,
    );
    this.name = 'FolderInUseError';
  }
}

/**
 * Locks the folder and creates it if missing. The kernel releases the lock when the process ends. Trap: POSIX
 * drops the lock when its process closes any other descriptor of lock.db, so nothing in this process may read
 * that file, not even a backup.
 * @throws FolderInUseError
 */
export function lockFolder(dir: string): { release(): void } {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'lock.db'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw isDatabaseBusy(error) ? new FolderInUseError(dir) : error;
  }
  return { release: () => db.close() };
}
