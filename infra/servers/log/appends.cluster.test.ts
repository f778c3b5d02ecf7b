/** Deadlines of batch appends. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import { connectToNode, readNotedNumbers } from './testing/client.ts';
import { sendBatchAppend, waitUntilReceived } from './testing/raw-calls.ts';

const HOUR = 3_600_000;
let now: number;
let cluster: LogCluster;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  cluster = await startLogCluster({ now: () => now });
});
afterEach(() => cluster.stop());

const append = () => sendBatchAppend(cluster.ports[0], { stream: 'a', deadline: new Date(now + HOUR) });
const kept = () => readNotedNumbers(connectToNode(cluster.ports[0]).readStream('a'));

test('an append that waits on a frozen node is written if the node thaws before the deadline', async () => {
  cluster.freeze(0);
  const asked = append();
  await waitUntilReceived(cluster.ports[0]);
  now += HOUR / 2;
  cluster.thaw(0);
  expect(await asked).toBe('success');
  expect(await kept()).toEqual([-1]);
});

test('an append on a frozen node times out and writes nothing if the node thaws after the deadline', async () => {
  cluster.freeze(0);
  const asked = append();
  await waitUntilReceived(cluster.ports[0]);
  now += 2 * HOUR;
  cluster.thaw(0);
  expect(await asked).toBe('event_store.client.Timeout');
  await expect(kept()).rejects.toMatchObject({ type: 'stream-not-found' });
});

test('a frozen node answers no timeout', async () => {
  cluster.freeze(0);
  let said: string | undefined;
  const asked = sendBatchAppend(cluster.ports[0], { stream: 'a', deadline: new Date(now - HOUR) }).then(
    answer => {
      said = answer;
    },
  );
  for (let i = 0; i < 3; i++) await waitUntilReceived(cluster.ports[0]);
  expect(said).toBeUndefined();
  cluster.thaw(0);
  await asked;
  expect(said).toBe('event_store.client.Timeout');
});
