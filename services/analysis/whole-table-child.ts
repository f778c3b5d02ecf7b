/**
 * Child process: for a request `[job as JSON]` it writes a whole table as one Parquet file, and answers its size and hash.
 * DuckDB is native code, so it runs in no process that serves.
 */
import type { DuckDBInstance } from '@duckdb/node-api';
import { digestOf } from './file-digest.ts';
import { quoteSqlText } from './sql-text.ts';
import type { WholeTableAnswer, WholeTableJob } from './whole-table-job.ts';

/** Beyond it DuckDB fails instead of growing. */
const MEMORY = '512MB';
const goneWords = /^IO Error: (?:Cannot open file|No files found)/;

async function openInstance(): Promise<DuckDBInstance | undefined> {
  const duckdb = await import('@duckdb/node-api').catch(() => undefined);
  const settings = { threads: '1', memory_limit: MEMORY, temp_directory: '' };
  return duckdb?.DuckDBInstance.create(':memory:', settings);
}

async function answerTo({ table, into, views }: WholeTableJob): Promise<WholeTableAnswer> {
  const instance = await openInstance();
  if (!instance) return { absent: true };
  try {
    const db = await instance.connect();
    for (const view of views) await db.run(view);
    const done = await db.runAndReadAll(
      `COPY (SELECT * FROM ${table}) TO ${quoteSqlText(into)} (FORMAT parquet, COMPRESSION zstd)`,
    );
    return { rows: Number(done.getRowsJS()[0]?.[0]), ...(await digestOf(into)) };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    return goneWords.test(failed) ? { gone: true } : { failed };
  } finally {
    instance.closeSync();
  }
}

// The server has ended. What is half-written is removed at its next start.
process.once('disconnect', () => process.exit());
process.on('message', (message: [string]) => {
  // Cast: the parent sends what whole-tables.ts makes.
  const job = JSON.parse(message[0]) as WholeTableJob;
  void answerTo(job).then(answer => process.send?.({ answer, again: 'rows' in answer }));
});
