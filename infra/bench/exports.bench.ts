/**
 * Exports about 100,000 events as OCEL and as XES, compared with PM4Py writing the same log from memory. Measures
 * processor time, because it is more reliable than elapsed time on a shared machine.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MadeExport } from '#services/analysis/exports/export-answer.ts';
import { runExport } from '#services/analysis/exports/export-process.ts';
import { startTables } from '#services/analysis/follower.ts';
import { createPseudonyms } from '#services/analysis/pseudonym.ts';
import { createAnalysisTables, type OpenedTables } from '#services/analysis/query.ts';
import { createFolderTableStore } from '#services/analysis/table-folder.ts';
import { tableNames } from '#services/analysis/tables.ts';
import { createSegmentWriter } from '#services/analysis/writer.ts';
import { systemClock, systemIds, systemTimers } from '#services/clock/clock.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { writeYear } from '#services/year/write-year.ts';
import { isExportsPythonAvailable, runExportsPython } from '../servers/python.ts';
import { openBenchLog } from './analysis/sealed-log.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';

const year = { cases: benchLength(2_400, 100), seed: 1, end: '2026-11-27' };
const ORG = 'archline';
const MB = 1e6;

/** The tables of a simulated year. */
async function openYear(dir: string): Promise<OpenedTables> {
  const data = join(dir, 'year');
  mkdirSync(data);
  await writeYear({ ...year, dir: data });
  const { store, sealedLog, vault, close } = openBenchLog(data);
  const keys = { vault: createMemoryVault(), ids: systemIds, keyFor: () => Buffer.alloc(32, 1) };
  const ports = { clock: systemClock, ids: systemIds, timers: systemTimers };
  const tableStore = createFolderTableStore(join(dir, 'tables'));
  // Keeps the process alive, because the timers of the tables do not.
  const alive = setInterval(() => undefined, 1000);
  const running = startTables({
    ...{ ...ports, store, sealedLog, vault, tableStore, restMs: 0 },
    ...{ pseudonyms: createPseudonyms(keys), write: createSegmentWriter() },
    log: { warn: console.warn, error: console.error },
  });
  await running.idle();
  await running.stop();
  clearInterval(alive);
  const open = await createAnalysisTables({ tableStore, logId: sealedLog.id, holder: 'bench' }).open(ORG);
  await close();
  return open;
}

const exported = (open: OpenedTables, dir: string, format: 'ocel' | 'xes'): Promise<MadeExport> =>
  runExport({
    ...{ open, format, trace: 'case', tables: tableNames, from: null, to: null, log: 'log', about: {} },
    ...{ folder: join(dir, format), onProgress: () => undefined, signal: new AbortController().signal },
  });

const memoryOf = ({ memory }: MadeExport) => ({ memory: `${Math.round(memory / MB)} MB` });

/** This benchmark takes about a minute. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-exports-'));
  try {
    const open = await openYear(dir);
    const ocel = await exported(open, dir, 'ocel');
    const xes = await exported(open, dir, 'xes');
    const both = ocel.processorMs + xes.processorMs;
    const rows: BenchmarkRow[] = [
      {
        what: `OCEL of ${ocel.events.toLocaleString('en')} events`,
        ms: ocel.processorMs,
        also: memoryOf(ocel),
      },
      { what: 'XES of the same events', ms: xes.processorMs, also: memoryOf(xes) },
    ];
    const what = 'OCEL and XES beside PM4Py’s OCEL alone';
    if (!(await isExportsPythonAvailable()))
      return [...rows, { what, notRun: 'Python’s tools are not installed' }];
    const script = join(import.meta.dirname, 'exports', 'write_ocel.py');
    // Cast: the script prints this.
    const peer = (await runExportsPython(script, [ocel.path, join(dir, 'copy.json')])) as {
      ms: number;
      mb: number;
    };
    return [
      {
        what: 'PM4Py’s writing of the OCEL (peer)',
        ms: peer.ms,
        also: { memory: `${Math.round(peer.mb)} MB` },
      },
      ...rows,
      { what, ms: both, ratio: peer.ms / both, wanted: 4 },
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}
