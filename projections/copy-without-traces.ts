/**
 * Copies a file of rows without deleted content, in a worker thread. Freed pages, gaps in pages and deleted words of
 * the full-text index are left out. The source may be read and written meanwhile.
 */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { removeRowDatabase, unfinishedCopyPathsOf } from './files.ts';

type Job = { from: string; to: string };

/** Distinguishes this module's threads from others that import it. */
const MARK = 'copy without traces';

/** Two passes, because merging the word index frees pages that only the second pass leaves out. */
function copy({ from, to }: Job): void {
  const [merged, whole] = unfinishedCopyPathsOf(to);
  vacuumInto(from, merged);
  const db = new DatabaseSync(merged);
  db.exec(
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; INSERT INTO words (words) VALUES ('optimize');",
  );
  db.close();
  vacuumInto(merged, whole);
  removeRowDatabase(merged);
  const file = openSync(whole, 'r+');
  fsyncSync(file);
  closeSync(file);
  // Renames last, so that the final name never belongs to an incomplete copy, whenever the process ends.
  renameSync(whole, to);
}

function vacuumInto(from: string, to: string): void {
  removeRowDatabase(to);
  const db = new DatabaseSync(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

/**
 * Copies a file of rows without erased data.
 * @param job `to` is a path that does not exist
 * @throws SQLite's errors; the signal's reason
 */
export async function copyWithoutErasedData(job: Job, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { mark: MARK, ...job } });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', code =>
        code === 0 ? resolve() : reject(new Error(`the copying thread exited with code ${code}`)),
      );
    });
  } catch (error) {
    for (const part of unfinishedCopyPathsOf(job.to)) removeRowDatabase(part);
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

// The thread runs this same file.
if (parentPort && workerData?.mark === MARK) copy(workerData as Job);
