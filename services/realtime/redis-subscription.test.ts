/** A node that stops, or loses its connection, while Redis is slow to confirm its subscription. */
import { createServer, type Socket } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRedisNodeBus } from './redis.ts';

/** Answers OK to every command except SUBSCRIBE and XREAD, which stay unanswered. */
async function startSlowRedis() {
  const sockets: Socket[] = [];
  /** Connections on which a subscription has arrived. */
  const subscribers: Socket[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', bytes => {
      // RESP: a command is an array, `*<n>`, whose first bulk string is its name.
      for (const [, name = ''] of bytes.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        if (name.toUpperCase() === 'SUBSCRIBE') subscribers.push(socket);
        else if (name.toUpperCase() !== 'XREAD') socket.write('+OK\r\n');
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>(resolve => server.close(() => resolve()));
  };
  return { url: `redis://127.0.0.1:${address.port}`, subscribers, stop };
}

const log = { info: () => undefined, warn: () => undefined };
const rejections: unknown[] = [];
const keep = (reason: unknown) => rejections.push(reason);
beforeEach(() => process.on('unhandledRejection', keep));
afterEach(() => {
  process.off('unhandledRejection', keep);
});

it('stops without an unhandled rejection while a subscription is unconfirmed', async () => {
  const redis = await startSlowRedis();
  const mesh = openRedisNodeBus(new Server(), { url: redis.url, nodeId: 'node-1', log });
  await expect.poll(() => redis.subscribers.length).toBe(1);
  await mesh.close();
  await redis.stop();
  // Node reports an unhandled rejection after the microtasks of its turn.
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve));
  expect(rejections).toEqual([]);
});

it('subscribes again if the connection is lost before the subscription is confirmed', async () => {
  const redis = await startSlowRedis();
  const mesh = openRedisNodeBus(new Server(), { url: redis.url, nodeId: 'node-1', log });
  await expect.poll(() => redis.subscribers.length).toBe(1);
  redis.subscribers[0]?.destroy();
  await expect.poll(() => redis.subscribers.length).toBe(2);
  await mesh.close();
  await redis.stop();
});
