/** A node of the cluster lags behind: nothing that is read is older than what was acknowledged, and nothing is missed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { type LogCluster, startLogCluster } from '../../../infra/servers/log/cluster.ts';
import { event, ids, upTo } from '../contract/bench.ts';
import type { EventStore } from '../port.ts';
import type { Patience } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const never = { afterMs: 3_600_000, eachMs: 3_600_000 };
const patience: Patience = {
  callMs: 2_000,
  wholeMs: 300_000,
  silentMs: 200,
  stuck: never,
  restMs: { first: 10, most: 100 },
};

let cluster: LogCluster;
let opened: EventStore[];
beforeEach(async () => {
  opened = [];
  // An append that no majority has in time is soon repeated.
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

/** Writers that read back after each append all that was acknowledged to them, until they are stopped. */
function writeAndRead(store: EventStore) {
  let writing = true;
  let done = 0;
  const stale: Stale[] = [];
  const all = upTo(4).map(async writer => {
    const acknowledged: string[] = [];
    while (writing) {
      const id = `w${writer}-${acknowledged.length}`;
      await store.append(`case-${writer}`, 'any', [event(id)]);
      acknowledged.push(id);
      const read = await ids(store.read(`case-${writer}`));
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

test('while followers lag and leaders go, each read has all that was acknowledged', async () => {
  const store = await open();
  const writers = writeAndRead(store);
  for (const _ of upTo(5)) {
    const gone = leader();
    const lagging = (gone + 1) % 3;
    await cluster.holdBack(lagging);
    await writers.goesOn();
    await cluster.kill(gone);
    await elected(3 - gone - lagging);
    // The new leader and a node that lags are no majority: appends wait, and are made once.
    await cluster.restart(gone);
    await writers.goesOn();
    await cluster.catchUp(lagging);
  }
  const acknowledged = await writers.stop();
  expect(writers.stale).toEqual([]);
  const kept = await ids(store.readAll());
  expect(kept.toSorted()).toEqual(acknowledged.toSorted());
});

/** Follows the log. */
function follow(store: EventStore) {
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

test('a subscription goes on as a node leads that lagged and has caught up', async () => {
  const store = await open();
  const { seen, stop } = follow(store);
  await cluster.holdBack(1);
  await store.append('case-a', 'none', [event('before')]);
  await cluster.kill(0);
  await elected(2);
  const waiting = store.append('case-a', 'any', [event('waits')]);
  await cluster.catchUp(1);
  await waiting;
  await cluster.restart(0);
  await cluster.holdBack(0);
  await store.append('case-a', 'any', [event('more')]);
  await cluster.kill(2);
  await elected(1);
  await cluster.catchUp(0);
  await store.append('case-a', 'any', [event('after')]);
  await expect.poll(() => seen).toEqual(['before', 'waits', 'more', 'after']);
  expect(await ids(store.readAll())).toEqual(seen);
  await stop();
});

test('a subscription that stayed at a node which lags since is noticed, and goes to the leader', async () => {
  const store = await open();
  const { seen, stop } = follow(store);
  await store.append('case-a', 'none', [event('before')]);
  await expect.poll(() => seen).toEqual(['before']);
  await cluster.resign();
  await elected(1);
  await cluster.holdBack(0);
  // By another process: this one has no call that tells it of another leader.
  await (await open()).append('case-a', 'any', [event('after')]);
  await expect.poll(() => seen).toEqual(['before', 'after']);
  await stop();
});

test('a process that starts finds what was acknowledged, though a node lags that is asked first', async () => {
  await cluster.holdBack(1);
  const store = await open();
  await store.append('case-a', 'none', [event('before')]);
  await cluster.kill(0);
  await elected(2);
  const [first, ...others] = cluster.ports.map(port => `127.0.0.1:${port}`).toReversed();
  const other = await openEsdbStore({
    connectionString: `esdb://${[...others, first].join(',')}?tls=false`,
    patience,
  });
  opened.push(other);
  expect(await ids(other.readAll())).toEqual(['before']);
});
