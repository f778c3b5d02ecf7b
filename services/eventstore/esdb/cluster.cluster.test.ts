/** A cluster of three nodes: nodes fail and return, and writers and followers lose nothing. */
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import type { LogCluster } from '../../../infra/servers/log/cluster.ts';
import { startLogVariant } from '../../../infra/servers/log/variants.ts';
import { collectEventIds, createTestEvent, createTestEvents, numbersUpTo } from '../contract/context.ts';
import type { RawEventStore } from '../port.ts';
import type { Deadlines } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const never = { afterMs: 3_600_000, eachMs: 3_600_000 };
const usual = { restMs: { first: 10, most: 100 }, silentMs: 200, stuck: never };
const hasty: Deadlines = { callMs: 1_000, wholeMs: 3_000, ...usual };
const patient: Deadlines = { callMs: 2_000, wholeMs: 300_000, ...usual };

let cluster: LogCluster;
let opened: RawEventStore[];
/** Unhandled errors, which would end the process. */
let uncaught: unknown[];
const note = (error: unknown) => void uncaught.push(error);

const open = async (how = patient) => {
  const store = await openEsdbStore({ connectionString: cluster.url, patience: how });
  opened.push(store);
  return store;
};
const leader = () => cluster.leader() ?? expect.fail('nobody leads');

beforeEach(async () => {
  uncaught = [];
  opened = [];
  process.on('unhandledRejection', note);
  cluster = await startLogVariant({ nodes: 3, tls: false }, { electionMs: 50 });
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await cluster.stop();
  process.off('unhandledRejection', note);
  expect(uncaught).toEqual([]);
});

/** Eight writers that write until they are stopped. */
function write(store: RawEventStore) {
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let writing = true;
  const all = numbersUpTo(8).map(async writer => {
    for (let n = 0; writing; n++) {
      const id = `w${writer}-${n}`;
      await store.append(`case-${writer}`, 'any', [createTestEvent(id)]).then(
        () => acknowledged.push(id),
        (error: unknown) => refused.push(error),
      );
    }
  });
  const stop = async () => {
    writing = false;
    await Promise.all(all);
  };
  return { acknowledged, refused, stop };
}

async function keepsAll(store: RawEventStore, acknowledged: readonly string[]): Promise<void> {
  const kept = await collectEventIds(store.readAll());
  expect(new Set(kept).size).toBe(kept.length);
  const there = new Set(kept);
  expect(acknowledged.filter(id => !there.has(id))).toEqual([]);
}

describe('three nodes', () => {
  test('the leader fails five times under eight writers and a follower: every acknowledged event exists once', async () => {
    const store = await open();
    const ended = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const { id } of store.subscribe(START, { signal: ended.signal })) seen.push(id);
    })();
    const writers = write(store);
    for (const _ of numbersUpTo(5)) {
      const [gone, before] = [leader(), writers.acknowledged.length];
      await cluster.kill(gone);
      await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(before + 20);
      await cluster.restart(gone);
    }
    await writers.stop();
    expect(writers.refused).toEqual([]);
    await keepsAll(store, writers.acknowledged);
    const kept = await collectEventIds(store.readAll());
    await expect.poll(() => seen).toEqual(kept);
    ended.abort();
    await following;
  });

  test.each([
    ['two of three', [0, 1]],
    ['all three', [0, 1, 2]],
  ])('writes without %s are refused with 104070, and work again afterwards', async (_, gone) => {
    const store = await open(hasty);
    await store.append('case-a', 'none', [createTestEvent('before')]);
    for (const node of gone) await cluster.kill(node);
    const asked = numbersUpTo(8).map(i =>
      store.append(`case-${i}`, 'any', [createTestEvent(`refused-${i}`)]),
    );
    const refusal = { status: 'rejected', reason: { refusal: 'logDown', code: 104_070 } };
    expect(await Promise.allSettled(asked)).toMatchObject(numbersUpTo(8).map(() => refusal));
    for (const node of gone) await cluster.restart(node);
    await expect
      .poll(() => store.append('case-a', 'any', [createTestEvent('after')]).catch(() => null))
      .toBeTruthy();
    expect(await collectEventIds(store.read('case-a'))).toEqual(['before', 'after']);
  });

  test.each(['kill', 'shutDown'] as const)(
    'every append during a rolling restart (%s) of three nodes is answered',
    async how => {
      const store = await open();
      const writers = write(store);
      for (const node of [0, 1, 2]) {
        const before = writers.acknowledged.length;
        await cluster[how](node);
        await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(before + 20);
        await cluster.restart(node);
      }
      await writers.stop();
      expect(writers.refused).toEqual([]);
      await keepsAll(store, writers.acknowledged);
    },
  );

  test('appends wait for a leader that resigns and for one that is frozen', async () => {
    const store = await open();
    const writers = write(store);
    await cluster.resign();
    await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(20);
    const [frozen, before] = [leader(), writers.acknowledged.length];
    cluster.freeze(frozen);
    await rest(100);
    cluster.thaw(frozen);
    await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(before + 20);
    await writers.stop();
    expect(writers.refused).toEqual([]);
    await keepsAll(store, writers.acknowledged);
  });

  test('an unresponsive leader is abandoned for its successor', async () => {
    const store = await open(hasty);
    await store.append('case-a', 'none', [createTestEvent('before')]);
    cluster.freeze(leader());
    await expect.poll(() => cluster.leader()).toBeDefined();
    const again = () => store.append('case-a', 'any', [createTestEvent('after')]).catch(() => undefined);
    await expect.poll(again).toBeTruthy();
    expect(await collectEventIds(store.read('case-a'))).toEqual(['before', 'after']);
  });

  test('a read continues at its position through leader changes: complete, without duplicates', async () => {
    const store = await open();
    const many = 6_000;
    for (let from = 0; from < many; from += 1_000)
      await store.append('case-a', 'any', createTestEvents(1_000, `${from}-`));
    const seen: string[] = [];
    for await (const batch of store.readBatches({ size: 100 })) {
      seen.push(...batch.map(({ id }) => id));
      // Each leader change breaks the client's open read.
      if (seen.length % 1_000 !== 0) continue;
      await cluster.resign();
      await store.append('case-b', 'any', [createTestEvent(`b${seen.length}`)]);
    }
    expect(seen.filter(id => !id.startsWith('b'))).toHaveLength(many);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('64 concurrent appends of 40 kB survive the kill of the leader, and so does the process', async () => {
    const store = await open();
    const streams = numbersUpTo(64).map(i => `case-${i}`);
    for (const [i, stream] of streams.entries())
      await store.append(stream, 'none', [createTestEvent(`before${i}`)]);
    const data = 'x'.repeat(40_000);
    const asked = streams.map((stream, i) =>
      store.append(stream, 'any', [createTestEvent(`w${i}`, { data })]),
    );
    await Promise.race(asked);
    await cluster.kill(leader());
    await Promise.all(asked);
    await keepsAll(
      store,
      streams.map((_, i) => `w${i}`),
    );
  });

  test('unreachable addresses are refused with a clear message, and open once the nodes are up', async () => {
    for (const node of [0, 1, 2]) await cluster.kill(node);
    await expect(open(hasty)).rejects.toMatchObject({ refusal: 'logDown' });
    for (const node of [0, 1, 2]) await cluster.restart(node);
    const store = await open();
    await store.append('case-a', 'none', createTestEvents(2));
    expect(await collectEventIds(store.readAll())).toEqual(['e0', 'e1']);
  });

  test('an append with known and new ids, expecting any revision, writes the new ones', async () => {
    const [one, other] = [await open(), await open()];
    await one.append('case-a', 'none', [createTestEvent('first')]);
    // This store has not seen the event that the other store appended.
    await other.append('case-a', 'any', [createTestEvent('known')]);
    const appended = await one.append('case-a', 'any', [createTestEvent('known'), createTestEvent('new')]);
    expect(appended).toMatchObject({ revision: 2n, repeated: false });
    expect(await collectEventIds(one.read('case-a'))).toEqual(['first', 'known', 'new']);
  });

  test('five hundred subscribers receive every event of thirty-two writers, and reads still work', async () => {
    // Does not check silent subscriptions, because each check is a read, and does not retry early. On a busy machine,
    // the checks of 500 subscriptions would delay the very events that they look for.
    const store = await open({ ...patient, callMs: 120_000, silentMs: 3_600_000 });
    const ended = new AbortController();
    const counts = numbersUpTo(500).map(() => 0);
    const following = counts.map(async (_, i) => {
      for await (const batch of store.subscribeBatches(START, { signal: ended.signal }))
        counts[i] = (counts[i] ?? 0) + batch.length;
    });
    await Promise.all(
      numbersUpTo(32).map(async w => {
        for (const n of numbersUpTo(2))
          await store.append(`case-${w}`, 'any', [createTestEvent(`w${w}-${n}`)]);
      }),
    );
    expect(await collectEventIds(store.readAll())).toHaveLength(64);
    await expect.poll(() => counts.filter(count => count !== 64)).toEqual([]);
    ended.abort();
    await Promise.all(following);
  });
});
