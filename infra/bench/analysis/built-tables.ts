/**
 * Builds the analysts' tables of a log: measures the cost, and keeps a folder with the tables for the parts that ask
 * questions.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTables } from '#services/analysis/follower.ts';
import { readManifest } from '#services/analysis/manifest.ts';
import { createPseudonyms } from '#services/analysis/pseudonym.ts';
import { createFolderTableStore } from '#services/analysis/table-folder.ts';
import { listOrganisationsIn } from '#services/analysis/table-folders.ts';
import { tablesHash } from '#services/analysis/tables.ts';
import { createSegmentWriter } from '#services/analysis/writer.ts';
import { systemClock, systemIds, systemTimers } from '#services/clock/clock.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import type { BenchmarkRow } from '../bench.ts';
import type { BenchLog } from './sealed-log.ts';
import { measureProcessorMs } from './timing.ts';

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
  // Keeps the process alive, because the timers of the tables do not.
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

/** Bytes of the segments of each organisation's events and stays. */
async function bytesIn(dir: string, logId: string): Promise<{ orgId: string; bytes: number }[]> {
  const sizes: { orgId: string; bytes: number }[] = [];
  for (const orgId of await listOrganisationsIn(dir)) {
    const manifest = await readManifest(createFolderTableStore(dir).organisation(orgId), logId);
    const { events = [], stays = [] } = manifest?.tables ?? {};
    sizes.push({ orgId, bytes: [...events, ...stays].reduce((sum, one) => sum + one.bytes, 0) });
  }
  return sizes;
}

/** The folder of a log's tables. Another log or another definition of the tables has another folder. */
const folderOf = ({ sealedLog }: BenchLog) =>
  join(tmpdir(), `archline-bench-tables-${sealedLog.id}-${tablesHash.slice(0, 12)}`);

/** Builds the tables; an interrupted run leaves none. @returns processor time in ms */
async function buildInto(dir: string, log: BenchLog): Promise<number> {
  const draft = `${dir}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  const ms = await buildMs(log, draft);
  rmSync(dir, { recursive: true, force: true });
  renameSync(draft, dir);
  return ms;
}

export type BuiltTables = {
  dir: string;
  /** Id of the organisation with the largest tables. */
  orgId: string;
};

/** Returns the tables of a log; builds them first if there are none. */
export async function ensureBuiltTables(log: BenchLog): Promise<BuiltTables> {
  const dir = folderOf(log);
  if (!existsSync(dir)) await buildInto(dir, log);
  const [largest] = (await bytesIn(dir, log.sealedLog.id)).toSorted((a, b) => b.bytes - a.bytes);
  return { dir, orgId: largest?.orgId ?? '' };
}

/** Compares building the tables with reading the log, and the bytes of both. */
export async function measureTableBuild(log: BenchLog): Promise<BenchmarkRow[]> {
  const events = await readThrough(log);
  const reading = await measureProcessorMs(() => readThrough(log));
  const building = await buildInto(folderOf(log), log);
  const logBytes = statSync(join(log.dir, 'events.db')).size;
  const sizes = await bytesIn(folderOf(log), log.sealedLog.id);
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
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
  ];
}
