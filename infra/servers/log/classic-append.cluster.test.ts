/** The older append call, compared with EventStoreDB 23.10 (its `Streams.Append.cs`). */
import { ANY, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { type LogCluster, type LogClusterOptions, startLogCluster } from './cluster.ts';
import {
  classicAppendOptions,
  connectClient,
  connectToNode,
  createNotedEvent,
  createNotedEvents,
  type LogClient,
  readNotedNumbers,
} from './testing/client.ts';
import { sendClassicAppend, waitUntilReceived } from './testing/raw-calls.ts';

let cluster: LogCluster;
const start = async (options: LogClusterOptions = {}) => {
  cluster = await startLogCluster({ electionMs: 10, ...options });
  return connectToNode(cluster.ports[0]);
};
afterEach(() => cluster.stop());

const append = (
  client: LogClient,
  revision: bigint | typeof ANY | typeof NO_STREAM | typeof STREAM_EXISTS = ANY,
) =>
  client.appendToStream('a', [createNotedEvent(1), createNotedEvent(2)], {
    ...classicAppendOptions,
    expectedRevision: revision,
  });

test('a classic append returns the revision and position of the last event', async () => {
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
  'a classic append expecting %s fails on a stream at revision 1 and writes nothing',
  async (expectedVersion, actual) => {
    const client = await start();
    await append(client);
    await expect(append(client, expectedVersion)).rejects.toMatchObject({
      type: 'wrong-expected-version',
      streamName: 'a',
      expectedVersion,
      actualVersion: actual,
    });
    expect(await readNotedNumbers(client.readStream('a'))).toEqual([1, 2]);
  },
);

test('a classic append expecting an existing stream fails if there is none', async () => {
  const client = await start();
  await expect(append(client, STREAM_EXISTS)).rejects.toMatchObject({
    type: 'wrong-expected-version',
    expectedVersion: STREAM_EXISTS,
    actualVersion: NO_STREAM,
  });
});

test('a classic append returns the current revision instead of an error to a client that does not throw', async () => {
  await start();
  const client = connectClient(`${cluster.url}&throwOnAppendFailure=false`);
  await append(client);
  expect(await append(client, 7n)).toMatchObject({ success: false, nextExpectedRevision: 1n });
});

test('a classic append fails on a permanently deleted stream', async () => {
  const client = await start();
  await append(client);
  await client.tombstoneStream('a');
  await expect(append(client)).rejects.toMatchObject({ type: 'stream-deleted', streamName: 'a' });
});

test('a classic append refuses more bytes of data than its limit, and names the limit', async () => {
  const client = await start({ maxAppendSize: 1_000 });
  await expect(
    client.appendToStream('a', createNotedEvents(200), classicAppendOptions),
  ).rejects.toMatchObject({
    type: 'maximum-append-size-exceeded',
    maxAppendSize: 1_000,
  });
  await expect(readNotedNumbers(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-not-found' });
});

test.each(['type', 'content-type'])(
  'a classic append refuses an event without %s as an invalid argument',
  async name => {
    await start();
    await expect(
      sendClassicAppend(cluster.ports[0], {
        stream: 'a',
        change: message => message.getMetadataMap().del(name),
      }),
    ).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: `Required Metadata Property '${name}' is missing`,
    });
  },
);

test('a classic append fails with an internal error for an event without an id', async () => {
  await start();
  await expect(
    sendClassicAppend(cluster.ports[0], { stream: 'a', change: message => message.clearId() }),
  ).rejects.toMatchObject({
    code: status.UNKNOWN,
    details: 'Exception was thrown by handler.',
  });
});

test('a classic append on a frozen node ends at its deadline and writes nothing', async () => {
  const client = await start();
  await waitUntilReceived(cluster.ports[0]);
  cluster.freeze(0);
  const asked = sendClassicAppend(cluster.ports[0], { stream: 'a', deadline: new Date(Date.now() + 50) });
  await expect(asked).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  await waitUntilReceived(cluster.ports[0]);
  cluster.thaw(0);
  await append(client);
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([1, 2]);
});

test('a classic append is forwarded by a follower, or refused with the leader’s address if the leader is required', async () => {
  await start({ nodes: 3 });
  const follower = connectToNode(cluster.ports[2]);
  expect(await append(follower)).toMatchObject({ success: true });
  const strict = { ...classicAppendOptions, requiresLeader: true };
  await expect(follower.appendToStream('a', createNotedEvent(3), strict)).rejects.toMatchObject({
    type: 'not-leader',
    leader: { address: '127.0.0.1', port: cluster.ports[0] },
  });
});

test('a classic append is refused as not ready by a node without a leader', async () => {
  await start({ nodes: 3 });
  for (const node of [0, 1]) await cluster.kill(node);
  const rest = connectToNode(cluster.ports[2]);
  await expect(append(rest)).rejects.toMatchObject({ type: 'unavailable', message: /Server Is Not Ready/ });
});
