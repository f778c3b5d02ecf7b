/**
 * The track of the replay: compares seeking with folding all moves, its bytes with those of the log, and building it
 * with reading and parsing the same log. Seeks use generated moves of 21,720 cases; bytes and building use a simulated
 * year.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { GONE, openTrack, type Track, writeTrack } from '#events/analysis/track.ts';
import { STATUS_COUNTS_LENGTH } from '#events/analysis/track-seek.ts';
import { createRandom } from '#events/script/random.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { createDurableFolder } from '#services/analysis/durable-folder.ts';
import { createPseudonyms } from '#services/analysis/pseudonym.ts';
import { createTracks, type Tracks } from '#services/analysis/tracks.ts';
import { systemClock, systemIds, systemTimers } from '#services/clock/clock.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { eventsFilePath } from '#services/eventstore/schema.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { writeYear } from '#services/year/write-year.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';
import { startProcessorTime } from './processor-time.ts';

const CASES = benchLength(21_720, 300);
const YEAR_CASES = benchLength(3000, 50);
const WAIT_MS = 60_000;
/** The laboratory that makes the plans and aligners of the year's cases. */
const LABORATORY = 'archline';
const SEEKS = benchLength(2000, 20);
const FRAMES = benchLength(5000, 50);
const ROUNDS = benchLength(5, 1);
const DAY_MS = 86_400_000;
const FRAME_MS = 1000 / 60;
const from = Date.UTC(2026, 0, 1);
const to = Date.UTC(2027, 0, 1);

/** Shortest processor time of some rounds, in ms per call. */
function costOf(calls: number, call: (round: number) => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const used = startProcessorTime();
    for (let i = 0; i < calls; i++) call(i);
    least = Math.min(least, used() / calls);
  }
  return least;
}

/** Counts all cases by applying every move. */
function foldAll(track: Track): Uint32Array {
  const counts = new Uint32Array(STATUS_COUNTS_LENGTH);
  const { froms, tos } = track.moves(0, track.moveCount);
  for (let i = 0; i < tos.length; i++) {
    const [before, after] = [froms[i] ?? GONE, tos[i] ?? GONE];
    if (before !== GONE) counts[before] = (counts[before] ?? 0) - 1;
    if (after !== GONE) counts[after] = (counts[after] ?? 0) + 1;
  }
  return counts;
}

function seekRows(): BenchmarkRow[] {
  const { moves, assignments } = makeMoves({ seed: 1, cases: CASES, from, to });
  const start = { from, to, startPosition: 0n, position: moves.at(-1)?.position ?? 0n, cases: [] };
  const track = openTrack(writeTrack(start, moves, assignments));
  const random = createRandom(1);
  const times = Array.from({ length: SEEKS }, () => from + random.below(365 * 86_400) * 1000);
  const fold = costOf(20, () => foldAll(track));
  const row = (what: string, ms: number, wanted: number | string): BenchmarkRow => ({
    what,
    ms,
    ratio: fold / ms,
    wanted,
    also: { µs: (ms * 1000).toFixed(1) },
  });
  const frame = costOf(FRAMES, i => {
    const at = from + ((i * FRAME_MS) / 1000) * DAY_MS;
    const until = track.indexAt(at + (FRAME_MS / 1000) * DAY_MS);
    return track.moves(track.indexAt(at), until);
  });
  return [
    { what: `fold all ${track.moveCount} moves (peer)`, ms: fold },
    row(
      'counts at a random second',
      costOf(SEEKS, i => track.countsAt(times[i] ?? from)),
      100,
    ),
    row(
      'status of every case at a random second',
      costOf(SEEKS, i => track.statusesAt(times[i] ?? from)),
      '',
    ),
    {
      what: 'moves of a frame at a day a second',
      ms: frame,
      ratio: FRAME_MS / frame,
      wanted: 'a frame is 16.7 ms',
    },
  ];
}

/** Opens the tracks of a log. No month has a file yet. */
function openTracks(store: EventStore, dir: string): Tracks {
  const pseudonyms = createPseudonyms({
    vault: createMemoryVault(),
    ids: systemIds,
    keyFor: () => Buffer.alloc(32, 1),
  });
  const report = { warn: console.error, error: console.error };
  return createTracks({
    log: store,
    folder: createDurableFolder(dir),
    pseudonyms,
    timers: systemTimers,
    clock: systemClock,
    report,
  });
}

/** Builds all months of a log. @returns the processor time in ms and the bytes of the files */
async function build(store: EventStore, dir: string): Promise<{ ms: number; bytes: number }> {
  const tracks = openTracks(store, dir);
  const used = startProcessorTime();
  while (!(await tracks.reached(await store.head(), WAIT_MS)));
  const ms = used();
  let bytes = 0;
  const range = await tracks.range(LABORATORY);
  for (const month of range?.months ?? [])
    bytes += (await tracks.file({ orgId: LABORATORY, drafts: true }, month))?.file.zipped.length ?? 0;
  await tracks.stop();
  return { ms, bytes };
}

/** The longest turn of the event loop while all months are built, in ms of processor time. */
async function longestTurn(store: EventStore, dir: string): Promise<number> {
  const tracks = openTracks(store, dir);
  const head = await store.head();
  let longest = 0;
  tracks.start();
  while (tracks.position() < head) {
    const start = process.threadCpuUsage();
    await setImmediate();
    const { user, system } = process.threadCpuUsage(start);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await tracks.stop();
  return longest;
}

async function yearRows(dir: string): Promise<BenchmarkRow[]> {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const events = await writeYear({ dir, cases: YEAR_CASES, seed: 1, end: '2026-11-01', cost });
  const store = createVersionedStore(openSqliteStore({ dir }), { sealed: true });
  try {
    const used = startProcessorTime();
    for await (const batch of store.readBatches({ size: 512, long: true })) if (batch.length === 0) break;
    const reading = used();
    const { ms, bytes } = await build(store, join(dir, 'analysis'));
    const longestMs = await longestTurn(store, join(dir, 'again'));
    const log = statSync(eventsFilePath(dir)).size;
    return [
      { what: `read and parse ${events} events (peer)`, ms: reading },
      { what: 'log to track, all months', ms, ratio: reading / ms },
      { what: 'longest turn of the event loop meanwhile', ms: longestMs, wanted: 'below 50 ms' },
      {
        what: `bytes of the months: ${bytes}, of the log: ${log}`,
        score: bytes / log,
        ratio: log / bytes,
        wanted: 120,
      },
    ];
  } finally {
    await store.close();
  }
}

/** This benchmark takes a minute or two. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-track-'));
  try {
    return [...seekRows(), ...(await yearRows(dir))];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
