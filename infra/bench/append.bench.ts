/**
 * Appends with an fsync on each commit: 544-byte events, 1,000 streams, each append with an expected
 * revision. Runs one and 32 callers, alternating with emmett's stores on SQLite and PostgreSQL on the same
 * disk.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Status } from '#events/case/status.ts';
import type { NewRawEvent } from '#events/envelope.ts';
import { openArchline } from './append/archline.ts';
import type { Contender, OpenContender, UnavailableContender } from './append/contender.ts';
import { openEmmettPostgresql } from './append/emmett-postgresql.ts';
import { openEmmettSqlite } from './append/emmett-sqlite.ts';
import { benchLength } from './length.ts';

export type AppendRow = {
  what: string;
  callers: number;
  /** Appends per second: the median of the rounds. */
  perSecond?: number;
  /** Speed of Archline divided by the speed of this store. */
  ratio?: number;
  wanted?: number;
  notRun?: string;
};

const STREAMS = 1000;
const EVENT_BYTES = 544;
const WARM_UP = benchLength(500, 20);
const ROUNDS = benchLength(3, 1);
const ROUND_MILLISECONDS = benchLength(2000, 100);

/** Number of callers, the compared stores, and the wanted ratio. */
const RACES: { callers: number; peers: { open: OpenContender; wanted?: number }[] }[] = [
  { callers: 1, peers: [{ open: openEmmettSqlite, wanted: 1.5 }, { open: openEmmettPostgresql }] },
  { callers: 32, peers: [{ open: openEmmettPostgresql, wanted: 10 }] },
];

/** An event of exactly EVENT_BYTES of JSON. */
function eventOf(id: string): NewRawEvent {
  const event = {
    id,
    type: 'prescriptionChanged',
    v: 1,
    at: '2026-01-02T03:04:05.678Z',
    by: '0190b0e6-0000-7000-8000-000000000001',
    cause: id,
    correlation: id,
    data: { to: Status.CaseProcessing, section: 'prescription', text: '' },
  };
  const missing = EVENT_BYTES - Buffer.byteLength(JSON.stringify(event));
  return { ...event, data: { ...event.data, text: 'x'.repeat(missing) } };
}

/** Appends for `milliseconds`, each caller to its own streams. @returns appends per second */
async function race(
  contender: Contender,
  callers: number,
  there: number[],
  appends: number,
  milliseconds: number,
) {
  const start = performance.now();
  let done = 0;
  const call = async (caller: number) => {
    for (let i = 0; done < appends && performance.now() - start < milliseconds; i++) {
      const stream = (i * callers + caller) % STREAMS;
      const own = callers === 1 ? stream : stream - (stream % callers) + caller;
      const revision = there[own] ?? 0;
      await contender.append(`case-${own}`, revision, eventOf(crypto.randomUUID()));
      there[own] = revision + 1;
      done++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return (done / (performance.now() - start)) * 1000;
}

type Entrant = { contender: Contender; there: number[]; speeds: number[]; failed?: string };

const median = (speeds: number[]) => speeds.toSorted((a, b) => a - b)[speeds.length >> 1];

async function measure(entrants: Entrant[], callers: number): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const entrant of entrants.filter(({ failed }) => failed === undefined)) {
      const { contender, there, speeds } = entrant;
      const limit = round === 0 ? WARM_UP : Number.POSITIVE_INFINITY;
      try {
        const speed = await race(contender, callers, there, limit, ROUND_MILLISECONDS);
        if (round > 0) speeds.push(speed);
      } catch (error) {
        entrant.failed = error instanceof Error ? error.message : String(error);
      }
    }
  }
}

async function runRace({ callers, peers }: (typeof RACES)[number]): Promise<AppendRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  const opened: (Contender | UnavailableContender)[] = [];
  for (const open of [openArchline, ...peers.map(peer => peer.open)]) opened.push(await open(dir));
  const entrants = opened.flatMap(each =>
    'notRun' in each ? [] : [{ contender: each, there: [], speeds: [] } satisfies Entrant],
  );
  await measure(entrants, callers);
  for (const { contender } of entrants) await contender.close();
  rmSync(dir, { recursive: true });
  return rowsOf(opened, entrants, callers, [undefined, ...peers.map(({ wanted }) => wanted)]);
}

function rowsOf(
  opened: (Contender | UnavailableContender)[],
  entrants: Entrant[],
  callers: number,
  wanted: (number | undefined)[],
) {
  const ours = median(entrants[0]?.speeds ?? []) ?? 0;
  return opened.map((each, i): AppendRow => {
    const entrant = entrants.find(({ contender }) => contender === each);
    const notRun = 'notRun' in each ? each.notRun : entrant?.failed;
    const perSecond = median(entrant?.speeds ?? []);
    if (notRun !== undefined || perSecond === undefined) return { what: each.name, callers, notRun };
    return { what: each.name, callers, perSecond, ratio: ours / perSecond, wanted: wanted[i] };
  });
}

/** This benchmark takes about a minute, and two more the first time, when the peers are installed and compiled. */
export async function runBenchmark(): Promise<AppendRow[]> {
  const rows: AppendRow[] = [];
  for (const each of RACES) rows.push(...(await runRace(each)));
  return rows;
}

export const describeMachine = () =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}, ${process.platform}`;

const line = (row: AppendRow) => {
  const head = `${row.what.padEnd(74)} ${String(row.callers).padStart(7)}`;
  if (row.perSecond === undefined) return `${head}  NOT RUN: ${row.notRun}`;
  const met =
    row.wanted === undefined
      ? ''
      : `  (wanted ${row.wanted}: ${(row.ratio ?? 0) >= row.wanted ? 'met' : 'NOT MET'})`;
  return `${head} ${row.perSecond.toFixed(0).padStart(10)} ${(row.ratio ?? 0).toFixed(2).padStart(8)}x${met}`;
};

export function printAppendRows(rows: AppendRow[]): void {
  console.log(
    `Appends, fsync on each commit, ${EVENT_BYTES}-byte events, ${STREAMS} streams, expected revision`,
  );
  console.log(describeMachine());
  console.log(`${'store'.padEnd(74)} callers  appends/s  archline`);
  for (const row of rows) console.log(line(row));
}

if (import.meta.main) printAppendRows(await runBenchmark());
