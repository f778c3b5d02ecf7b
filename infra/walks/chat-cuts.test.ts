/** Conversations over real sockets, through a proxy that cuts connections in the middle of their data. */
import { type AddressInfo, connect, createServer, type Socket as Tcp } from 'node:net';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '#events/script/random.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { readHistoryPage } from '#services/chat/history-page.ts';
import {
  openRealtimeWorld,
  type RealtimeWorld,
  viewerById,
} from '#services/realtime/testing/realtime-world.ts';
import type { ChatConnection, ChatDeps } from '#web/features/chat/chat-ports.ts';
import type { UnsentMessage } from '#web/features/chat/outbox.ts';
import { createThread } from '#web/features/chat/thread.ts';

const own = 'service.doctor';
/** Factor by which the pages' timeouts are shortened. */
const hurry = 40;
const seed = Number(process.env.SEED ?? 1);
/** Messages that each page sends. */
const each = 25;
/** A connection is cut after 1,000 bytes and fewer than this many more. */
const cutRange = 6_000;

let world: RealtimeWorld;
let ends: (() => void)[];
beforeEach(async () => {
  world = await openRealtimeWorld();
  ends = [];
});
afterEach(async () => {
  for (const end of ends) end();
  await world.close();
});

/** Opens a proxy that cuts each connection after some bytes, until `heal` is called. */
async function openWay(random: Random) {
  let [cuts, healed] = [0, false];
  const open = new Set<Tcp>();
  const server = createServer(near => {
    const far = connect(world.port, '127.0.0.1');
    // Advances the clock past the rate limit's window, so that a reconnected page may send again.
    world.clock.advance(10_000);
    let left = 1_000 + random.below(cutRange);
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', cut);
      from.on('close', cut);
      from.on('data', bytes => {
        left -= bytes.length;
        if (left > 0 || healed) return void to.write(bytes);
        cuts += 1;
        // Forwards a part of the last bytes before the cut.
        to.write(bytes.subarray(0, random.below(bytes.length)), cut);
      });
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const tcp of open) tcp.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    heal: () => {
      healed = true;
    },
  };
}

/** The line of a chat thread over Socket.IO's own client. */
function lineOver(url: string, token: string): ChatConnection {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnectionDelay: 1,
    reconnectionDelayMax: 20,
  });
  ends.push(() => void socket.disconnect());
  const ask = (event: string, message: object) => socket.timeout(5_000).emitWithAck(event, message);
  const say = (event: string, message: object) => void (socket.connected && socket.emit(event, message));
  return {
    connected: () => socket.connected,
    onChange: listener => {
      socket.on('connect', listener);
      socket.on('disconnect', listener);
      return () => socket.off('connect', listener).off('disconnect', listener);
    },
    // Cast: a push is typed by its name, Socket.IO's listener is not.
    on: (push, listener) => {
      socket.on(push as string, listener as never);
      return () => void socket.off(push as string, listener as never);
    },
    open: (conversation, after) =>
      ask('chat:open', { conversation, ...(after === undefined ? {} : { after }) }),
    send: (conversation, message) => ask('chat:send', { conversation, ...message }),
    leave: conversation => say('chat:leave', { conversation }),
    type: conversation => say('chat:typing', { conversation }),
    read: (conversation, upTo) => say('chat:read', { conversation, ...upTo }),
  };
}

const history = async (who: string, asked: Parameters<ChatDeps['history']>[1]) => {
  const { models } = world.deps;
  const ctx = { viewer: viewerById(who), hidden: false, person: models.personRef, logId: models.logId };
  return readHistoryPage(models, ctx, own, asked) ?? null;
};

async function openPage(url: string, who: string) {
  let kept: readonly UnsentMessage[] = [];
  const port: ChatDeps = {
    line: lineOver(url, await world.tokenOf(who)),
    history: (_id, asked) => history(who, asked),
    clock: { now: () => world.clock.now() },
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds / hurry);
      return () => clearTimeout(timer);
    },
    newId: () => crypto.randomUUID(),
    outbox: {
      get: () => kept,
      set: (_id, pending) => {
        kept = pending;
      },
    },
  };
  const thread = createThread(own, port, () => undefined);
  thread.start();
  ends.push(() => thread.end());
  return { who, thread, shown: () => thread.get().window.messages };
}

it('all pages show the same messages in the same order after all cuts', async () => {
  const random = createRandom(seed);
  const way = await openWay(random);
  const pages = await Promise.all(['doctor', 'service', 'assistant'].map(who => openPage(way.url, who)));
  const said: string[] = [];
  for (let i = 0; i < each; i++)
    for (const { who, thread } of pages) {
      said.push(`${who} ${i}`);
      thread.send({ text: `${who} ${i} ${'齿'.repeat(random.below(200))}` });
    }
  await vi.waitFor(() => expect(way.cuts()).toBeGreaterThan(10), { timeout: 120_000 });
  way.heal();
  const whole = async (): Promise<ChatMessage[]> =>
    (await history('service', { after: 0, size: 1_000 }))?.items ?? [];
  await vi.waitFor(
    async () => {
      const order = await whole();
      expect(order).toHaveLength(said.length);
      for (const { thread } of pages)
        expect([thread.get().pending.length, thread.get().window.count]).toEqual([0, order.length]);
    },
    { timeout: 120_000 },
  );
  const order = await whole();
  for (const { who, shown, thread } of pages) {
    while ((shown()[0]?.seq ?? 1) > 1) await thread.load('earlier');
    expect(shown()).toEqual(order);
    const mine = order.filter(m => m.by.id === who).map(m => m.text.split(' ')[1]);
    expect(mine).toEqual(mine.map((_text, i) => String(i)));
  }
});
