/** A node that is asked to stop ends its calls as cancelled, like EventStoreDB 23.10. A killed node just closes its connections. */
import { jsonEvent } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import { type Client, collect, connectTo, noted } from './testing/ask.ts';
import { callAppend, takenIn } from './testing/raw.ts';

let cluster: LogCluster;
let client: Client;
beforeEach(async () => {
  cluster = await startLogCluster();
  client = connectTo(cluster.ports[0]);
  await client.appendToStream('a', noted(0));
});
afterEach(() => cluster.stop());

/** Resolves with the error that a subscription ends with. */
async function subscriptionEnds(): Promise<unknown> {
  const subscription = client.subscribeToAll();
  const failed = new Promise(resolve => subscription.on('error', resolve));
  await new Promise(resolve => subscription.on('caughtUp', resolve));
  await cluster.shutDown(0);
  return failed;
}

test('a subscription is cancelled', async () => {
  expect(await subscriptionEnds()).toMatchObject({ type: 'cancelled', code: 1 });
});

test('a read under way is cancelled', async () => {
  const text = 'x'.repeat(10_000);
  const large = Array.from({ length: 100 }, () => jsonEvent({ type: 'large', data: { text } }));
  // More than the connection and the client take ahead of the reader.
  for (let i = 0; i < 20; i++) await client.appendToStream('large', large);
  const events = client.readStream('large')[Symbol.asyncIterator]();
  await events.next();
  await cluster.shutDown(0);
  const rest = collect({ [Symbol.asyncIterator]: () => events });
  await expect(rest).rejects.toMatchObject({ type: 'cancelled' });
});

test('an older append call under way ends as unavailable, and nothing is written', async () => {
  cluster.freeze(0);
  const asked = callAppend(cluster.ports[0], { stream: 'a' });
  await takenIn(cluster.ports[0]);
  await cluster.shutDown(0);
  await expect(asked).rejects.toMatchObject({ code: status.UNAVAILABLE });
  cluster.thaw(0);
  await cluster.restart(0);
  expect(await collect(connectTo(cluster.ports[0]).readStream('a'))).toHaveLength(1);
});

test('afterwards it is not there, and comes back with what it had', async () => {
  await cluster.shutDown(0);
  const asked = connectTo(cluster.ports[0]).appendToStream('a', noted(1));
  await expect(asked).rejects.toMatchObject({ code: 14 });
  await cluster.restart(0);
  const again = connectTo(cluster.ports[0]);
  expect(await collect(again.readStream('a'))).toHaveLength(1);
});
