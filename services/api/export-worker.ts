/** Writes workbooks in worker threads: ten thousand rows take a second of processor time. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { TableCell } from './export-table.ts';

export type WorkbookSheet = { sheet: string; widths: number[]; rows: TableCell[][] };

async function write({ sheet, widths, rows }: WorkbookSheet): Promise<Uint8Array> {
  // Only the thread needs the library, and a server starts without it.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const [heading = [], ...others] = rows;
  const head = heading.map(value => ({ value: String(value ?? ''), fontWeight: 'bold' as const }));
  const options = { sheet, columns: widths.map(width => ({ width })), stickyRowsCount: 1 };
  return writeXlsxFile([head, ...others], options).toBuffer();
}

/** Distinguishes this module's threads from those that run tests. */
const MARK = 'workbooks';
/** Lifetime of an idle thread: starting one costs more than most workbooks. */
const IDLE_MS = 30_000;

/** Idle threads, each with the timer that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>();

function take(): Worker {
  const [worker] = [...idle].at(-1) ?? [];
  if (!worker) return start();
  forget(worker);
  worker.ref();
  return worker;
}

function start(): Worker {
  const worker = new Worker(new URL(import.meta.url), { workerData: MARK });
  // Without this listener, an error of an idle thread would end the process.
  worker.on('error', () => forget(worker));
  worker.once('exit', () => forget(worker));
  return worker;
}

function forget(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
}

function keep(worker: Worker): void {
  const end = () => {
    // A thread that is ending takes no more work.
    forget(worker);
    void worker.terminate();
  };
  idle.set(worker, setTimeout(end, IDLE_MS).unref());
  worker.unref();
}

/** Returns the workbook's bytes. @throws the error that ended the thread */
export function writeWorkbook(sheet: WorkbookSheet): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = take();
    const ended = (code: number) => reject(new Error(`the thread of the workbook exited with code ${code}`));
    worker.once('error', reject);
    worker.once('exit', ended);
    worker.once('message', (bytes: Uint8Array<ArrayBuffer>) => {
      worker.off('error', reject);
      worker.off('exit', ended);
      keep(worker);
      resolve(bytes);
    });
    worker.postMessage(sheet);
  });
}

// The worker thread runs this same file.
if (parentPort && workerData === MARK) {
  const port = parentPort;
  port.on('message', async (sheet: WorkbookSheet) => port.postMessage(await write(sheet)));
}
