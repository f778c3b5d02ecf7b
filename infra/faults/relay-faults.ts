/**
 * Faults of the relay at full length: a hundred kills, takeovers between two relays, a broker that is killed
 * repeatedly and once down for minutes. Each time the committed records must be the log: each event once, in
 * order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import type { RawEventStore } from '#services/eventstore/port.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import {
  type CommittedReader,
  listRecordFaults,
  openCommittedReader,
  readAllEvents,
} from '#services/relay/testing/committed-reader.ts';
import { keepAppending } from '#services/relay/testing/constant-writer.ts';
import { type RelayProcess, startRelayProcess } from '#services/relay/testing/relay-child.ts';
import { type RunningKafka, startKafka } from '../servers/kafka.ts';

export type RelayFaultOptions = {
  /** Kills of the relay; default 100. */
  kills?: number;
  /** Kills of the broker; default 5. */
  brokerKills?: number;
  /** Milliseconds of the broker's outage; default 10 minutes. */
  awayMs?: number;
};

type World = { dir: string; kafka: RunningKafka; store: RawEventStore; reader: CommittedReader };

const LEASE_MS = 600;
const AHEAD = 1500;
const start = ({ dir, kafka }: World) =>
  startRelayProcess({ dir, brokers: kafka.brokers, leaseMs: LEASE_MS });

/** Appends events while `harm` runs, lets a last relay send the rest, and compares Kafka with the log. */
async function survived(world: World, seed: number, harm: () => Promise<RelayProcess[]>): Promise<string> {
  const { store, reader } = world;
  const before = reader.count();
  const began = performance.now();
  const writer = keepAppending(store, reader, { seed, ahead: AHEAD });
  const relays = [...(await harm()), start(world)];
  await reader.reached(await writer.stop());
  for (const relay of relays) await relay.stop();
  const faults = listRecordFaults(reader.records(), await readAllEvents(store));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  return `${(reader.count() - before).toLocaleString('en')} events, each once and in order, in ${seconds} s`;
}

/**
 * Kills one relay after another, each shortly after its first records. Some die in the middle of a
 * transaction.
 */
async function killRelays(world: World, kills: number): Promise<RelayProcess[]> {
  const random = createSeededRandom(kills);
  for (let kill = 0; kill < kills; kill++) {
    const relay = start(world);
    await world.reader.reached(world.reader.count() + 1 + Math.floor(random() * 900));
    await relay.kill();
  }
  return [];
}

/** Runs two relays: the active one is killed, the standby takes over, and a new standby starts. */
async function takeTurns(world: World, turns: number): Promise<RelayProcess[]> {
  let holder = start(world);
  for (let turn = 0; turn < turns; turn++) {
    await holder.says(/^the relay is active/);
    const next = start(world);
    await next.says(/this one is on standby/);
    await world.reader.reached(world.reader.count() + 300);
    await holder.kill();
    holder = next;
  }
  return [holder];
}

async function killBroker(world: World, kills: number): Promise<RelayProcess[]> {
  const relay = start(world);
  for (let kill = 0; kill < kills; kill++) {
    await world.reader.reached(world.reader.count() + 500);
    await world.kafka.kill();
    await world.kafka.restart();
  }
  return [relay];
}

/** Stops the broker for `ms` of real time, because the relay's timeouts are tested. */
async function stopBroker(world: World, ms: number): Promise<RelayProcess[]> {
  const relay = start(world);
  await world.reader.reached(world.reader.count() + 500);
  await world.kafka.kill();
  await setTimeout(ms);
  await world.kafka.restart();
  await world.reader.reached(world.reader.count() + AHEAD);
  const said = relay.lines.filter(line => line.includes('interrupted')).length;
  if (said !== 1) throw new Error(`it logged ${said} interruptions`);
  return [relay];
}

/**
 * Runs all relay faults in turn. Takes about fifteen minutes by default, most of them without a broker.
 * @param report prints one line for each fault @throws Error naming lost, duplicated or reordered events
 */
export async function testRelayFaults(
  report: (line: string) => void,
  { kills = 100, brokerKills = 5, awayMs = 600_000 }: RelayFaultOptions = {},
): Promise<void> {
  const kafka = await startKafka();
  const dir = mkdtempSync(join(tmpdir(), 'archline-relay-'));
  const store = openSqliteStore({ dir });
  const reader = await openCommittedReader(kafka.brokers);
  const world = { dir, kafka, store, reader };
  const turns = Math.ceil(kills / 5);
  const harms: [string, () => Promise<RelayProcess[]>][] = [
    [`the relay is killed ${kills} times`, () => killRelays(world, kills)],
    [`two relays, the active one is killed ${turns} times`, () => takeTurns(world, turns)],
    [`the broker is killed ${brokerKills} times`, () => killBroker(world, brokerKills)],
    [`the broker is down for ${awayMs / 1000} s`, () => stopBroker(world, awayMs)],
  ];
  try {
    for (const [i, [what, harm]] of harms.entries())
      report(`${what}: ${await survived(world, 11 + i, harm)}`);
  } finally {
    await reader.close();
    await store.close();
    await kafka.stop();
    rmSync(dir, { recursive: true });
  }
}
