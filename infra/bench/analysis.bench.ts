/**
 * The analysts' tables: the build from a log beside reading and parsing the same log, their bytes beside the log's, questions
 * beside node:sqlite, plain JavaScript and PM4Py with the same rows, reports at ten times the rows, and what all of it costs
 * commands. Processor time, unless a row says elapsed. Sides of a comparison take turns; figures are medians.
 * SQLite has its tables in memory: once without an index, as the design has it, and once with the one index that serves the
 * question best.
 * ANALYSIS_DATA names the data folder of a stopped server to use its log; otherwise one is simulated, with `--events` events.
 * The design's figures are for 1,000,000.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openEngine } from '#services/analysis/engine.ts';
import { startTables } from '#services/analysis/follower.ts';
import { readManifest } from '#services/analysis/manifest.ts';
import { createPseudonyms } from '#services/analysis/pseudonym.ts';
import { createAnalysisTables, type OpenedTables } from '#services/analysis/query.ts';
import { createFolderTableStore } from '#services/analysis/table-folder.ts';
import { listOrganisationsIn } from '#services/analysis/table-folders.ts';
import { tableNames } from '#services/analysis/tables.ts';
import { createSegmentWriter } from '#services/analysis/writer.ts';
import { systemClock, systemIds, systemTimers } from '#services/clock/clock.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { measureCommandLatency } from './analysis/command-latency.ts';
import { benchmarkAgainstPeers } from './analysis/peers.ts';
import { type BenchLog, ensureBenchYear, openBenchLog } from './analysis/sealed-log.ts';
import { benchmarkTenTimesTheRows } from './analysis/ten-times.ts';
import { measureProcessorMs } from './analysis/timing.ts';
import type { BenchmarkRow, BenchOptions } from './bench.ts';

async function readThrough({ sealedLog }: BenchLog): Promise<number> {
  let events = 0;
  for await (const batch of sealedLog.readBatches({ size: 512 })) events += batch.length;
  return events;
}

/** Builds all tables into a folder. @returns processor time of both processes in ms */
async function buildMs({ store, sealedLog, vault, openSealed }: BenchLog, dir: string): Promise<number> {
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
  const own = await measureProcessorMs(async () => {
    const running = startTables({
      ...ports,
      ...{ store, sealedLog, vault, openSealed },
      pseudonyms,
      write,
      tableStore: createFolderTableStore(dir),
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
  const manifest = await readManifest(createFolderTableStore(dir).organisation(orgId), logId);
  const { events = [], stays = [] } = manifest?.tables ?? {};
  return [...events, ...stays].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A question through the child process, as a report asks it. */
async function questionRow(open: OpenedTables, when: string): Promise<BenchmarkRow> {
  const sql = 'SELECT status, count(*) FROM stays WHERE left_at IS NULL GROUP BY 1';
  await open.run(sql);
  const start = performance.now();
  await open.run(sql);
  return { what: `a question through its process, ${when}, elapsed`, ms: performance.now() - start };
}

/** Questions to the largest organisation's tables, beside their peers. */
async function answerRows(log: BenchLog, dir: string, orgId: string): Promise<BenchmarkRow[]> {
  const tables = createAnalysisTables({
    tableStore: createFolderTableStore(dir),
    logId: log.sealedLog.id,
    holder: 'bench',
  });
  const now = await tables.open(orgId);
  const middle = Math.floor(((now.first?.clock ?? 0) + (now.last?.clock ?? 0)) / 2);
  const then = await tables.open(orgId, { clock: middle });
  const source = now.source(tableNames);
  const engine = await openEngine(source, {}, dir);
  if (!engine) return [{ what: 'questions', notRun: 'DuckDB is not installed' }];
  const end = now.last?.clock ?? 0;
  const params = {
    ...{ from: now.first?.clock ?? 0, to: end + 1, now: end, zone: 'UTC', rules: '[]' },
    ...{ method: null, productType: null, org: null, person: null },
  };
  return [
    await questionRow(now, 'now'),
    await questionRow(then, 'as of the middle'),
    ...(await benchmarkAgainstPeers({ engine, source, moment: middle, dir })),
    ...(await benchmarkTenTimesTheRows({ source, dir, last: now.last?.position ?? 0n }, params)),
  ];
}

/** Called by bench.ts. Takes about four minutes, and half an hour with a million events. */
export async function runBenchmark({ events: least }: BenchOptions): Promise<BenchmarkRow[]> {
  const log = openBenchLog(process.env.ANALYSIS_DATA ?? (await ensureBenchYear(least)));
  const dir = mkdtempSync(join(tmpdir(), 'archline-tables-'));
  try {
    const events = await readThrough(log);
    const reading = await measureProcessorMs(() => readThrough(log));
    const building = await buildMs(log, dir);
    const logBytes = statSync(join(log.dir, 'events.db')).size;
    const sizes: { orgId: string; bytes: number }[] = [];
    for (const orgId of await listOrganisationsIn(dir))
      sizes.push({ orgId, bytes: await bytesOf(dir, log.sealedLog.id, orgId) });
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    const [largest] = sizes.toSorted((a, b) => b.bytes - a.bytes);
    return [
      { what: `reading and parsing the log (${events.toLocaleString('en')} events)`, ms: reading },
      {
        ...{ what: 'log to tables, whole build, both processes', ms: building, ratio: reading / building },
        wanted: 'at least 1/6',
      },
      {
        what: `bytes of events and stays (${Math.round(bytes / 2 ** 10)} KiB) beside the log's file`,
        ...{ score: bytes / logBytes, wanted: 'at most 0.1' },
      },
      ...(await answerRows(log, dir, largest?.orgId ?? '')),
      ...(await measureCommandLatency(least)),
    ];
  } finally {
    await log.close();
    rmSync(dir, { recursive: true });
  }
}
