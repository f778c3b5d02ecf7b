/** Reads imported files in worker threads, so that a hostile file takes neither the server's time nor its memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { badField, type Issue, isRefusal, Refusal } from '#events/errors.ts';
import { type ImportTable, readImportTable } from '#events/person/import-rows.ts';
import type { ImportWords } from '#events/person/import-words.ts';
import { runInThread, ThreadOverLimitError } from '../concurrency/thread.ts';

type ReadJob = { mark: string; bytes: Uint8Array; words: ImportWords };

/** Result of a thread: the table, or the issues of a file that is not a table. */
type Answer = { table: ImportTable } | { issues: Issue[] };

/** Distinguishes this module's threads from those that run tests. */
const MARK = 'imports';
/** The time limit is twenty times what the longest file takes on a busy machine. */
const thread = { file: import.meta.url, what: 'an import', limitMs: 20_000, memoryMb: 192 };

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;
/** Excel's format before 2007, and encrypted workbooks. */
const isOle = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf;

/** Reads a file in the calling thread. @throws Refusal badInput if the file is not a table */
export async function readTable({ bytes, words }: Omit<ReadJob, 'mark'>): Promise<ImportTable> {
  if (isOle(bytes)) throw badField('content', 'import-old-excel');
  // Only the thread needs the readers, and a server starts without them.
  if (isZip(bytes)) return readImportTable(await (await import('./read-xlsx.ts')).readXlsx(bytes), words);
  return readImportTable((await import('./read-csv.ts')).readCsv(bytes, words), words);
}

async function answer(job: ReadJob): Promise<Answer> {
  try {
    return { table: await readTable(job) };
  } catch (error) {
    // Any other error ends the thread.
    if (!isRefusal(error)) throw error;
    return { issues: error.data?.issues ?? [] };
  }
}

/**
 * Reads a file in a worker thread.
 * @throws Refusal badInput if the file is not a table, or needs too much memory or time
 */
export async function readTableInThread({ bytes, words }: Omit<ReadJob, 'mark'>): Promise<ImportTable> {
  const job: ReadJob = { mark: MARK, bytes, words };
  try {
    const told = await runInThread<Answer>(thread, job);
    if ('table' in told) return told.table;
    throw new Refusal('badInput', { issues: told.issues });
  } catch (error) {
    throw error instanceof ThreadOverLimitError ? badField('content', 'import-unpacks') : error;
  }
}

// The worker thread runs this same file.
if (parentPort && workerData?.mark === MARK) parentPort.postMessage(await answer(workerData));
