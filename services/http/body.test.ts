/** Reading request bodies: those without a session must be small, and no body may exceed its route's limit. */
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCase } from '../api/testing/case-steps.ts';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { addLanguageAndThemeForms } from '../pages/preference-forms.ts';
import type { ApiEnv } from './context.ts';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

/** A body of `count` pieces that reuse one buffer, as a buffer pool does. */
function coming(count: number, fill: (piece: Uint8Array, n: number) => void, piece = new Uint8Array(1)) {
  const state = { asked: 0 };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (state.asked === count) return controller.close();
    fill(piece, state.asked++);
    controller.enqueue(piece);
  };
  return { state, body: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }) };
}

const sent = (body: ReadableStream<Uint8Array>, method: string, headers: Record<string, string> = {}) =>
  ({
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    duplex: 'half',
  }) as RequestInit;

const long = (bytes: number) => JSON.stringify({ token: 'x'.repeat(bytes) });

test.each([
  ['POST', '/api/login'],
  ['POST', '/api/login/none'],
  ['PUT', '/api/login/none'],
])('a public route accepts 8 KiB: %s %s', async (method, path) => {
  expect((await bench.send(method, path, { body: long(8000) })).status).not.toBe(413);
  expect((await bench.send(method, path, { body: long(8200) })).status).toBe(413);
  expect((await bench.app.request(path, sent(new Blob([long(8200)]).stream(), method))).status).toBe(413);
});

test.each(['/lang', '/theme'])('a public route accepts 8 KiB: POST %s', async path => {
  const app = new Hono<ApiEnv>();
  addLanguageAndThemeForms(app, bench.deps);
  const by = (bytes: number) => sent(new Blob([long(bytes)]).stream(), 'POST');
  expect((await app.request(path, by(8000))).status).toBe(303);
  expect((await app.request(path, by(8200))).status).toBe(413);
});

test('the sign-in form accepts the longest name, password and return path', async () => {
  const form = { userName: '张'.repeat(200), password: '张'.repeat(200), returnTo: `/${'%25'.repeat(500)}` };
  const answer = await bench.send('POST', '/login', { form });
  const { searchParams } = new URL(answer.headers.get('location') ?? '', 'http://here.invalid');
  expect(searchParams.get('returnTo')).toBe(form.returnTo);
});

test('of an oversized public body at most a quarter of a megabyte is read and discarded', async () => {
  const KiB = 1024;
  const { state, body } = coming(4 * KiB, () => undefined, new Uint8Array(KiB));
  expect((await bench.app.request('/api/login', sent(body, 'POST'))).status).toBe(413);
  expect(state.asked).toBeGreaterThan(8);
  expect(state.asked).toBeLessThanOrEqual(257);
});

test('after too many tries of an address, no body is read', async () => {
  const limited = await openTestServer({ parts: { limits: { tries: 1, wrong: 100 } } });
  await limited.post('/api/login', { body: {} });
  for (const path of ['/api/login', '/login']) {
    const { state, body } = coming(9, piece => piece.fill(32));
    const answer = await limited.app.request(path, sent(body, 'POST'));
    expect([answer.status, state.asked]).toEqual([path === '/login' ? 303 : 429, 0]);
  }
  await limited.close();
});

test('a body of one-byte pieces is held once, without its pieces', async () => {
  const text = new TextEncoder().encode(JSON.stringify({ name: '张伟', remarks: 'ab'.repeat(240) }));
  const { body } = coming(text.length, (piece, n) => piece.set(text.subarray(n, n + 1)));
  const caseId = await createCase(bench);
  const as = { Authorization: await bench.tokenOf('doctor') };
  const answer = await bench.app.request(`/api/cases/${caseId}/patient`, sent(body, 'PUT', as));
  expect(answer.status).toBe(200);
});
