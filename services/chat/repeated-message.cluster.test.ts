/**
 * A message that is sent again much later, with the log on EventStoreDB, which only finds the newest ids of a
 * stream.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chatStreamOf } from '#events/chat/conversation.ts';
import { type LogServer, startLogServer } from '../../infra/servers/log/server.ts';
import { maxIdsPerStream } from '../eventstore/esdb/event-id-cache.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import { doctorConversation } from '../realtime/testing/chat-client.ts';
import { openRealtimeWorld, type RealtimeWorld, viewerById } from '../realtime/testing/realtime-world.ts';

let dir: string;
let server: LogServer;
let world: RealtimeWorld;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-again-'));
  server = await startLogServer({ file: join(dir, 'log.db') });
  const store = await openEsdbStore({ connectionString: server.url });
  world = await openRealtimeWorld({ wrap: () => store });
});
afterEach(async () => {
  await world.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

const send = (message: object) =>
  world.caught(world.deps.chat.talk.send(viewerById('doctor'), doctorConversation, message as never));

/** Sends enough messages to push earlier ids out of a node's cache. */
async function many(): Promise<void> {
  const said = () => ({
    id: crypto.randomUUID(),
    type: 'MessageSent',
    at: '2026-11-20T08:00:00.000Z',
    by: 'service',
    data: { client: crypto.randomUUID(), refs: [], replyTo: null, mentions: [], files: [] },
    personal: { text: '…', names: [] },
    subject: 'doctor',
  });
  for (let left = maxIdsPerStream + 1; left > 0; left -= 64)
    await world.deps.store.append(chatStreamOf(doctorConversation), 'any', Array.from({ length: 64 }, said));
  await world.deps.models.reached(await world.deps.store.head(), 60_000);
}

it('a message sent again after thousands of others is stored once, and its id accepts no other text', async () => {
  const message = { client: crypto.randomUUID(), text: '请看一下' };
  const first = await send(message);
  await many();
  const count = world.deps.models.conversationRowOf(doctorConversation)?.count;
  expect(await send(message)).toEqual({ ...first, repeated: true });
  await expect(send({ ...message, text: '不一样' })).rejects.toMatchObject({ refusal: 'keyReused' });
  expect(world.deps.models.conversationRowOf(doctorConversation)?.count).toBe(count);
  // Checks the log itself, not only the rows.
  let found = 0;
  for await (const { id } of world.inner.read(chatStreamOf(doctorConversation))) if (id === first.id) found++;
  expect(found).toBe(1);
});
