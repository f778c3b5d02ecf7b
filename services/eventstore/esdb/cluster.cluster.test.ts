/** Three nodes, one of which leads: nodes go and come back, and writers and followers lose nothing by it. */
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import type { LogCluster } from '../../../infra/servers/log/cluster.ts';
import { type LogVariant, logVariants, startLogVariant } from '../../../infra/servers/log/variants.ts';
import { event, events, ids, upTo } from '../contract/bench.ts';
import type { EventStore } from '../port.ts';
import type { Patience } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const never = { afterMs: 3_600_000, eachMs: 3_600_000 };
const usual = { restMs: { first: 10, most: 100 }, silentMs: 200, stuck: never };
const hasty: Patience = { callMs: 1_000, wholeMs: 3_000, ...usual };
const patient: Patience = { callMs: 2_000, wholeMs: 300_000, ...usual };

let form: LogVariant;
let cluster: LogCluster;
let opened: EventStore[];
/** What nobody caught: it would have ended the process. */
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
  cluster = await startLogVariant(form, { electionMs: 50 });
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await cluster.stop();
  process.off('unhandledRejection', note);
  expect(uncaught).toEqual([]);
});

/** Eight writers, who write until they are told to stop. */
function write(store: EventStore) {
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let writing = true;
  const all = upTo(8).map(async writer => {
    for (let n = 0; writing; n++) {
      const id = `w${writer}-${n}`;
      await store.append(`case-${writer}`, 'any', [event(id)]).then(
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

async function keepsAll(store: EventStore, acknowledged: readonly string[]): Promise<void> {
  const kept = await ids(store.readAll());
  expect(new Set(kept).size).toBe(kept.length);
  const there = new Set(kept);
  expect(acknowledged.filter(id => !there.has(id))).toEqual([]);
}

describe.each(logVariants.filter(({ nodes }) => nodes === 3))('$name', chosen => {
  beforeAll(() => {
    form = chosen;
  });

  test('the leader goes five times under eight writers and a follower: all that was acknowledged is there once', async () => {
    const store = await open();
    const ended = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const { id } of store.subscribe(START, { signal: ended.signal })) seen.push(id);
    })();
    const writers = write(store);
    for (const _ of upTo(5)) {
      const [gone, before] = [leader(), writers.acknowledged.length];
      await cluster.kill(gone);
      await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(before + 20);
      await cluster.restart(gone);
    }
    await writers.stop();
    expect(writers.refused).toEqual([]);
    await keepsAll(store, writers.acknowledged);
    const kept = await ids(store.readAll());
    await expect.poll(() => seen).toEqual(kept);
    ended.abort();
    await following;
  });

  test.each([
    ['two of three', [0, 1]],
    ['all three', [0, 1, 2]],
  ])('%s away: writing is refused in words, 104070, and goes on once they are back', async (_, gone) => {
    const store = await open(hasty);
    await store.append('case-a', 'none', [event('before')]);
    for (const node of gone) await cluster.kill(node);
    const asked = upTo(8).map(i => store.append(`case-${i}`, 'any', [event(`refused-${i}`)]));
    const refusal = { status: 'rejected', reason: { refusal: 'logDown', code: 104_070 } };
    expect(await Promise.allSettled(asked)).toMatchObject(upTo(8).map(() => refusal));
    for (const node of gone) await cluster.restart(node);
    await expect.poll(() => store.append('case-a', 'any', [event('after')]).catch(() => null)).toBeTruthy();
    expect(await ids(store.read('case-a'))).toEqual(['before', 'after']);
  });

  test.each(['kill', 'shutDown'] as const)(
    'answers every append during a rolling restart (%s) of three nodes',
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

  test('a leader that resigns, and one that is frozen, are waited for', async () => {
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

  test('a leader that answers nothing any more, and stays, is left for the one that leads since', async () => {
    const store = await open(hasty);
    await store.append('case-a', 'none', [event('before')]);
    cluster.freeze(leader());
    await expect.poll(() => cluster.leader()).toBeDefined();
    const again = () => store.append('case-a', 'any', [event('after')]).catch(() => undefined);
    await expect.poll(again).toBeTruthy();
    expect(await ids(store.read('case-a'))).toEqual(['before', 'after']);
  });

  test('a read goes on at its place while leaders change: all of it comes, and nothing twice', async () => {
    const store = await open();
    const many = 6_000;
    for (let from = 0; from < many; from += 1_000)
      await store.append('case-a', 'any', events(1_000, `${from}-`));
    const seen: string[] = [];
    for await (const batch of store.readBatches({ size: 100 })) {
      seen.push(...batch.map(({ id }) => id));
      // Each change of leader breaks off the read that is open in the client.
      if (seen.length % 1_000 !== 0) continue;
      await cluster.resign();
      await store.append('case-b', 'any', [event(`b${seen.length}`)]);
    }
    expect(seen.filter(id => !id.startsWith('b'))).toHaveLength(many);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('keeps 64 concurrent appends of 40 kB when the leader is killed, and the process survives', async () => {
    const store = await open();
    const streams = upTo(64).map(i => `case-${i}`);
    for (const [i, stream] of streams.entries()) await store.append(stream, 'none', [event(`before${i}`)]);
    const data = 'x'.repeat(40_000);
    const asked = streams.map((stream, i) => store.append(stream, 'any', [event(`w${i}`, { data })]));
    await Promise.race(asked);
    await cluster.kill(leader());
    await Promise.all(asked);
    await keepsAll(
      store,
      streams.map((_, i) => `w${i}`),
    );
  });

  test('many addresses of which none answers: refused in words, and opened once they are there', async () => {
    for (const node of [0, 1, 2]) await cluster.kill(node);
    await expect(open(hasty)).rejects.toMatchObject({ refusal: 'logDown' });
    for (const node of [0, 1, 2]) await cluster.restart(node);
    const store = await open();
    await store.append('case-a', 'none', events(2));
    expect(await ids(store.readAll())).toEqual(['e0', 'e1']);
  });

  test('of known ids and new ones together, under any, the new ones are written', async () => {
    const [one, other] = [await open(), await open()];
    await one.append('case-a', 'none', [event('first')]);
    // This store has not seen the event that the other store appended.
    await other.append('case-a', 'any', [event('known')]);
    const appended = await one.append('case-a', 'any', [event('known'), event('new')]);
    expect(appended).toMatchObject({ revision: 2n, repeated: false });
    expect(await ids(one.read('case-a'))).toEqual(['first', 'known', 'new']);
  });

  test('five hundred follow while thirty-two write: each is given all of it, and reading goes on', async () => {
    // Each check of a silent subscription is a read. The interval is the product's, because 500 of them check.
    const store = await open({ ...patient, silentMs: 15_000 });
    const ended = new AbortController();
    const counts = upTo(500).map(() => 0);
    const following = counts.map(async (_, i) => {
      for await (const batch of store.subscribeBatches(START, { signal: ended.signal }))
        counts[i] = (counts[i] ?? 0) + batch.length;
    });
    await Promise.all(
      upTo(32).map(async w => {
        for (const n of upTo(2)) await store.append(`case-${w}`, 'any', [event(`w${w}-${n}`)]);
      }),
    );
    expect(await ids(store.readAll())).toHaveLength(64);
    await expect.poll(() => counts.filter(count => count !== 64)).toEqual([]);
    ended.abort();
    await Promise.all(following);
  });
});
