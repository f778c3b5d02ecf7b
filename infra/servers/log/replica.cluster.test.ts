/** A lagging node: its answers, the majority of an append, and elections. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import { classicAppendOptions, connectToNode, createNotedEvent, readNotedNumbers } from './testing/client.ts';

let cluster: LogCluster;
beforeEach(async () => {
  cluster = await startLogCluster({ nodes: 3, electionMs: 10, writeTimeoutMs: 50 });
});
afterEach(() => cluster.stop());

const at = (node: number) => connectToNode(cluster.ports[node]);
const backwards = { direction: 'backwards', fromRevision: 'end' } as const;
const elected = async (node: number) => expect.poll(() => cluster.leader()).toBe(node);

test('a lagging follower returns fewer events until it has caught up', async () => {
  const [leader, follower] = [at(0), at(1)];
  await leader.appendToStream('a', [createNotedEvent(0), createNotedEvent(1)]);
  await cluster.holdBack(1);
  await leader.appendToStream('a', [createNotedEvent(2), createNotedEvent(3)]);
  await leader.appendToStream('b', createNotedEvent(4));
  expect(await readNotedNumbers(follower.readStream('a'))).toEqual([0, 1]);
  expect(await readNotedNumbers(follower.readStream('a', backwards))).toEqual([1, 0]);
  expect(await readNotedNumbers(follower.readAll())).toEqual([0, 1]);
  await expect(readNotedNumbers(follower.readStream('b'))).rejects.toMatchObject({
    type: 'stream-not-found',
  });
  const strict = readNotedNumbers(follower.readStream('a', { requiresLeader: true }));
  await expect(strict).rejects.toMatchObject({ type: 'not-leader', leader: { port: cluster.ports[0] } });
  expect(await readNotedNumbers(leader.readAll())).toEqual([0, 1, 2, 3, 4]);
  await cluster.catchUp(1);
  expect(await readNotedNumbers(follower.readAll())).toEqual([0, 1, 2, 3, 4]);
  expect(await readNotedNumbers(follower.readStream('b'))).toEqual([4]);
});

test('a lagging follower applies older metadata and misses later deletions', async () => {
  const [leader, follower] = [at(0), at(1)];
  for (const stream of ['soft', 'gone', 'cut'])
    await leader.appendToStream(stream, [createNotedEvent(0), createNotedEvent(1)]);
  await cluster.holdBack(1);
  await leader.deleteStream('soft');
  await leader.tombstoneStream('gone');
  await leader.setStreamMetadata('cut', { truncateBefore: 1 });
  for (const stream of ['soft', 'gone', 'cut'])
    expect(await readNotedNumbers(follower.readStream(stream)), stream).toEqual([0, 1]);
  await cluster.catchUp(1);
  expect(await readNotedNumbers(follower.readStream('cut'))).toEqual([1]);
  await expect(readNotedNumbers(follower.readStream('gone'))).rejects.toMatchObject({
    type: 'stream-deleted',
  });
});

test('a subscription on a lagging follower continues when it catches up, without duplicates', async () => {
  const [leader, follower] = [at(0), at(1)];
  await leader.appendToStream('a', createNotedEvent(0));
  const seen: number[] = [];
  const subscription = follower.subscribeToStream('a');
  subscription.on('data', ({ event }) => seen.push(Number(event?.revision)));
  await expect.poll(() => seen).toEqual([0]);
  await cluster.holdBack(1);
  await leader.appendToStream('a', [createNotedEvent(1), createNotedEvent(2)]);
  await leader.appendToStream('a', createNotedEvent(3));
  expect(await readNotedNumbers(follower.readStream('a'))).toEqual([0]);
  expect(seen).toEqual([0]);
  await cluster.catchUp(1);
  await expect.poll(() => seen).toEqual([0, 1, 2, 3]);
});

test('an append without a majority times out, and is committed when a majority replicates', async () => {
  const leader = at(0);
  await leader.appendToStream('a', createNotedEvent(0));
  for (const node of [1, 2]) await cluster.holdBack(node);
  const asked = [
    leader.appendToStream('a', createNotedEvent(1)),
    leader.appendToStream('a', createNotedEvent(2), classicAppendOptions),
  ];
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: 'rejected', reason: { type: 'deadline-exceeded' } },
    { status: 'rejected', reason: { type: 'timeout' } },
  ]);
  expect(await readNotedNumbers(leader.readStream('a'))).toEqual([0]);
  await cluster.catchUp(2);
  await expect.poll(() => readNotedNumbers(leader.readStream('a'))).toEqual([0, 1, 2]);
});

test('an append that writes nothing needs no majority', async () => {
  const leader = at(0);
  const known = createNotedEvent(0);
  await leader.appendToStream('a', known);
  for (const node of [1, 2]) await cluster.holdBack(node);
  await expect(
    leader.appendToStream('a', createNotedEvent(1), { expectedRevision: 'no_stream' }),
  ).rejects.toMatchObject({
    type: 'wrong-expected-version',
    actualVersion: 0n,
  });
  expect(await leader.appendToStream('a', known)).toMatchObject({ nextExpectedRevision: 0n });
});

test('the election chooses the up-to-date node of two, even if a lagging node comes first', async () => {
  const leader = at(0);
  await cluster.holdBack(1);
  await leader.appendToStream('a', createNotedEvent(0));
  await cluster.kill(0);
  await elected(2);
  expect(await readNotedNumbers(at(2).readStream('a'))).toEqual([0]);
  // The leader alone is no majority: the append waits until the lagging node catches up.
  const asked = at(2).appendToStream('a', createNotedEvent(1));
  await expect(asked).rejects.toMatchObject({ type: 'deadline-exceeded' });
  await cluster.catchUp(1);
  await expect.poll(() => readNotedNumbers(at(1).readStream('a'))).toEqual([0, 1]);
});

test('the election chooses a restarted node only after it has caught up', async () => {
  await cluster.kill(1);
  await at(0).appendToStream('a', createNotedEvent(0));
  for (const node of [0, 2]) await cluster.kill(node);
  for (const node of [1, 2]) await cluster.restart(node);
  await elected(2);
  await expect.poll(() => readNotedNumbers(at(1).readStream('a'))).toEqual([0]);
});

test('a resigning leader hands over to an up-to-date node, not to the first', async () => {
  await cluster.holdBack(1);
  await at(0).appendToStream('a', createNotedEvent(0));
  await cluster.resign();
  await elected(2);
  expect(await readNotedNumbers(at(2).readStream('a'))).toEqual([0]);
});

test('the cluster refuses to hold back a leader', () => {
  expect(() => cluster.holdBack(0)).toThrow('A leader replicates from no other node.');
});

test('a node without a leader answers reads from its own events, even if the leader is required', async () => {
  await cluster.holdBack(2);
  await at(0).appendToStream('a', createNotedEvent(0));
  for (const node of [0, 1]) await cluster.kill(node);
  const left = at(2);
  await expect(readNotedNumbers(left.readStream('a', { requiresLeader: true }))).rejects.toMatchObject({
    type: 'stream-not-found',
  });
  await expect(left.appendToStream('a', createNotedEvent(1))).rejects.toMatchObject({
    message: /Server Is Not Ready/,
  });
});
