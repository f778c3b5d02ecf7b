/** A body that drips: public routes stop waiting and close its connection. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PUBLIC_BODY_MS } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { addLanguageAndThemeForms } from '../pages/preference-forms.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

/** Timers of pending bodies, each a function that ends the wait. */
const armed = new Set<() => void>();
let onArmed = Promise.withResolvers<void>();
const timers = {
  every: (milliseconds: number, run: () => void) => {
    if (milliseconds !== PUBLIC_BODY_MS) return () => undefined;
    armed.add(run);
    onArmed.resolve();
    return () => armed.delete(run);
  },
};

let bench: TestServer;
let port: number;
let server: ReturnType<typeof createAdaptorServer>;
beforeAll(async () => {
  const pages = new Hono<ApiEnv>();
  bench = await openTestServer({ timers, parts: { pages: () => pages } });
  addLanguageAndThemeForms(pages, bench.deps);
  // Drops timers of other parts.
  armed.clear();
  server = createAdaptorServer({ fetch: bench.app.fetch, autoCleanupIncoming: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await bench.close();
});
beforeEach(() => {
  onArmed = Promise.withResolvers<void>();
});

const type = 'Content-Type: application/x-www-form-urlencoded';
/** Sends the head and the first characters of a body. */
function begin(path: string, head: string, start: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${type}\r\n${head}\r\n\r\n${start}`);
  return socket;
}

test.each([
  ['/api/login', 'Content-Length: 40', 'userName=d', '104019'],
  ['/api/login', 'Transfer-Encoding: chunked', '5\r\nuserN\r\n', '104019'],
  ['/api/login', 'Content-Length: 9000', 'userName=d', '104019'],
  ['/login', 'Content-Length: 40', 'userName=d', '104019'],
  ['/lang', 'Content-Length: 40', 'lang=e', ''],
])('%s, %s: is answered 408, and its connection is closed', async (path, head, start, code) => {
  const socket = begin(path, head, start);
  await onArmed.promise;
  for (const goOff of armed) goOff();
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain(code);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(armed.size).toBe(0);
});

test('a body that arrives in time leaves no timer and no closed connection', async () => {
  const socket = begin('/api/login', 'Content-Length: 12', 'userName');
  await onArmed.promise;
  socket.write('=ab&');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  expect(String(answer)).not.toMatch(/connection: close/i);
  expect(armed.size).toBe(0);
  socket.destroy();
});

test('bodies of signed-in people, such as uploads, have no such limit', async () => {
  const token = await bench.tokenOf('doctor');
  onArmed = Promise.withResolvers<void>();
  let waited = false;
  void onArmed.promise.then(() => {
    waited = true;
  });
  const socket = begin('/api/cases', `Authorization: ${token}\r\nContent-Length: 2`, 'x');
  socket.write('x');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  expect(waited).toBe(false);
  socket.destroy();
});
