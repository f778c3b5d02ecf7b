/**
 * The time until a node without rows is ready: on a log over the wire, on the embedded log, and with rows that another
 * node has left. Each is the program itself, in a process and a folder of its own. Beside them the reading alone: ours, and
 * the client's with nothing done to the events. The compared runs alternate.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { NewEvent } from '#events/envelope.ts';
import { copiesOf, recordWalk } from '#projections/testing/copied-walk.ts';
import { toEsdbEvent } from '#services/eventstore/esdb/connection.ts';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { parseEnv } from '#services/settings/env.ts';
import { openPorts } from '#services/start/server-ports.ts';
import { erasedValue } from '#services/vault/erased-value.ts';
import { createKeyring } from '#services/vault/keyring.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { bytesOf, readFrom } from '../servers/log/answers.ts';
import { openTable } from '../servers/log/table.ts';
import { type Log, startLog } from '../stack/servers.ts';
import { processorSecondsOf } from '../testing/processor.ts';
import { startServer } from '../testing/server.ts';
import type { Row } from './bench.ts';

const EVENTS = Number(process.env.CATCHUP_EVENTS ?? 1_000_000);
const WALK = { seed: 5, cases: 60, steps: 3000 };
const AT_ONCE = 500;
const ROUNDS = 3;
/** Least share wanted: of the client's speed for reading, of the embedded log's speed for a fresh node. */
const LEAST = 0.9;

type Append = (stream: string, events: readonly NewEvent[]) => Promise<unknown>;

/**
 * How the log on the wire is filled. A protocol server's file is written before it is started: over the wire a million
 * events would take a quarter of an hour.
 */
async function filling(dir: string): Promise<{ append: Append; close(): Promise<void> }> {
  const given = process.env.ESDB_URL;
  if (given) {
    const store = await openEsdbStore({ connectionString: given });
    return { append: (stream, events) => store.append(stream, 'any', events), close: store.close };
  }
  const table = openTable({ file: join(dir, 'log.db'), encode: bytesOf, decode: readFrom, seed: 1 });
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

/** Appends walks under other ids to both logs, sealed under the keys of one vault. */
async function fill(dir: string, other: Append): Promise<number> {
  const { inner, vault, secret } = await openPorts(parseEnv({ DATA_DIR: dir, LOG_LEVEL: 'error' }));
  const keyring = createKeyring(vault, secret);
  await keyring.check();
  const append: EventStore['append'] = async (stream, expected, events) => {
    await other(stream, events);
    return inner.append(stream, expected, events);
  };
  const store = createSealedStore({ ...inner, append }, { keyring, erasedValue });
  let [events, appends]: [number, Promise<unknown>[]] = [0, []];
  for (const { stream, events: news } of copiesOf(await recordWalk(WALK), Number.POSITIVE_INFINITY)) {
    events += news.length;
    appends.push(store.append(stream, 'any', news));
    if (appends.length < AT_ONCE && events < EVENTS) continue;
    await Promise.all(appends);
    appends = [];
    if (events >= EVENTS) break;
  }
  await inner.close();
  await vault.close();
  return events;
}

/** `used` and `byServer`: processor time in seconds of the measured work, and of the log's server during it. */
type Took = { ms: number; used: number; byServer: number };

const serverSeconds = ({ server }: Log) => (server ? processorSecondsOf(server.pid) : 0);

/** @param work says how many seconds of processor time it has used */
async function timed(log: Log, work: () => Promise<number>): Promise<Took> {
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

/** The whole log by the client alone; nothing is done with its events. */
async function readBare(log: Log): Promise<Took> {
  const client = EventStoreDBClient.connectionString(log.url);
  const read = async () => {
    for await (const { event } of client.readAll()) if (!event) break;
  };
  return timed(log, () => usedHere(read)).finally(() => client.dispose());
}

/** The whole log as a fresh node reads it. */
async function readLong(log: Log): Promise<Took> {
  const store = await openEsdbStore({ connectionString: log.url });
  const read = async () => {
    for await (const batch of store.readBatches({ size: 512, long: true })) if (batch.length === 0) break;
  };
  return timed(log, () => usedHere(read)).finally(() => store.close());
}

type Fresh = { dir: string; env: Record<string, string> };

/** Time until a node that has only a log, a vault and a secret is ready. @param work runs before the node is stopped */
async function untilReady(log: Log, { dir, env }: Fresh, work: () => Promise<void> = async () => undefined) {
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

/** A folder with the keys, and with the log where it is embedded. */
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

/** Gives a folder with the embedded log and the keys of both, and the number of events. */
async function filledIn(dir: string): Promise<{ filled: string; events: number }> {
  const filled = join(dir, 'filled');
  mkdirSync(filled, { mode: 0o700 });
  const other = await filling(dir);
  const events = await fill(filled, other.append);
  await other.close();
  return { filled, events };
}

/** The middle one of some runs, by time. */
const median = (runs: Took[]): Took => {
  const middle = runs.toSorted((a, b) => a.ms - b.ms)[runs.length >> 1];
  if (!middle) throw new Error('nothing was run');
  return middle;
};

/** Runs both in turns. */
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
  log: Log,
  { filled, events }: { filled: string; events: number },
): Promise<Row[]> {
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

/** Takes about a quarter of an hour. CATCHUP_EVENTS: fewer than a million. */
export async function run(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-catchup-'));
  try {
    const both = await filledIn(dir);
    const log = await startLog(dir);
    return await measure(dir, log, both).finally(() => log.server?.stop());
  } finally {
    rmSync(dir, { recursive: true });
  }
}
