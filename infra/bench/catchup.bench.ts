/**
 * Time until a node without read models is ready: on a remote log, on the embedded log, and from another
 * node's snapshot. Each node is its own process with its own folder. For comparison the log is only read: by
 * our adapter, and by the client alone. Compared runs alternate.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { NewRawEvent } from '#events/envelope.ts';
import { copyWalk, recordWalk } from '#projections/testing/copied-walk.ts';
import { toEsdbEvent } from '#services/eventstore/esdb/connection.ts';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import type { RawEventStore } from '#services/eventstore/port.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { parseEnv } from '#services/settings/env.ts';
import { openServerPorts } from '#services/start/server-ports.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { decodeEvent, encodeEvent } from '../servers/log/answers.ts';
import { openEventTable } from '../servers/log/event-table.ts';
import { type RemoteLog, startRemoteLog } from '../stack/servers.ts';
import { processorSecondsOf } from '../testing/processor.ts';
import { startServer } from '../testing/server.ts';
import { appendInBulk } from './append-in-bulk.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';

const EVENTS = Number(process.env.CATCHUP_EVENTS ?? benchLength(1_000_000, 5_000));
const WALK = { seed: 5, cases: 60, steps: 3000 };
const ROUNDS = benchLength(3, 1);
/** Minimum wanted share: of the client's read speed, and of the embedded log's start time. */
const LEAST = 0.9;

type Append = (stream: string, events: readonly NewRawEvent[]) => Promise<unknown>;

/**
 * Opens the remote log for filling. The file of the protocol server is written before that server starts, because a
 * million events over the network would take a quarter of an hour.
 */
async function filling(dir: string): Promise<{ append: Append; close(): Promise<void> }> {
  const given = process.env.ESDB_URL;
  if (given) {
    const store = await openEsdbStore({ connectionString: given });
    return { append: (stream, events) => store.append(stream, 'any', events), close: store.close };
  }
  const table = openEventTable({
    file: join(dir, 'log.db'),
    encode: encodeEvent,
    decode: decodeEvent,
    seed: 1,
  });
  const bytes = (json: unknown) => Buffer.from(JSON.stringify(json));
  const append: Append = (stream, events) =>
    table.append(
      stream,
      'any',
      events.map(toEsdbEvent).map(({ id, type, data, metadata }) => ({
        id,
        type,
        json: true,
        data: bytes(data),
        metadata: bytes(metadata),
      })),
    );
  return { append, close: async () => table.close() };
}

/** Appends copies of walks with other ids to both logs, encrypted with the keys of one vault. */
async function fill(dir: string, other: Append): Promise<number> {
  const { inner, vault, secret } = await openServerPorts(parseEnv({ DATA_DIR: dir, LOG_LEVEL: 'error' }));
  const keyring = createSubjectKeyring(vault, secret);
  await keyring.check();
  const append: RawEventStore['append'] = async (stream, expected, events) => {
    await other(stream, events);
    return inner.append(stream, expected, events);
  };
  const store = createVersionedStore(createSealedStore({ ...inner, append }, { keyring }));
  const copies = copyWalk(await recordWalk(WALK), Number.POSITIVE_INFINITY);
  const events = await appendInBulk(copies, batch => store.append(batch.stream, 'any', batch.events), EVENTS);
  await inner.close();
  await vault.close();
  return events;
}

/**
 * `used` and `byServer`: seconds of processor time of the measured work, and of the log's server meanwhile.
 */
type Took = { ms: number; used: number; byServer: number };

const serverSeconds = ({ server }: RemoteLog) => (server ? processorSecondsOf(server.pid) : 0);

/** @param work returns the seconds of processor time that it used */
async function timed(log: RemoteLog, work: () => Promise<number>): Promise<Took> {
  const [start, before] = [performance.now(), serverSeconds(log)];
  const used = await work();
  return { ms: performance.now() - start, used, byServer: serverSeconds(log) - before };
}

async function usedHere(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Reads the whole log with the client alone. */
async function readBare(log: RemoteLog): Promise<Took> {
  const client = EventStoreDBClient.connectionString(log.url);
  const read = async () => {
    for await (const { event } of client.readAll()) if (!event) break;
  };
  return timed(log, () => usedHere(read)).finally(() => client.dispose());
}

/** Reads the whole log as a new node does. */
async function readLong(log: RemoteLog): Promise<Took> {
  const store = await openEsdbStore({ connectionString: log.url });
  const read = async () => {
    for await (const batch of store.readBatches({ size: 512, long: true })) if (batch.length === 0) break;
  };
  return timed(log, () => usedHere(read)).finally(() => store.close());
}

type Fresh = { dir: string; env: Record<string, string> };

/**
 * Time until a node with only a log, a vault and a secret is ready. @param work runs before the node is
 * stopped
 */
async function untilReady(
  log: RemoteLog,
  { dir, env }: Fresh,
  work: () => Promise<void> = async () => undefined,
) {
  const run = ['api', 'projector', ...('SNAPSHOT_DIR' in env ? ['worker'] : [])];
  let stop: () => Promise<void> = async () => undefined;
  const took = await timed(log, async () => {
    const server = await startServer({ dataDir: dir, pages: false, run, env: { DEMO: '0', ...env } });
    stop = () => server.stop();
    return processorSecondsOf(server.pid);
  });
  await work();
  await stop();
  return took;
}

/** Creates a data folder with the keys, and with the embedded log if `withLog`. */
function folderOf(from: string, into: string, withLog: boolean): string {
  mkdirSync(into, { mode: 0o700 });
  for (const name of readdirSync(from))
    if (name !== 'rows' && (withLog || !name.startsWith('events.')))
      cpSync(join(from, name), join(into, name), { recursive: true });
  return into;
}

async function kept(snapshots: string): Promise<void> {
  while (!existsSync(snapshots) || readdirSync(snapshots).every(name => name.includes('.')))
    await setTimeout(50);
}

/** Fills both logs. @returns the folder with the embedded log and the keys, and the number of events */
async function filledIn(dir: string): Promise<{ filled: string; events: number }> {
  const filled = join(dir, 'filled');
  mkdirSync(filled, { mode: 0o700 });
  const other = await filling(dir);
  const events = await fill(filled, other.append);
  await other.close();
  return { filled, events };
}

/** The run with the median time. */
const median = (runs: Took[]): Took => {
  const middle = runs.toSorted((a, b) => a.ms - b.ms)[runs.length >> 1];
  if (!middle) throw new Error('nothing was run');
  return middle;
};

/** Runs two variants alternately and returns the median run of each. */
async function inTurns(one: () => Promise<Took>, other: () => Promise<Took>): Promise<[Took, Took]> {
  const [ones, others]: [Took[], Took[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ones.push(await one());
    others.push(await other());
  }
  return [median(ones), median(others)];
}

async function measure(
  dir: string,
  log: RemoteLog,
  { filled, events }: { filled: string; events: number },
): Promise<BenchmarkRow[]> {
  const wire = { EVENT_STORE: log.url };
  const snapshots = join(dir, 'snapshots');
  let folders = 0;
  const folder = (withLog = false) => folderOf(filled, join(dir, `node-${folders++}`), withLog);
  const [bare, long] = await inTurns(
    () => readBare(log),
    () => readLong(log),
  );
  const [embedded, fresh] = await inTurns(
    () => untilReady(log, { dir: folder(true), env: {} }),
    () => untilReady(log, { dir: folder(), env: wire }),
  );
  const leaving = { dir: folder(), env: { ...wire, SNAPSHOT_DIR: snapshots } };
  await untilReady(log, leaving, () => kept(snapshots));
  const begun = await untilReady(log, { dir: folder(), env: { ...wire, SNAPSHOT_DIR: snapshots } });
  const size = `${events.toLocaleString('en')} events`;
  const columns = ({ ms, used, byServer }: Took) => ({
    also: {
      seconds: (ms / 1000).toFixed(1),
      'processor s': used.toFixed(1),
      'of the log’s server': byServer.toFixed(1),
    },
  });
  const speed = (took: Took) => ({ perSecond: (events / took.ms) * 1000, ...columns(took) });
  return [
    {
      what: `a fresh node over the wire (${log.name}), ${size}`,
      ...speed(fresh),
      ratio: embedded.ms / fresh.ms,
      wanted: `${LEAST} of the embedded log’s; 15,000 events/s; 120 s for a million`,
    },
    { what: 'a fresh node on the embedded log', ...speed(embedded) },
    {
      what: 'over the wire, for each second of the node’s processor time',
      perSecond: events / fresh.used,
      ratio: embedded.used / fresh.used,
      wanted: LEAST,
    },
    {
      what: 'the same over the wire, from the rows of another node',
      ...columns(begun),
      ms: begun.ms,
      ratio: embedded.ms / begun.ms,
      wanted: 'at most 10 s',
    },
    {
      what: 'the log is read over the wire, as a fresh node does it',
      ...speed(long),
      ratio: bare.ms / long.ms,
      wanted: LEAST,
    },
    { what: 'peer: the client alone, nothing done with the events', ...speed(bare) },
  ];
}

/** This benchmark takes about a quarter of an hour. CATCHUP_EVENTS sets fewer events than a million. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-catchup-'));
  try {
    const both = await filledIn(dir);
    const log = await startRemoteLog(dir);
    return await measure(dir, log, both).finally(() => log.server?.stop());
  } finally {
    rmSync(dir, { recursive: true });
  }
}
