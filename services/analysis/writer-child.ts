/**
 * Child process: for a request `[jobs as JSON]` it writes segments as Parquet, durably, and answers their sizes and hashes.
 * DuckDB is native code, so it runs in no process that serves.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { syncAndDigest } from './file-digest.ts';
import { quoteSqlText } from './sql-text.ts';
import type { SegmentJob, WriterAnswer, WrittenSegment } from './write-job.ts';

/** Beyond it DuckDB fails instead of growing. */
const MEMORY = '512MB';

/** Version 2 stores numbers as differences: smaller files, from which moments are read in half of the time. */
const format = 'FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 1';

async function write(db: DuckDBConnection, job: SegmentJob): Promise<WrittenSegment> {
  const done = await db.runAndReadAll(`COPY (${job.sql}) TO ${quoteSqlText(job.into)} (${format})`);
  return { rows: Number(done.getRowsJS()[0]?.[0]), ...(await syncAndDigest(job.into)) };
}

let connected: Promise<DuckDBConnection | undefined> | undefined;
async function connect(): Promise<DuckDBConnection | undefined> {
  const duckdb = await import('@duckdb/node-api').catch(() => undefined);
  if (!duckdb) return undefined;
  const db = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
  await db.run(`SET threads = 1; SET memory_limit = '${MEMORY}'; SET temp_directory = ''`);
  return db;
}

async function answerTo(jobs: readonly SegmentJob[]): Promise<WriterAnswer> {
  connected ??= connect();
  const db = await connected;
  if (!db) return { absent: true };
  try {
    const before = process.cpuUsage();
    const written: WrittenSegment[] = [];
    for (const job of jobs) written.push(await write(db, job));
    const { user, system } = process.cpuUsage(before);
    return { written, processorMs: (user + system) / 1000 };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

// The server has ended. What is half-written is named by no manifest.
process.once('disconnect', () => process.exit());
process.on('message', (message: [string]) => {
  // Cast: the parent sends what writer.ts makes.
  const jobs = JSON.parse(message[0]) as SegmentJob[];
  void answerTo(jobs).then(answer => process.send?.({ answer, again: !('failed' in answer) }));
});
