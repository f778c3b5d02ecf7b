/** Contract of the relay in this process, with a real Kafka that is stopped and started. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewRawEvent } from '#events/envelope.ts';
import type { RunningKafka } from '../../../infra/servers/kafka.ts';
import { startLogServer } from '../../../infra/servers/log/server.ts';
import { systemClock, systemIds, systemTimers } from '../../clock/clock.ts';
import { createSeededRandom } from '../../eventstore/crash/seeded-random.ts';
import { openEsdbStore } from '../../eventstore/esdb/store.ts';
import { createRawMemoryStore } from '../../eventstore/memory.ts';
import { createSubjectKeyring } from '../../vault/keyring.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import { createSealedStore } from '../../vault/sealed-store.ts';
import { readPendingBackfill, requestBackfill } from '../backfill-request.ts';
import { type Relay, startRelay } from '../relay.ts';
import {
  type CommittedReader,
  findPositionBehindHead,
  listRecordFaults,
  openCommittedReader,
  type ReceivedRecord,
  readAllEvents,
} from '../testing/committed-reader.ts';
import { appendRandomEvents, keepAppending } from '../testing/constant-writer.ts';

/** @param broker returns the running broker; call it inside a test */
export function describeRelay(broker: () => RunningKafka): void {
  const inner = createRawMemoryStore();
  const vault = createMemoryVault();
  const logs = new Set([inner.id]);
  const lines: string[] = [];
  const tell = (_: object, said: string) => void lines.push(said);
  let reader: CommittedReader;
  let relay: Relay;

  const ports = () => ({
    clock: systemClock,
    ids: systemIds,
    timers: systemTimers,
    log: { info: tell, warn: tell },
    brokers: [broker().brokers],
    leaseMs: 600,
  });
  const start = () => {
    relay = startRelay({ ...ports(), inner, vault });
  };

  beforeAll(async () => {
    reader = await openCommittedReader(broker().brokers, log => logs.has(log));
    start();
  });
  afterAll(async () => {
    await relay?.stop();
    await reader?.close();
  });

  const event = (more: Partial<NewRawEvent>): NewRawEvent => ({
    id: crypto.randomUUID(),
    type: 'CaseAssigned',
    v: 1,
    at: '2026-11-20T08:00:00.000Z',
    by: 'p-1',
    data: { to: 12 },
    ...more,
  });
  const ofKey = (stream: string): ReceivedRecord[] => reader.records().filter(({ key }) => key === stream);

  it('sends no personal data in the clear', async () => {
    const store = createSealedStore(inner, { keyring: createSubjectKeyring(vault, Buffer.alloc(32, 7)) });
    const personal = { userName: 'wei.li', name: '张伟', phone: '13812345679', email: 'wei@example.org' };
    const added = event({ type: 'PersonAdded', personal, subject: 'p-9', data: { personId: 'p-9' } });
    await store.append('directory', 'any', [added]);
    const said = event({ type: 'MessageSent', personal: { text: '张伟的复诊' }, subject: 'VBXFT4' });
    await store.append('chat-case.VBXFT4', 'any', [said]);
    await reader.reached(2);
    const all = JSON.stringify(reader.records());
    for (const word of [...Object.values(personal), '复诊']) expect(all).not.toContain(word);
    for (const { value } of reader.records())
      expect(JSON.parse(value).personal).toMatch(/^[A-Za-z0-9+/]{38,}={0,2}$/);
    expect(ofKey('directory')).toMatchObject([
      {
        topic: 'archline.person',
        headers: {
          id: added.id,
          family: 'person',
          type: 'PersonAdded',
          v: '1',
          position: '1',
          at: '2026-11-20T08:00:00.000Z',
          log: inner.id,
        },
      },
    ]);
    expect(ofKey('chat-case.VBXFT4').map(({ topic }) => topic)).toEqual(['archline.chat']);
  });

  it('sends events above the brokers’ default size limit', async () => {
    const before = reader.count();
    const large = (size: number) => event({ data: { text: '齐'.repeat(size) } });
    // The largest possible append. With its headers the record exceeds a megabyte.
    for (const size of [349_450, 10, 349_450]) await inner.append('case-LARGE1', 'any', [large(size)]);
    await reader.reached(before + 3);
    expect(ofKey('case-LARGE1').map(({ value }) => JSON.parse(value).revision)).toEqual([0, 1, 2]);
  });

  it('delays records, and loses none, when a broker is killed and restarted', async () => {
    lines.length = 0;
    const writer = keepAppending(inner, reader, { seed: 6, ahead: 1500 });
    await reader.reached(reader.count() + 400);
    await broker().kill();
    await expect.poll(() => relay.state()).toBe('interrupted');
    await broker().restart();
    await reader.reached(reader.count() + 1000);
    await reader.reached(await writer.stop());
    expect(lines).toEqual(['the relay is interrupted and will retry', 'the relay is active']);
    expect(listRecordFaults(reader.records(), await readAllEvents(inner))).toEqual([]);
    expect(relay.position()).toBe(await inner.head());
  });

  it('repeats events at an operator’s request once, with the request’s id', async () => {
    const from = await findPositionBehindHead(inner, 700);
    const before = reader.count();
    await requestBackfill(vault, inner.id, 'again-1', from);
    await reader.reached(before + 700);
    expect(await readPendingBackfill(vault, inner.id)).toBeUndefined();
    await relay.stop();
    // Simulates that the relay died between the first record and the note that it has begun.
    await requestBackfill(vault, inner.id, 'again-1', from);
    start();
    const news = await appendRandomEvents(inner, createSeededRandom(9));
    await reader.reached(before + 700 + news);
    const later = reader.records().slice(before);
    const ofBackfill = later.filter(({ headers }) => headers.backfill === 'again-1');
    const positions = ofBackfill
      .map(({ headers }) => BigInt(headers.position ?? 0))
      .sort((a, b) => Number(a - b));
    expect(positions).toEqual(Array.from({ length: 700 }, (_, i) => from + 1n + BigInt(i)));
    expect(later).toHaveLength(700 + news);
    // The records without repeated ones equal the log.
    const first = reader.records().filter(({ headers }) => headers.backfill === undefined);
    expect(listRecordFaults(first, await readAllEvents(inner))).toEqual([]);
  });

  it('sends the events of a networked log that is stopped and started', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-relay-'));
    const file = join(dir, 'log.db');
    let server = await startLogServer({ file });
    const store = await openEsdbStore({ connectionString: server.url });
    logs.add(store.id);
    const other = startRelay({ ...ports(), inner: store, vault: createMemoryVault() });
    const [random, before] = [createSeededRandom(10), reader.count()];
    let appended = 0;
    const append = async (times: number) => {
      for (let i = 0; i < times; i++) appended += await appendRandomEvents(store, random);
      await reader.reached(before + appended);
    };
    await append(100);
    await server.stop();
    server = await startLogServer({ file, port: server.port });
    await append(100);
    await other.stop();
    const sent = reader.records().filter(({ headers }) => headers.log === store.id);
    expect(listRecordFaults(sent, await readAllEvents(store))).toEqual([]);
    await store.close();
    await server.stop();
    rmSync(dir, { recursive: true });
  });
}
