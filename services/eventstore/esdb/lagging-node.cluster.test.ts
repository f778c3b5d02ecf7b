/** A lagging node in the cluster: every read contains all acknowledged events. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { type LogCluster, startLogCluster } from '../../../infra/servers/log/cluster.ts';
import { collectEventIds, createTestEvent, numbersUpTo } from '../contract/context.ts';
import type { RawEventStore } from '../port.ts';
import type { Deadlines } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const never = { afterMs: 3_600_000, eachMs: 3_600_000 };
const patience: Deadlines = {
  callMs: 2_000,
  wholeMs: 300_000,
  silentMs: 200,
  stuck: never,
  restMs: { first: 10, most: 100 },
};

let cluster: LogCluster;
let opened: RawEventStore[];
beforeEach(async () => {
  opened = [];
  // An append without a majority in time is retried soon.
  cluster = await startLogCluster({ nodes: 3, electionMs: 50, writeTimeoutMs: 100 });
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await cluster.stop();
});

const open = async () => {
  const store = await openEsdbStore({ connectionString: cluster.url, patience });
  opened.push(store);
  return store;
};
const leader = () => cluster.leader() ?? expect.fail('no node leads');
const elected = (node: number) => expect.poll(() => cluster.leader()).toBe(node);

type Stale = { acknowledged: string[]; read: string[] };

/** Writers that read back all their acknowledged events after each append, until they are stopped. */
function writeAndRead(store: RawEventStore) {
  let writing = true;
  let done = 0;
  const stale: Stale[] = [];
  const all = numbersUpTo(4).map(async writer => {
    const acknowledged: string[] = [];
    while (writing) {
      const id = `w${writer}-${acknowledged.length}`;
      await store.append(`case-${writer}`, 'any', [createTestEvent(id)]);
      acknowledged.push(id);
      const read = await collectEventIds(store.read(`case-${writer}`));
      if (read.join() !== acknowledged.join()) stale.push({ acknowledged: [...acknowledged], read });
      done++;
    }
    return acknowledged;
  });
  const stop = async () => {
    writing = false;
    return (await Promise.all(all)).flat();
  };
  return { stale, goesOn: (from = done) => expect.poll(() => done).toBeGreaterThan(from + 12), stop };
}

test('every read contains all acknowledged events while followers lag and leaders change', async () => {
  const store = await open();
  const writers = writeAndRead(store);
  for (const _ of numbersUpTo(5)) {
    const gone = leader();
    const lagging = (gone + 1) % 3;
    await cluster.holdBack(lagging);
    await writers.goesOn();
    await cluster.kill(gone);
    await elected(3 - gone - lagging);
    // The new leader and a lagging node are no majority: appends wait and are stored once.
    await cluster.restart(gone);
    await writers.goesOn();
    await cluster.catchUp(lagging);
  }
  const acknowledged = await writers.stop();
  expect(writers.stale).toEqual([]);
  const kept = await collectEventIds(store.readAll());
  expect(kept.toSorted()).toEqual(acknowledged.toSorted());
});

/** Follows the log. */
function follow(store: RawEventStore) {
  const ended = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { id } of store.subscribe(START, { signal: ended.signal })) seen.push(id);
  })();
  const stop = () => {
    ended.abort();
    return following;
  };
  return { seen, stop };
}

test('a subscription continues when a node that has caught up becomes leader', async () => {
  const store = await open();
  const { seen, stop } = follow(store);
  await cluster.holdBack(1);
  await store.append('case-a', 'none', [createTestEvent('before')]);
  await cluster.kill(0);
  await elected(2);
  const waiting = store.append('case-a', 'any', [createTestEvent('waits')]);
  await cluster.catchUp(1);
  await waiting;
  await cluster.restart(0);
  await cluster.holdBack(0);
  await store.append('case-a', 'any', [createTestEvent('more')]);
  await cluster.kill(2);
  await elected(1);
  await cluster.catchUp(0);
  await store.append('case-a', 'any', [createTestEvent('after')]);
  await expect.poll(() => seen).toEqual(['before', 'waits', 'more', 'after']);
  expect(await collectEventIds(store.readAll())).toEqual(seen);
  await stop();
});

test('a subscription at a node that starts to lag is noticed and moved to the leader', async () => {
  const store = await open();
  const { seen, stop } = follow(store);
  await store.append('case-a', 'none', [createTestEvent('before')]);
  await expect.poll(() => seen).toEqual(['before']);
  await cluster.resign();
  await elected(1);
  await cluster.holdBack(0);
  // Appends through another store, because this store must have no call that reveals the new leader.
  await (await open()).append('case-a', 'any', [createTestEvent('after')]);
  await expect.poll(() => seen).toEqual(['before', 'after']);
  await stop();
});

test('a new process reads all acknowledged events, although it asks a lagging node first', async () => {
  await cluster.holdBack(1);
  const store = await open();
  await store.append('case-a', 'none', [createTestEvent('before')]);
  await cluster.kill(0);
  await elected(2);
  const [first, ...others] = cluster.ports.map(port => `127.0.0.1:${port}`).toReversed();
  const other = await openEsdbStore({
    connectionString: `esdb://${[...others, first].join(',')}?tls=false`,
    patience,
  });
  opened.push(other);
  expect(await collectEventIds(other.readAll())).toEqual(['before']);
});
