/**
 * Metadata and deletion of streams, compared with EventStoreDB 23.10 (its `IndexReader`,
 * `StorageWriterService`).
 */
import { ANY, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import {
  collectEvents,
  connectToNode,
  createNotedEvent,
  createNotedEvents,
  type LogClient,
  readNotedNumbers,
} from './testing/client.ts';

const SECOND = 1_000;
let now: number;
let cluster: LogCluster;
let client: LogClient;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  cluster = await startLogCluster({ nodes: 3, electionMs: 10, now: () => now });
  client = connectToNode(cluster.ports[0]);
});
afterEach(() => cluster.stop());

test('a stream read hides events older than $maxAge in both directions, and $all keeps them', async () => {
  for (const id of [0, 1, 2, 3, 4]) {
    await client.appendToStream('a', createNotedEvent(id));
    now += 10 * SECOND;
  }
  await client.setStreamMetadata('a', { maxAge: 25 });
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([3, 4]);
  expect(
    await readNotedNumbers(client.readStream('a', { direction: 'backwards', fromRevision: 'end' })),
  ).toEqual([4, 3]);
  expect(await readNotedNumbers(client.readStream('a', { fromRevision: 4n }))).toEqual([4]);
  expect(await readNotedNumbers(client.readAll())).toEqual([0, 1, 2, 3, 4]);
  now += 60 * SECOND;
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([]);
  await client.appendToStream('a', createNotedEvent(5), { expectedRevision: 4n });
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([5]);
});

test('only the newest metadata of a stream applies', async () => {
  await client.appendToStream('a', createNotedEvents(5));
  await client.setStreamMetadata('a', { truncateBefore: 3 });
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([3, 4]);
  await client.setStreamMetadata('a', { maxCount: 4 });
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([1, 2, 3, 4]);
});

test('a stream with only metadata exists for an append', async () => {
  await client.setStreamMetadata('a', { maxCount: 10 });
  const appended = await client.appendToStream('a', createNotedEvent(0), { expectedRevision: STREAM_EXISTS });
  expect(appended.nextExpectedRevision).toBe(0n);
});

test.each([
  ['any revision', ANY],
  ['no stream', NO_STREAM],
] as const)('a deletion expecting %s fails for a stream that never existed', async (_, expectedRevision) => {
  await expect(client.deleteStream('a', { expectedRevision })).rejects.toMatchObject({
    type: 'wrong-expected-version',
    actualVersion: -1n,
    message: expect.stringContaining('Delete failed due to WrongExpectedVersion'),
  });
});

test('a stream with only metadata can be deleted', async () => {
  await client.setStreamMetadata('a', { maxCount: 10 });
  expect(await client.deleteStream('a', { expectedRevision: NO_STREAM })).toMatchObject({ position: {} });
});

test('a soft deletion checks the revision, hides the stream, and ends with the next append', async () => {
  await client.appendToStream('a', createNotedEvents(3));
  await expect(client.deleteStream('a', { expectedRevision: 1n })).rejects.toMatchObject({
    type: 'wrong-expected-version',
    expectedVersion: 1n,
    actualVersion: 2n,
  });
  await client.deleteStream('a', { expectedRevision: 2n });
  await expect(collectEvents(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-not-found' });
  await client.appendToStream('a', createNotedEvent(3), { expectedRevision: NO_STREAM });
  expect(await readNotedNumbers(client.readStream('a'))).toEqual([3]);
});

test('a tombstone has the highest revision, and the stream stays deleted', async () => {
  await client.appendToStream('a', createNotedEvents(3));
  await client.tombstoneStream('a');
  const events = await collectEvents(
    client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 2 }),
  );
  const tombstone = events.map(({ event }) => event).find(event => event?.streamId === 'a');
  expect(tombstone).toMatchObject({ type: '$streamDeleted', revision: 2n ** 63n - 1n });
  await expect(client.tombstoneStream('a')).rejects.toMatchObject({ type: 'stream-deleted' });
  await expect(client.deleteStream('a')).rejects.toMatchObject({ type: 'stream-deleted' });
});

test('a follower forwards a deletion, or names the leader if the leader is required', async () => {
  await client.appendToStream('a', createNotedEvents(3));
  const follower = connectToNode(cluster.ports[1]);
  const leader = { address: '127.0.0.1', port: cluster.ports[0] };
  await expect(follower.tombstoneStream('a', { requiresLeader: true })).rejects.toMatchObject({
    type: 'not-leader',
    leader,
  });
  await follower.tombstoneStream('a');
  await expect(collectEvents(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-deleted' });
});

/** Records what a subscription to a stream receives, in order. */
function follow(stream: string) {
  const said: string[] = [];
  const subscription = client.subscribeToStream(stream, { fromRevision: 'start' });
  subscription.on('confirmation', () => said.push('confirmation'));
  subscription.on('caughtUp', () => said.push('caughtUp'));
  subscription.on('data', ({ event }) => said.push(event?.type ?? ''));
  // Cast: the client does not type its errors.
  subscription.on('error', error => said.push((error as { type?: string }).type ?? ''));
  return said;
}

test('a subscription to a missing stream reports that it has caught up only after the stream exists', async () => {
  const said = follow('a');
  await expect.poll(() => said).toEqual(['confirmation']);
  await client.appendToStream('b', createNotedEvent(0));
  await client.appendToStream('a', createNotedEvent(0));
  await expect.poll(() => said).toEqual(['confirmation', 'noted', 'caughtUp']);
});

test('a subscription ends when its stream is permanently deleted', async () => {
  await client.appendToStream('a', createNotedEvent(0));
  const said = follow('a');
  await expect.poll(() => said.at(-1)).toBe('caughtUp');
  await client.tombstoneStream('a');
  await expect.poll(() => said.at(-1)).toBe('stream-deleted');
  expect(said).toEqual(['confirmation', 'noted', 'caughtUp', '$streamDeleted', 'stream-deleted']);
});
