/** Keeps a second process out of a data folder: an exclusive transaction, held as long as this one lives. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './group-commit.ts';

/** Thrown where the folder is in use; its message is the sentence for the operator. */
export class FolderInUse extends Error {
  constructor(dir: string) {
    super(
      `The data folder ${dir} is in use by another Archline process. Stop that one first, or set DATA_DIR to another folder.`,
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Takes the folder (made where it is missing); the kernel gives it back when the process ends, however it ends.
 * Trap: POSIX drops the lock when the process that holds it closes any other descriptor of lock.db, so nothing here
 * may ever read that file, a backup included.
 * @throws FolderInUse
 */
export function lockFolder(dir: string): { release(): void } {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'lock.db'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw isBusy(error) ? new FolderInUse(dir) : error;
  }
  return { release: () => db.close() };
}
