/**
 * A node without rows comes to be ready: from the log over the wire, from the embedded log, and from rows that another
 * node has left. Each is the program itself, in a process and a folder of its own.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { NewEvent } from '#events/envelope.ts';
import { copiesOf, recordWalk } from '#projections/testing/many.ts';
import { parseEnv } from '#services/env.ts';
import { erasedValue } from '#services/erased.ts';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import { toData } from '#services/eventstore/esdb/wire.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { createSealedStore } from '#services/eventstore/sealed.ts';
import { openPorts } from '#services/ports.ts';
import { createKeyring } from '#services/vault/keyring.ts';
import { bytesOf, readFrom } from '../servers/log/answers.ts';
import { openTable } from '../servers/log/table.ts';
import { type Log, startLog } from '../stack/servers.ts';
import { startServer } from '../testing/server.ts';
import type { Row } from './bench.ts';

const EVENTS = Number(process.env.CATCHUP_EVENTS ?? 1_000_000);
const WALK = { seed: 5, cases: 60, steps: 3000 };
const AT_ONCE = 500;

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
      events.map(toData).map(({ id, type, data, metadata }) => ({
        ...{ id, type, json: true },
        ...{ data: bytes(data), metadata: bytes(metadata) },
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

/** Events a second that the client reads while nothing is made of them. */
async function readThrough(store: EventStore, events: number): Promise<number> {
  const start = performance.now();
  for await (const batch of store.readBatches({ size: 512 })) if (batch.length === 0) break;
  return (events / (performance.now() - start)) * 1000;
}

type Fresh = { dir: string; env: Record<string, string> };

/** Milliseconds from nothing but a log, a vault and a secret to ready; the folder stays. */
async function untilReady({ dir, env }: Fresh, work: () => Promise<void> = async () => undefined) {
  const start = performance.now();
  const run = ['api', 'projector', ...('SNAPSHOT_DIR' in env ? ['worker'] : [])];
  const server = await startServer({ dataDir: dir, pages: false, run, env: { DEMO: '0', ...env } });
  const ms = performance.now() - start;
  await work();
  await server.stop({ keep: true });
  return ms;
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

async function measure(
  dir: string,
  log: Log,
  { filled, events }: { filled: string; events: number },
): Promise<Row[]> {
  const store = await openEsdbStore({ connectionString: log.url });
  const bare = await readThrough(store, events);
  await store.close();
  const wire = { EVENT_STORE: log.url };
  const snapshots = join(dir, 'snapshots');
  const folder = (name: string, withLog = false) => folderOf(filled, join(dir, name), withLog);
  const embedded = await untilReady({ dir: folder('embedded', true), env: {} });
  const fresh = await untilReady({ dir: folder('fresh'), env: wire });
  const leaving = { dir: folder('leaving'), env: { ...wire, SNAPSHOT_DIR: snapshots } };
  await untilReady(leaving, () => kept(snapshots));
  const begun = await untilReady({ dir: folder('begun'), env: { ...wire, SNAPSHOT_DIR: snapshots } });
  const size = `${events.toLocaleString('en')} events`;
  const perSecond = (ms: number) => (events / ms) * 1000;
  const seconds = (ms: number) => ({ also: { seconds: (ms / 1000).toFixed(1) } });
  return [
    {
      what: `a fresh node over the wire (${log.name}), ${size}`,
      perSecond: perSecond(fresh),
      ratio: embedded / fresh,
      wanted: 'at least 15,000 events/s; 120 s for a million',
      ...seconds(fresh),
    },
    { what: 'a fresh node on the embedded log', perSecond: perSecond(embedded), ...seconds(embedded) },
    {
      what: 'the same over the wire, from the rows of another node',
      ms: begun,
      ratio: embedded / begun,
      wanted: 'at most 10 s',
      ...seconds(begun),
    },
    { what: 'the client alone: the log is read over the wire', perSecond: bare },
  ];
}

/** Takes about eight minutes. */
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
