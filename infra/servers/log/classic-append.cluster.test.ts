/** The older append call, compared with EventStoreDB 23.10 (its `Streams.Append.cs`). */
import { ANY, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { type LogCluster, type LogOptions, startLogCluster } from './cluster.ts';
import {
  type Client,
  classicAppend,
  connect,
  connectTo,
  notedEvent,
  notedEvents,
  notedNumbers,
} from './testing/client.ts';
import { callAppend, waitUntilReceived } from './testing/raw-calls.ts';

let cluster: LogCluster;
const start = async (options: LogOptions = {}) => {
  cluster = await startLogCluster({ electionMs: 10, ...options });
  return connectTo(cluster.ports[0]);
};
afterEach(() => cluster.stop());

const append = (
  client: Client,
  revision: bigint | typeof ANY | typeof NO_STREAM | typeof STREAM_EXISTS = ANY,
) =>
  client.appendToStream('a', [notedEvent(1), notedEvent(2)], {
    ...classicAppend,
    expectedRevision: revision,
  });

test('returns revision and position of the last event', async () => {
  const client = await start();
  const first = await append(client);
  expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
  expect(await append(client, 1n)).toMatchObject({ success: true, nextExpectedRevision: 3n });
  const events = [];
  for await (const { event } of client.readStream('a')) events.push(event);
  expect(events.map(event => event?.revision)).toEqual([0n, 1n, 2n, 3n]);
  expect(events[1]?.position?.commit).toBe(first.position?.commit);
});

test.each([
  [NO_STREAM, 1n],
  [7n, 1n],
] as const)(
  'expecting %s fails on a stream at revision 1 and writes nothing',
  async (expectedVersion, actual) => {
    const client = await start();
    await append(client);
    await expect(append(client, expectedVersion)).rejects.toMatchObject({
      type: 'wrong-expected-version',
      streamName: 'a',
      expectedVersion,
      actualVersion: actual,
    });
    expect(await notedNumbers(client.readStream('a'))).toEqual([1, 2]);
  },
);

test('expecting an existing stream fails if there is none', async () => {
  const client = await start();
  await expect(append(client, STREAM_EXISTS)).rejects.toMatchObject({
    type: 'wrong-expected-version',
    expectedVersion: STREAM_EXISTS,
    actualVersion: NO_STREAM,
  });
});

test('returns the revision to a client that does not throw', async () => {
  await start();
  const client = connect(`${cluster.url}&throwOnAppendFailure=false`);
  await append(client);
  expect(await append(client, 7n)).toMatchObject({ success: false, nextExpectedRevision: 1n });
});

test('fails on a permanently deleted stream', async () => {
  const client = await start();
  await append(client);
  await client.tombstoneStream('a');
  await expect(append(client)).rejects.toMatchObject({ type: 'stream-deleted', streamName: 'a' });
});

test('refuses more bytes of data than the limit of one append, and names the limit', async () => {
  const client = await start({ maxAppendSize: 1_000 });
  await expect(client.appendToStream('a', notedEvents(200), classicAppend)).rejects.toMatchObject({
    type: 'maximum-append-size-exceeded',
    maxAppendSize: 1_000,
  });
  await expect(notedNumbers(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-not-found' });
});

test.each(['refuses an event without %s as an invalid argument', 'content-type'])(
  'an event without its %s is an invalid argument',
  async name => {
    await start();
    await expect(
      callAppend(cluster.ports[0], { stream: 'a', change: message => message.getMetadataMap().del(name) }),
    ).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: `Required Metadata Property '${name}' is missing`,
    });
  },
);

test('fails with an internal error for an event without an id', async () => {
  await start();
  await expect(
    callAppend(cluster.ports[0], { stream: 'a', change: message => message.clearId() }),
  ).rejects.toMatchObject({
    code: status.UNKNOWN,
    details: 'Exception was thrown by handler.',
  });
});

test('ends the call at its deadline on a frozen node, and writes nothing', async () => {
  const client = await start();
  await waitUntilReceived(cluster.ports[0]);
  cluster.freeze(0);
  const asked = callAppend(cluster.ports[0], { stream: 'a', deadline: new Date(Date.now() + 50) });
  await expect(asked).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  await waitUntilReceived(cluster.ports[0]);
  cluster.thaw(0);
  await append(client);
  expect(await notedNumbers(client.readStream('a'))).toEqual([1, 2]);
});

test('is forwarded by a follower, or refused with the leader’s address if the leader is required', async () => {
  await start({ nodes: 3 });
  const follower = connectTo(cluster.ports[2]);
  expect(await append(follower)).toMatchObject({ success: true });
  const strict = { ...classicAppend, requiresLeader: true };
  await expect(follower.appendToStream('a', notedEvent(3), strict)).rejects.toMatchObject({
    type: 'not-leader',
    leader: { address: '127.0.0.1', port: cluster.ports[0] },
  });
});

test('is refused as not ready by a node without a leader', async () => {
  await start({ nodes: 3 });
  for (const node of [0, 1]) await cluster.kill(node);
  const rest = connectTo(cluster.ports[2]);
  await expect(append(rest)).rejects.toMatchObject({ type: 'unavailable', message: /Server Is Not Ready/ });
});
