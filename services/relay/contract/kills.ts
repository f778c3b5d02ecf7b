/** Contract of relays that die, with a real Kafka. Consumers read the log's events, each once and in order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningKafka } from '../../../infra/servers/kafka.ts';
import { createSeededRandom } from '../../eventstore/crash/seeded-random.ts';
import type { RawEventStore } from '../../eventstore/port.ts';
import { openSqliteStore } from '../../eventstore/sqlite.ts';
import {
  type CommittedReader,
  listRecordFaults,
  openCommittedReader,
  readAllEvents,
} from '../testing/committed-reader.ts';
import { keepAppending } from '../testing/constant-writer.ts';
import { startRelayProcess } from '../testing/relay-child.ts';

const LEASE_MS = 600;
/**
 * Maximum number of events that a writer is ahead of the reader: two whole transactions, so that a kill happens during
 * one.
 */
const AHEAD = 1000;

/** @param broker returns the running broker; call it inside a test */
export function describeKills(broker: () => RunningKafka): void {
  let dir: string;
  let store: RawEventStore;
  let reader: CommittedReader;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'archline-relay-'));
    store = openSqliteStore({ dir });
    reader = await openCommittedReader(broker().brokers, log => log === store.id);
  });
  afterAll(async () => {
    await reader?.close();
    await store?.close();
    rmSync(dir, { recursive: true });
  });

  const start = () => startRelayProcess({ dir, brokers: broker().brokers, leaseMs: LEASE_MS });

  it('five kills leave each event once, in the order of its stream', async () => {
    const random = createSeededRandom(8);
    const writer = keepAppending(store, reader, { seed: 3, ahead: AHEAD });
    for (let kill = 0; kill < 5; kill++) {
      const relay = start();
      await reader.reached(reader.count() + 1 + Math.floor(random() * 400));
      await relay.kill();
    }
    const last = start();
    await reader.reached(await writer.stop());
    await last.stop();
    expect(listRecordFaults(reader.records(), await readAllEvents(store))).toEqual([]);
  });

  it('a second relay waits, and takes over from one that is killed', async () => {
    const writer = keepAppending(store, reader, { seed: 4, ahead: AHEAD });
    const first = start();
    await first.says(/the relay is active$/);
    const second = start();
    await second.says(/this one is on standby/);
    await reader.reached(reader.count() + 300);
    expect(second.lines).toEqual(['another relay is active: this one is on standby']);
    await first.kill();
    await second.says(/^the relay is active/);
    await reader.reached(reader.count() + 250);
    await reader.reached(await writer.stop());
    await second.stop();
    expect(listRecordFaults(reader.records(), await readAllEvents(store))).toEqual([]);
  });

  it('a relay that slept past the end of its lease writes nothing more', async () => {
    const writer = keepAppending(store, reader, { seed: 5, ahead: AHEAD });
    const first = start();
    await reader.reached(reader.count() + 250);
    first.freeze();
    const second = start();
    await second.says(/^the relay is active/);
    await reader.reached(reader.count() + 500);
    first.thaw();
    await first.says(/this one is on standby/);
    await reader.reached(reader.count() + 250);
    await reader.reached(await writer.stop());
    await second.stop();
    await first.stop();
    expect(listRecordFaults(reader.records(), await readAllEvents(store))).toEqual([]);
  });

  it('two relays that both believe they hold the lease fence each other and duplicate nothing', async () => {
    const writer = keepAppending(store, reader, { seed: 7, ahead: AHEAD });
    // Gives the second relay another vault, so that the lease does not keep the relays apart.
    const vault = join(dir, 'other');
    const [first, second] = [
      start(),
      startRelayProcess({ dir, vault, brokers: broker().brokers, leaseMs: LEASE_MS }),
    ];
    await first.says(/interrupted/);
    await second.says(/interrupted/);
    await reader.reached(reader.count() + 500);
    await second.stop();
    await reader.reached(await writer.stop());
    await first.stop();
    expect(listRecordFaults(reader.records(), await readAllEvents(store))).toEqual([]);
  });
}
