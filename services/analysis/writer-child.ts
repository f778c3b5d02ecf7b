/**
 * Child process: for a request `[jobs as JSON]` it writes segments as Parquet, durably, and answers their sizes and hashes.
 * DuckDB is native code, so it runs in no process that serves.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { storedColumns, storedTables, writtenColumns } from './stored-tables.ts';
import type { SegmentJob, WriterAnswer, Written } from './write-job.ts';

/** Beyond it DuckDB fails instead of growing. */
const MEMORY = '512MB';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const listOf = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`;

/** The rows of a job, in order: of a keyed table only the newest of each case. */
function rowsSql({ table, lines, segments, without }: SegmentJob): string {
  const { order, position, isKeyed } = storedTables[table];
  const names = storedColumns(table)
    .map(({ name }) => name)
    .join(', ');
  const written = writtenColumns(table);
  const types = Object.entries(written.types).map(([name, type]) => `${name}: ${quoted(type)}`);
  const where =
    without.length > 0 ? `WHERE erased OR case_id NOT IN (SELECT unnest(${listOf(without)}))` : '';
  const sources = [
    ...(segments.length > 0 ? [`SELECT ${names} FROM read_parquet(${listOf(segments)}) ${where}`] : []),
    ...(lines
      ? [
          `SELECT ${written.sql} FROM read_json(${quoted(lines)}, format = 'newline_delimited', columns = {${types.join(', ')}}) ${where}`,
        ]
      : []),
  ];
  const newest = isKeyed
    ? `QUALIFY row_number() OVER (PARTITION BY case_id ORDER BY ${position} DESC) = 1`
    : '';
  return `SELECT * FROM (${sources.join(' UNION ALL ')}) ${newest} ORDER BY ${order}`;
}

/** Makes a file durable. @returns its size and hash */
async function settled(path: string): Promise<Pick<Written, 'bytes' | 'sha256'>> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function write(db: DuckDBConnection, job: SegmentJob): Promise<Written> {
  const done = await db.runAndReadAll(
    `COPY (${rowsSql(job)}) TO ${quoted(job.into)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return { rows: Number(done.getRowsJS()[0]?.[0]), ...(await settled(job.into)) };
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
    const written: Written[] = [];
    for (const job of jobs) written.push(await write(db, job));
    return { written };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

// The server has ended. What is half-written is named by no manifest.
process.once('disconnect', () => process.exit());
process.on('message', (message: [string]) => {
  // Boundary: the parent sends what writer.ts makes.
  const jobs = JSON.parse(message[0]) as SegmentJob[];
  void answerTo(jobs).then(answer => process.send?.({ answer, again: !('failed' in answer) }));
});
