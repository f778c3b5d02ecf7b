/**
 * Rebuild of all read models from an encrypted SQLite log, as a new version of the product does at its start.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildGeneration } from '#projections/generation.ts';
import { copyWalk, recordWalk } from '#projections/testing/copied-walk.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { appendInBulk } from './append-in-bulk.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';

const WALK = { seed: 5, cases: 60, steps: 3000 };
const COPIES = benchLength(80, 2);
const ROUNDS = benchLength(3, 1);

/** Appends copies of walks with other ids. @returns the number of events */
const fill = async (store: EventStore): Promise<number> =>
  appendInBulk(copyWalk(await recordWalk(WALK), COPIES), ({ stream, events }) =>
    store.append(stream, 'any', events),
  );

async function readThrough(store: EventStore): Promise<void> {
  for await (const batch of store.readBatches({ size: 512 })) if (batch.length === 0) return;
}

const rate = (events: number, ms: number) => (events / ms) * 1000;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

type Took = { ms: number; processorMs: number };

/** Processor time is more reliable than elapsed time on a shared machine. */
async function timed(work: () => Promise<unknown>): Promise<Took> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - start, processorMs: (user + system) / 1000 };
}

/** This benchmark takes about a minute. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-rebuild-'));
  const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const store = createVersionedStore(createSealedStore(openSqliteStore({ dir }), { keyring }));
  const events = await fill(store);
  const [reads, builds]: [Took[], Took[]] = [[], []];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    reads.push(await timed(() => readThrough(store)));
    const source = { log: store, clock: { now: () => Date.now() } };
    builds.push(
      await timed(async () => {
        const built = await buildGeneration(dir, source);
        bytes = statSync(built.store.file).size;
        built.store.close();
      }),
    );
  }
  await store.close();
  rmSync(dir, { recursive: true });
  const size = `${events.toLocaleString('en')} events, ${Math.round(bytes / 2 ** 20)} MiB of rows`;
  const speed = (took: Took[], of: keyof Took) => rate(events, median(took.map(each => each[of])));
  return [
    { what: `reading and opening the sealed log (${size})`, perSecond: speed(reads, 'ms') },
    {
      what: 'rebuild of all read models',
      perSecond: speed(builds, 'ms'),
      wanted: 'at least 20,000 events/s',
    },
    { what: 'the same, for each second of processor time', perSecond: speed(builds, 'processorMs') },
  ];
}
