import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRealtimeWorld, type RealtimeWorld } from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeAll(async () => {
  world = await openRealtimeWorld();
});
afterAll(() => world.close());

async function connects(headers: Record<string, string>): Promise<boolean> {
  const auth = { token: await world.tokenOf('doctor') };
  const once = { forceNew: true, reconnection: false };
  const socket = io(world.url, { transports: ['websocket'], auth, extraHeaders: headers, ...once });
  const connected = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  socket.disconnect();
  return connected;
}

test.each([
  ['no Origin', () => ({}), true],
  ['its own origin', () => ({ Origin: world.url }), true],
  ['PUBLIC_URL', () => ({ Origin: 'https://archline.example' }), true],
  ['another site', () => ({ Origin: 'https://evil.example' }), false],
  ['another port', () => ({ Origin: 'http://127.0.0.1:1' }), false],
  ['a subdomain', () => ({ Origin: 'https://www.archline.example' }), false],
  ['a sandboxed page', () => ({ Origin: 'null' }), false],
])('checks the Origin of a socket: %s %#', async (_name, headers, expected) =>
  expect(await connects(headers())).toBe(expected),
);
