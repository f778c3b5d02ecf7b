/**
 * Copies a file of rows without its deleted content, in a thread: freed pages, gaps inside pages and deleted words of
 * the full-text index stay behind. The source may be read and written meanwhile.
 */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { partsOf, removeFile } from './files.ts';

type Job = { from: string; to: string };

/** Why two passes: merging the word index frees pages, which only the second pass leaves behind. */
function copy({ from, to }: Job): void {
  const [merged, whole] = partsOf(to);
  vacuumInto(from, merged);
  const db = new DatabaseSync(merged);
  db.exec(
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; INSERT INTO words (words) VALUES ('optimize');",
  );
  db.close();
  vacuumInto(merged, whole);
  removeFile(merged);
  const file = openSync(whole, 'r+');
  fsyncSync(file);
  closeSync(file);
  // A crash leaves either no copy or a complete one under a name that a start would open.
  renameSync(whole, to);
}

function vacuumInto(from: string, to: string): void {
  removeFile(to);
  const db = new DatabaseSync(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

/**
 * @param to path of a file of rows that does not exist
 * @throws SQLite's errors; the signal's reason
 */
export async function copyWithoutTraces(job: Job, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: job });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', code =>
        code === 0 ? resolve() : reject(new Error(`the copying thread ended with ${code}`)),
      );
    });
  } catch (error) {
    for (const part of partsOf(job.to)) removeFile(part);
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

// The same file is both ends: only the thread has a port and data.
if (parentPort && workerData) copy(workerData as Job);
