/**
 * Graceful stop of a node: its calls end as cancelled, like with EventStoreDB 23.10. A killed node only
 * resets its connections.
 */
import { jsonEvent } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import { collectEvents, connectToNode, createNotedEvent, type LogClient } from './testing/client.ts';
import { sendClassicAppend, waitUntilReceived } from './testing/raw-calls.ts';

let cluster: LogCluster;
let client: LogClient;
beforeEach(async () => {
  cluster = await startLogCluster();
  client = connectToNode(cluster.ports[0]);
  await client.appendToStream('a', createNotedEvent(0));
});
afterEach(() => cluster.stop());

/** Stops the node during a subscription. @returns the subscription's error */
async function subscriptionEnds(): Promise<unknown> {
  const subscription = client.subscribeToAll();
  const failed = new Promise(resolve => subscription.on('error', resolve));
  await new Promise(resolve => subscription.on('caughtUp', resolve));
  await cluster.shutDown(0);
  return failed;
}

test('a stopping node cancels a subscription', async () => {
  expect(await subscriptionEnds()).toMatchObject({ type: 'cancelled', code: 1 });
});

test('a stopping node cancels a running read', async () => {
  const text = 'x'.repeat(10_000);
  const large = Array.from({ length: 100 }, () => jsonEvent({ type: 'large', data: { text } }));
  // More data than the connection and the client buffer ahead of the reader.
  for (let i = 0; i < 20; i++) await client.appendToStream('large', large);
  const events = client.readStream('large')[Symbol.asyncIterator]();
  await events.next();
  await cluster.shutDown(0);
  const rest = collectEvents({ [Symbol.asyncIterator]: () => events });
  await expect(rest).rejects.toMatchObject({ type: 'cancelled' });
});

test('a stopping node ends a running classic append as unavailable and writes nothing', async () => {
  cluster.freeze(0);
  const asked = sendClassicAppend(cluster.ports[0], { stream: 'a' });
  await waitUntilReceived(cluster.ports[0]);
  await cluster.shutDown(0);
  await expect(asked).rejects.toMatchObject({ code: status.UNAVAILABLE });
  cluster.thaw(0);
  await cluster.restart(0);
  expect(await collectEvents(connectToNode(cluster.ports[0]).readStream('a'))).toHaveLength(1);
});

test('a stopped node refuses connections and keeps its events for the restart', async () => {
  await cluster.shutDown(0);
  const asked = connectToNode(cluster.ports[0]).appendToStream('a', createNotedEvent(1));
  await expect(asked).rejects.toMatchObject({ code: 14 });
  await cluster.restart(0);
  const again = connectToNode(cluster.ports[0]);
  expect(await collectEvents(again.readStream('a'))).toHaveLength(1);
});
