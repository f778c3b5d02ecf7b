/** Resolution of links (`$>`), compared with EventStoreDB 23.10 (its `StorageReaderWorker`). */
import { binaryEvent, excludeSystemEvents, START } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogServer, startLogServer } from './server.ts';
import {
  collectEvents,
  connectClient,
  createNotedEvent,
  createNotedEvents,
  type LogClient,
} from './testing/client.ts';

let server: LogServer;
let client: LogClient;
beforeEach(async () => {
  server = await startLogServer();
  client = connectClient(server.url);
  await client.appendToStream('a', createNotedEvents(3));
});
afterEach(() => server.stop());

const link = (text: string) => binaryEvent({ type: '$>', data: Buffer.from(text) });
const placed = { position: { commit: expect.any(BigInt) } };
const target = { streamId: 'a', revision: 2n, type: 'noted', data: { n: 2 }, ...placed };
const linked = { streamId: 'links', revision: 0n, type: '$>', ...placed };

test('a read returns a link with the event it points to, from its stream and from $all', async () => {
  await client.appendToStream('links', link('2@a'));
  const [plain] = await collectEvents(client.readStream('links'));
  expect(plain).toMatchObject({ event: linked });
  expect(plain?.link).toBeUndefined();
  const [resolved] = await collectEvents(client.readStream('links', { resolveLinkTos: true }));
  expect(resolved).toMatchObject({ event: target, link: linked });
  expect(resolved?.commitPosition).toBe(plain?.commitPosition);
  const last = { direction: 'backwards', fromPosition: 'end', maxCount: 1, resolveLinkTos: true } as const;
  expect(await collectEvents(client.readAll(last))).toMatchObject([{ event: target, link: linked }]);
});

test('a subscription resolves links', async () => {
  await client.appendToStream('links', link('2@a'));
  const seen: unknown[] = [];
  for await (const event of client.subscribeToStream('links', {
    fromRevision: START,
    resolveLinkTos: true,
  })) {
    seen.push(event);
    if (seen.length === 1) await client.appendToStream('links', link('0@a'));
    else break;
  }
  expect(seen).toMatchObject([
    { event: target, link: linked },
    { event: { streamId: 'a', revision: 0n }, link: { streamId: 'links', revision: 1n } },
  ]);
});

test('a filtered read filters by the link, not by the event it points to', async () => {
  await client.appendToStream('links', [link('2@a'), createNotedEvent(9)]);
  const how = { fromPosition: START, resolveLinkTos: true, filter: excludeSystemEvents() } as const;
  const seen: unknown[] = [];
  for await (const { event } of client.subscribeToAll(how)) {
    seen.push(event?.revision);
    if (event?.streamId === 'links') break;
  }
  expect(seen).toEqual([0n, 1n, 2n, 1n]);
});

test.each([
  ['to a missing revision', '7@a'],
  ['to a missing stream', '0@nowhere'],
  ['to a deleted stream', '0@deleted'],
  ['to a hidden event', '0@truncated'],
])('a read returns a link %s without an event', async (_, text) => {
  await client.appendToStream('deleted', createNotedEvent(0));
  await client.deleteStream('deleted');
  await client.appendToStream('truncated', createNotedEvents(2));
  await client.setStreamMetadata('truncated', { truncateBefore: 1 });
  await client.appendToStream('links', link(text));
  const [resolved] = await collectEvents(client.readStream('links', { resolveLinkTos: true }));
  expect(resolved).toMatchObject({ link: linked });
  expect(resolved?.event).toBeUndefined();
});

test('a read returns a link whose data names no event as an ordinary event', async () => {
  await client.appendToStream('links', link('nothing'));
  const [resolved] = await collectEvents(client.readStream('links', { resolveLinkTos: true }));
  expect(resolved).toMatchObject({ event: linked });
  expect(resolved?.link).toBeUndefined();
});
