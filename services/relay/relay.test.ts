/** The relay's rules with an in-memory Kafka. relay.cluster.test.ts tests them with a real one. */
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewRawEvent } from '#events/envelope.ts';
import { systemClock, systemIds, systemTimers } from '../clock/clock.ts';
import { createSeededRandom } from '../eventstore/crash/seeded-random.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { createSubjectKeyring } from '../vault/keyring.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { readPendingBackfill, requestBackfill } from './backfill-request.ts';
import { type Relay, startRelay } from './relay.ts';
import { findPositionBehindHead, listRecordFaults, readAllEvents } from './testing/committed-reader.ts';
import { appendRandomEvents } from './testing/constant-writer.ts';
import { createMemoryKafka, type MemoryKafka } from './testing/memory-kafka.ts';

let inner: RawEventStore;
let vault: Vault;
let kafka: MemoryKafka;
let lines: string[];
let relays: Relay[];

beforeEach(() => {
  [inner, vault, kafka] = [createRawMemoryStore(), createMemoryVault(), createMemoryKafka()];
  [lines, relays] = [[], []];
});
afterEach(async () => {
  for (const relay of relays) await relay.stop();
});

function start(open = kafka.open): Relay {
  const tell = (_: object, said: string) => void lines.push(said);
  const relay = startRelay({
    inner,
    vault,
    clock: systemClock,
    ids: systemIds,
    timers: systemTimers,
    log: { info: tell, warn: tell },
    brokers: [],
    open,
    leaseMs: 300,
  });
  relays.push(relay);
  return relay;
}

const event = (more: Partial<NewRawEvent>): NewRawEvent => ({
  id: crypto.randomUUID(),
  type: 'CaseAssigned',
  v: 1,
  at: '2026-11-20T08:00:00.000Z',
  by: 'p-1',
  data: { to: 12 },
  ...more,
});
const ofKey = (stream: string) => kafka.records.filter(({ key }) => key === stream);
const sent = (count: number) => expect.poll(() => kafka.records.length).toBe(count);

async function append(times: number, seed: number): Promise<number> {
  const random = createSeededRandom(seed);
  let count = 0;
  for (let i = 0; i < times; i++) count += await appendRandomEvents(inner, random);
  return count;
}

it('the relay sends no personal data in the clear, and names the event of each record', async () => {
  const store = createSealedStore(inner, { keyring: createSubjectKeyring(vault, Buffer.alloc(32, 7)) });
  const personal = { userName: 'wei.li', name: '张伟', phone: '13812345679', email: 'wei@example.org' };
  const added = event({ type: 'PersonAdded', personal, subject: 'p-9', data: { personId: 'p-9' } });
  await store.append('directory', 'any', [added]);
  const said = event({ type: 'MessageSent', personal: { text: '张伟的复诊' }, subject: 'VBXFT4' });
  await store.append('chat-case.VBXFT4', 'any', [said]);
  start();
  await sent(2);
  const all = JSON.stringify(kafka.records);
  for (const word of [...Object.values(personal), '复诊']) expect(all).not.toContain(word);
  for (const { value } of kafka.records)
    expect(JSON.parse(value).personal).toMatch(/^[A-Za-z0-9+/]{38,}={0,2}$/);
  const headers = {
    id: added.id,
    family: 'person',
    type: 'PersonAdded',
    v: '1',
    position: '1',
    log: inner.id,
  };
  expect(ofKey('directory')).toMatchObject([{ topic: 'archline.person', headers }]);
  expect(ofKey('chat-case.VBXFT4').map(({ topic }) => topic)).toEqual(['archline.chat']);
});

it('the relay sends the largest appends in the order of their stream', async () => {
  const large = (size: number) => event({ data: { text: '齐'.repeat(size) } });
  for (const size of [349_450, 10, 349_450]) await inner.append('case-LARGE1', 'any', [large(size)]);
  start();
  await sent(3);
  expect(ofKey('case-LARGE1').map(({ value }) => JSON.parse(value).revision)).toEqual([0, 1, 2]);
});

it('the relay sends each event once and in order while brokers fail, return and lose answers', async () => {
  let count = await append(100, 6);
  const relay = start();
  await sent(count);
  kafka.isAway = true;
  count += await append(100, 7);
  await expect.poll(() => relay.state()).toBe('interrupted');
  kafka.answersToLose = 2;
  kafka.isAway = false;
  await sent(count);
  await expect.poll(() => relay.state()).toBe('relays');
  expect(lines.slice(0, 3)).toEqual([
    'the relay is active',
    'the relay is interrupted and will retry',
    'the relay is active',
  ]);
  expect(listRecordFaults(kafka.records, await readAllEvents(inner))).toEqual([]);
  await expect.poll(() => relay.position()).toBe(await inner.head());
});

it('the relay repeats events at an operator’s request once, with the request’s id', async () => {
  const count = await append(300, 8);
  const relay = start();
  await sent(count);
  const from = await findPositionBehindHead(inner, 70);
  await requestBackfill(vault, inner.id, 'again-1', from);
  await sent(count + 70);
  await expect.poll(() => readPendingBackfill(vault, inner.id)).toBeUndefined();
  await relay.stop();
  // Simulates a relay that died between the first record and the note that the backfill has begun.
  await requestBackfill(vault, inner.id, 'again-1', from);
  start();
  const news = await append(1, 9);
  await sent(count + 70 + news);
  const [again, first] = [true, false].map(is =>
    kafka.records.filter(({ headers }) => (headers.backfill === 'again-1') === is),
  );
  expect(again?.map(({ headers }) => BigInt(headers.position ?? 0))).toEqual(
    Array.from({ length: 70 }, (_, i) => from + 1n + BigInt(i)),
  );
  expect(listRecordFaults(first ?? [], await readAllEvents(inner))).toEqual([]);
});

it('the relay starts a requested backfill, however long the brokers take to open a session', async () => {
  let sessions = 0;
  start(async options => {
    if (sessions++ > 0) {
      // The request stays pending during several polls of the vault. If it ended the opening session, `rest` would
      // resolve early.
      const isEnded = await Promise.race([options.rest(60_000).then(() => true), setTimeout(300, false)]);
      if (isEnded) throw new Error('ended while it opened');
    }
    return kafka.open(options);
  });
  const count = await append(20, 12);
  await sent(count);
  await requestBackfill(vault, inner.id, 'again-1', await findPositionBehindHead(inner, 5));
  await sent(count + 5);
  expect(lines.filter(line => line.includes('interrupted'))).toEqual([]);
});

it('a second relay waits, and takes over from one that stops', async () => {
  const first = start();
  const count = await append(20, 10);
  await sent(count);
  const second = start();
  await expect.poll(() => second.state()).toBe('waits');
  await first.stop();
  await expect.poll(() => second.state()).toBe('relays');
  const more = await append(20, 11);
  await sent(count + more);
  expect(listRecordFaults(kafka.records, await readAllEvents(inner))).toEqual([]);
});
