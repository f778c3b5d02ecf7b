/**
 * The relay with a real Kafka: sends a whole encrypted SQLite log. Compared with kafkajs alone, which sends
 * the same bytes in the same batches, one transaction each, without reading a log or keeping a checkpoint.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Admin, Kafka, logLevel, Partitioners, type TopicMessages } from 'kafkajs';
import { copyWalk, recordWalk } from '#projections/testing/copied-walk.ts';
import { systemClock, systemIds, systemTimers } from '#services/clock/clock.ts';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import type { RawEventStore } from '#services/eventstore/port.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { kafkaRecordOf } from '#services/relay/kafka-record.ts';
import { startRelay } from '#services/relay/relay.ts';
import { relayTopics } from '#services/relay/relay-topics.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { isKafkaAvailable, startKafka } from '../servers/kafka.ts';
import { startServerProcess } from '../servers/server-process.ts';
import { serverFlags } from '../setup/server-flags.mjs';
import { freePort } from '../testing/server.ts';
import { appendInBulk } from './append-in-bulk.ts';
import type { BenchmarkRow } from './bench.ts';
import { benchLength } from './length.ts';

const EVENTS = benchLength(100_000, 1000);
const WALK = { seed: 5, cases: 60, steps: 3000 };
const ROUNDS = benchLength(3, 1);
const WANTED = 'at least 5,000 events/s';

/** Appends copies of encrypted walks with other ids until the logs have EVENTS events. */
async function fill(logs: readonly RawEventStore[]): Promise<void> {
  const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const stores = logs.map(inner => createVersionedStore(createSealedStore(inner, { keyring })));
  await appendInBulk(
    copyWalk(await recordWalk(WALK), Number.POSITIVE_INFINITY),
    ({ stream, events }) => Promise.all(stores.map(store => store.append(stream, 'any', events))),
    EVENTS,
  );
}

/** Seconds that a new relay needs to send the whole log. */
async function relayed(inner: RawEventStore, brokers: string): Promise<number> {
  const head = await inner.head();
  const log = { info: () => undefined, warn: (more: object, said: string) => console.log(said, more) };
  const ports = { clock: systemClock, ids: systemIds, timers: systemTimers, log, brokers: [brokers] };
  const start = performance.now();
  // A new log id has no checkpoint, so the relay starts at the beginning.
  const own = { ...inner, id: crypto.randomUUID() };
  const relay = startRelay({ inner: own, vault: createMemoryVault(), ...ports });
  while (relay.position() < head) await setTimeout(5);
  const seconds = (performance.now() - start) / 1000;
  await relay.stop();
  return seconds;
}

type Batch = TopicMessages[];
const bare = (topic: string) => `bare.${topic}`;

/** The log in batches as the relay sends it. */
async function batchesOf(inner: RawEventStore): Promise<{ batches: Batch[]; bytes: number }> {
  let bytes = 0;
  const batches: Batch[] = [];
  for await (const events of inner.readBatches({ size: 500 })) {
    const records = events.map(event => kafkaRecordOf(event, inner.id));
    for (const record of records) bytes += record.bytes;
    const byTopic = Map.groupBy(records, ({ topic }) => bare(topic));
    batches.push([...byTopic].map(([topic, of]) => ({ topic, messages: of.map(({ message }) => message) })));
  }
  return { batches, bytes };
}

/** Seconds that kafkajs needs for the same batches, without connecting. */
async function sent(kafka: Kafka, batches: Batch[]): Promise<number> {
  const producer = kafka.producer({
    transactionalId: crypto.randomUUID(),
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
    // By default kafkajs pauses 300 ms if a broker has not quite finished the previous transaction.
    retry: { initialRetryTime: 5, retries: Number.MAX_SAFE_INTEGER },
  });
  await producer.connect();
  const start = performance.now();
  for (const topicMessages of batches) {
    const transaction = await producer.transaction();
    await transaction.sendBatch({ topicMessages });
    await transaction.commit();
  }
  const seconds = (performance.now() - start) / 1000;
  await producer.disconnect();
  return seconds;
}

async function makeBare(admin: Admin): Promise<void> {
  await admin.connect();
  await admin.createTopics({ topics: relayTopics.map(each => ({ ...each, topic: bare(each.topic) })) });
  await admin.disconnect();
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Starts a remote log. Its server is its own process, as in production. */
async function startWire(dir: string): Promise<{ store: RawEventStore; stop(): Promise<void> }> {
  const port = await freePort();
  const script = fileURLToPath(new URL('../servers/log/log.ts', import.meta.url));
  const args = [...serverFlags, script, '--port', String(port), '--file', join(dir, 'wire.db')];
  const server = await startServerProcess({ program: process.execPath, args, port });
  const store = await openEsdbStore({ connectionString: `esdb://127.0.0.1:${port}?tls=false` });
  const stop = async () => {
    await store.close();
    await server.stop();
  };
  return { store, stop };
}

type Times = Record<'embedded' | 'wire' | 'alone', number[]>;

async function measure(
  logs: [RawEventStore, RawEventStore],
  brokers: string,
  batches: Batch[],
): Promise<Times> {
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING });
  await makeBare(kafka.admin());
  const times: Times = { embedded: [], wire: [], alone: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.embedded.push(await relayed(logs[0], brokers));
    times.wire.push(await relayed(logs[1], brokers));
    times.alone.push(await sent(kafka, batches));
  }
  return times;
}

/** This benchmark takes about three minutes. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  if (!(await isKafkaAvailable())) return [{ what: 'the relay', notRun: 'Kafka is not available' }];
  const dir = mkdtempSync(join(tmpdir(), 'archline-relay-'));
  const broker = await startKafka();
  const inner = openSqliteStore({ dir });
  const wire = await startWire(dir);
  await fill([inner, wire.store]);
  const { batches, bytes } = await batchesOf(inner);
  const events = Number(await inner.head());
  const times = await measure([inner, wire.store], broker.brokers, batches);
  await inner.close();
  await wire.stop();
  await broker.stop();
  rmSync(dir, { recursive: true });
  const perSecond = (of: keyof Times) => events / median(times[of]);
  const row = (what: string, of: keyof Times): BenchmarkRow => ({
    what,
    perSecond: perSecond(of),
    ratio: perSecond(of) / perSecond('alone'),
    wanted: WANTED,
  });
  const size = `${events.toLocaleString('en')} events, ${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    row(`the relay, from its start (${size})`, 'embedded'),
    row('the same log over the wire (a protocol server, not EventStoreDB)', 'wire'),
    { what: 'kafkajs alone: the same bytes in the same batches', perSecond: perSecond('alone') },
  ];
}
