/** Writes a workbook in a thread of its own: ten thousand rows take a second of computing. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from './export-table.ts';

export type Sheet = { sheet: string; widths: number[]; rows: Cell[][] };

async function write({ sheet, widths, rows }: Sheet): Promise<Uint8Array> {
  const [heading = [], ...others] = rows;
  const head = heading.map(value => ({ value: String(value ?? ''), fontWeight: 'bold' as const }));
  const options = { sheet, columns: widths.map(width => ({ width })), stickyRowsCount: 1 };
  return writeXlsxFile([head, ...others], options).toBuffer();
}

/** The bytes of the workbook. @throws what the thread died of */
export function writeWorkbook(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: sheet });
    worker.once('message', (bytes: Uint8Array<ArrayBuffer>) => resolve(bytes));
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the workbook's thread ended with ${code}`)));
  });
}

// The same file is both ends: only the thread has a port and data.
if (parentPort && workerData) parentPort.postMessage(await write(workerData as Sheet));
