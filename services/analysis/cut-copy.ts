/** Ends the engine's COPY as soon as a file has its bytes: the engine itself would write all rows to further files. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBPreparedStatement, JS } from '@duckdb/node-api';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import { type RepeatingTimers, systemTimers } from '../clock/clock.ts';
import { quoteSqlText } from './sql-text.ts';

/** Time between two looks at the folder in ms. The engine writes some megabytes meanwhile. */
const LOOK_MS = 20;
const NEW_LINE = 10;

/** Endings that the engine gives to files. */
const endings: Readonly<Record<TableFormat, string>> = { csv: 'csv', ndjson: 'json', parquet: 'parquet' };

/** True if there is a second file. The engine closes a file before the next one has rows. */
export const isCopyCut = async (folder: string) => (await readdir(folder).catch(() => [])).length > 1;

/**
 * Runs a COPY into a folder.
 * @returns what the engine says of its files; undefined if it was ended, with a whole first file
 */
export async function runSqlCopy(
  db: Pick<DuckDBConnection, 'interrupt'>,
  copy: Pick<DuckDBPreparedStatement, 'runAndReadAll'>,
  folder: string,
  timers: RepeatingTimers = systemTimers,
): Promise<JS[][] | undefined> {
  let isRunning = true;
  const look = async () => {
    // Trap: an interruption would end the statement that follows.
    if ((await isCopyCut(folder)) && isRunning) db.interrupt();
  };
  const stop = timers.every(LOOK_MS, () => void look());
  try {
    return (await copy.runAndReadAll()).getRowsJS();
  } catch (error) {
    if (await isCopyCut(folder)) return undefined;
    throw error;
  } finally {
    isRunning = false;
    stop();
  }
}

async function linesOf(file: string): Promise<number> {
  let lines = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>)
    for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

/** Rows of a file that was cut. `count`: null for CSV, whose cells may have several lines; `read` is the most there can be. */
export async function countRowsOfCutCopy(
  db: Pick<DuckDBConnection, 'runAndReadAll'>,
  file: string,
  format: TableFormat,
): Promise<{ count: number | null; read: number }> {
  if (format === 'parquet') {
    const found = await db.runAndReadAll(`SELECT num_rows FROM parquet_file_metadata(${quoteSqlText(file)})`);
    const count = Number(found.getRows()[0]?.[0]);
    return { count, read: count };
  }
  const lines = await linesOf(file);
  return format === 'csv' ? { count: null, read: lines - 1 } : { count: lines, read: lines };
}

/** Path of the first file that the engine writes into a folder. */
export const firstFilePath = (folder: string, format: TableFormat): string =>
  join(folder, `data_0.${endings[format]}`);
