/**
 * The analysts' tables: the build from a log beside reading and parsing the same log, their bytes beside the log's, and questions.
 * ANALYSIS_DATA names the data folder of a stopped server to use its log; otherwise one is made.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startTables } from '#services/analysis/follower.ts';
import { readManifest } from '#services/analysis/manifest.ts';
import { createPseudonyms } from '#services/analysis/pseudonym.ts';
import { createAnalysisTables, type OpenTables } from '#services/analysis/query.ts';
import { createFolderStore } from '#services/analysis/table-folder.ts';
import { organisationsIn } from '#services/analysis/table-folders.ts';
import { createSegmentWriter } from '#services/analysis/writer.ts';
import { systemClock, systemIds, systemTimers } from '#services/clock/clock.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { type BenchLog, openBenchLog } from './analysis/sealed-log.ts';
import type { BenchmarkRow } from './bench.ts';

const ROUNDS = 5;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Processor time of this process in ms; elapsed time says little on a shared machine. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function readThrough({ sealedLog }: BenchLog): Promise<number> {
  let events = 0;
  for await (const batch of sealedLog.readBatches({ size: 512 })) events += batch.length;
  return events;
}

/** Builds all tables into a folder. @returns processor time of both processes in ms */
async function buildMs({ store, sealedLog, vault }: BenchLog, dir: string): Promise<number> {
  let written = 0;
  const write = createSegmentWriter(ms => {
    written += ms;
  });
  const pseudonyms = createPseudonyms({
    vault: createMemoryVault(),
    ids: systemIds,
    keyFor: () => Buffer.alloc(32, 1),
  });
  const log = { warn: console.warn, error: console.error };
  const ports = { clock: systemClock, ids: systemIds, timers: systemTimers, log };
  // The timers of a server keep no process alive.
  const alive = setInterval(() => undefined, 1000);
  const own = await processorMs(async () => {
    const running = startTables({
      ...ports,
      store,
      sealedLog,
      vault,
      pseudonyms,
      write,
      tableStore: createFolderStore(dir),
      restMs: 0,
    });
    await running.idle();
    await running.stop();
  });
  clearInterval(alive);
  return own + written;
}

/** Bytes of the segments of an organisation's events and stays. */
async function bytesOf(dir: string, logId: string, orgId: string): Promise<number> {
  const manifest = await readManifest(createFolderStore(dir).organisation(orgId), logId);
  const { events = [], stays = [] } = manifest?.tables ?? {};
  return [...events, ...stays].reduce((sum, { bytes }) => sum + bytes, 0);
}

const questions: Readonly<Record<string, string>> = {
  'the queue of now by status': 'SELECT status, count(*) FROM stays WHERE left_at IS NULL GROUP BY 1',
  'median time by status': 'SELECT status, median(worked_s + waited_s) FROM stays GROUP BY 1',
  variants: 'SELECT way, count(*) FROM cases GROUP BY 1 ORDER BY 2 DESC LIMIT 20',
};

async function questionRows(open: OpenTables, when: string): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const [what, sql] of Object.entries(questions)) {
    await open.run(sql);
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      await open.run(sql);
      took.push(performance.now() - start);
    }
    rows.push({ what: `${what}, ${when}`, ms: median(took) });
  }
  return rows;
}

/** This benchmark takes about a minute. */
export async function run(): Promise<BenchmarkRow[]> {
  const log = await openBenchLog(process.env.ANALYSIS_DATA);
  const dir = mkdtempSync(join(tmpdir(), 'archline-tables-'));
  const events = await readThrough(log);
  const reading = await processorMs(() => readThrough(log));
  const building = await buildMs(log, dir);
  const logBytes = statSync(join(log.dir, 'events.db')).size;
  const tables = createAnalysisTables({
    tableStore: createFolderStore(dir),
    logId: log.sealedLog.id,
    holder: 'bench',
  });
  const sizes = await Promise.all(
    (await organisationsIn(dir)).map(async orgId => ({
      orgId,
      bytes: await bytesOf(dir, log.sealedLog.id, orgId),
    })),
  );
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  const [largest] = sizes.toSorted((a, b) => b.bytes - a.bytes);
  const now = await tables.open(largest?.orgId ?? '');
  const middle = ((now.first?.clock ?? 0) + (now.last?.clock ?? 0)) / 2;
  const then = await tables.open(largest?.orgId ?? '', { clock: Math.floor(middle) });
  const rows: BenchmarkRow[] = [
    { what: `reading and parsing the log (${events.toLocaleString('en')} events)`, ms: reading },
    {
      what: 'log to tables, whole build, processor time of both processes',
      ms: building,
      ratio: reading / building,
      wanted: 'at least 1/6',
    },
    {
      what: `bytes of events and stays (${Math.round(bytes / 2 ** 10)} KiB) beside the log's file`,
      score: bytes / logBytes,
      wanted: 'at most 0.1',
    },
    ...(await questionRows(now, 'now')),
    ...(await questionRows(then, 'as of the middle')),
  ];
  await log.close();
  rmSync(dir, { recursive: true });
  return rows;
}
