/**
 * Subscriptions without an answer, or ended by the server: reported as stuck, and resumed at their position.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { type LogServer, startLogServer } from '../../../infra/servers/log/server.ts';
import { collectItems, createTestEvent, createTestEvents, numbersUpTo } from '../contract/context.ts';
import type { RawEventStore } from '../port.ts';
import { type Deadlines, NoAnswerError } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const HOUR = 3_600_000;
const patience: Deadlines = {
  callMs: 300,
  wholeMs: 300_000,
  silentMs: HOUR,
  restMs: { first: 10, most: 100 },
  stuck: { afterMs: 50, eachMs: 0 },
};

let dir: string;
let server: LogServer;
let opened: RawEventStore[];
/** Reports of stuck subscriptions. */
let told: unknown[];
const serve = async (port?: number) => {
  server = await startLogServer({ file: join(dir, 'log.db'), port });
};
const open = async (how: Partial<Deadlines> = {}) => {
  const store = await openEsdbStore({
    connectionString: server.url,
    patience: { ...patience, ...how },
    onStuck: (_, error) => told.push(error),
  });
  opened.push(store);
  return store;
};
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-broken-'));
  [opened, told] = [[], []];
  await serve();
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

/** Follows the log, or some of its streams. */
function follow(store: RawEventStore, filter?: { streamPrefix: string }) {
  const ended = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { id } of store.subscribe(START, { signal: ended.signal, filter })) seen.push(id);
  })();
  const stop = () => {
    ended.abort();
    return following;
  };
  return { seen, stop };
}

/** Accepts connections at a port and never answers. */
async function startBlackHole(port: number): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const hole = createServer(socket => {
    sockets.add(socket);
    // Ignores errors of clients, which may disconnect in any way.
    socket.on('error', () => undefined);
  });
  hole.listen(port, '127.0.0.1');
  await once(hole, 'listening');
  return async () => {
    for (const socket of sockets) socket.destroy();
    hole.close();
    await once(hole, 'close');
  };
}

test('a subscription without any answer is reported, and resumes at its position once the server answers', async () => {
  const writer = await open();
  const { seen, stop } = follow(await open({ callMs: 200, wholeMs: 400, silentMs: 200 }));
  await writer.append('case-a', 'none', createTestEvents(2, 'before'));
  await expect.poll(() => seen).toEqual(['before0', 'before1']);
  const { port } = server;
  await server.stop();
  const fill = await startBlackHole(port);
  await expect.poll(() => told.some(error => error instanceof NoAnswerError)).toBe(true);
  await fill();
  await serve(port);
  await writer.append('case-a', 'any', createTestEvents(2, 'after'));
  await expect.poll(() => seen).toEqual(['before0', 'before1', 'after0', 'after1']);
  await stop();
});

const some = { streamPrefix: 'case-' };

test.each([
  ['everything', 'over', undefined],
  ['some streams', 'over', some],
  ['everything', 'too slow', undefined],
  ['some streams', 'too slow', some],
] as const)(
  'one to %s that the server ends (%s) goes on where it was, nothing twice',
  async (_, why, filter) => {
    const store = await open({ stuck: { afterMs: HOUR, eachMs: HOUR } });
    const { seen, stop } = follow(store, filter);
    const appended: string[] = [];
    for (const round of numbersUpTo(20)) {
      const news = createTestEvents(5, `${round}-`);
      await store.append('case-a', 'any', news);
      appended.push(...news.map(({ id }) => id));
      server.endSubscriptions(why);
      // In two of three rounds the server ends the call before every event has arrived.
      if (round % 3 === 0) await expect.poll(() => seen).toEqual(appended);
    }
    await expect.poll(() => seen).toEqual(appended);
    await stop();
  },
);

test('a subscription that the server keeps ending is reported until events arrive', async () => {
  const store = await open();
  const { seen, stop } = follow(store);
  await expect
    .poll(() => {
      server.endSubscriptions();
      return told.length;
    })
    .toBeGreaterThan(1);
  expect(String(told[0])).toContain('it ended');
  await store.append('case-a', 'none', [createTestEvent('after')]);
  await expect.poll(() => seen).toEqual(['after']);
  expect((await collectItems(store.readAll())).map(({ id }) => id)).toEqual(seen);
  await stop();
});
