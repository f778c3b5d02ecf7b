/** What is read of a body: little of anybody's, and nothing once the limit of the address says no. */
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, openBench } from '../api/testing/bench.ts';
import { newCase } from '../api/testing/walk.ts';
import { switches } from '../pages/preference-forms.ts';
import type { ApiEnv } from './context.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A body that comes as it is asked for, `count` times the same memory filled anew, as a pool of buffers gives it. */
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
])('of anybody 8 KiB are taken: %s %s', async (method, path) => {
  expect((await bench.send(method, path, { body: long(8000) })).status).not.toBe(413);
  expect((await bench.send(method, path, { body: long(8200) })).status).toBe(413);
  expect((await bench.app.request(path, sent(new Blob([long(8200)]).stream(), method))).status).toBe(413);
});

test.each(['/lang', '/theme'])('of anybody 8 KiB are taken: POST %s', async path => {
  const app = new Hono<ApiEnv>();
  switches(app, bench.deps);
  const by = (bytes: number) => sent(new Blob([long(bytes)]).stream(), 'POST');
  expect((await app.request(path, by(8000))).status).toBe(303);
  expect((await app.request(path, by(8200))).status).toBe(413);
});

test('the longest name, password and way back that a form takes are taken', async () => {
  const form = { userName: '张'.repeat(200), password: '张'.repeat(200), returnTo: `/${'%25'.repeat(500)}` };
  const answer = await bench.send('POST', '/login', { form });
  const { searchParams } = new URL(answer.headers.get('location') ?? '', 'http://here.invalid');
  expect(searchParams.get('returnTo')).toBe(form.returnTo);
});

test('of what anybody sends too much of, a quarter of a megabyte is thrown away, and no more', async () => {
  const KiB = 1024;
  const { state, body } = coming(4 * KiB, () => undefined, new Uint8Array(KiB));
  expect((await bench.app.request('/api/login', sent(body, 'POST'))).status).toBe(413);
  expect(state.asked).toBeGreaterThan(8);
  expect(state.asked).toBeLessThanOrEqual(257);
});

test('where the address has tried too often, nothing is read', async () => {
  const limited = await openBench({ parts: { limits: { tries: 1, wrong: 100 } } });
  await limited.post('/api/login', { body: {} });
  for (const path of ['/api/login', '/login']) {
    const { state, body } = coming(9, piece => piece.fill(32));
    const answer = await limited.app.request(path, sent(body, 'POST'));
    expect([answer.status, state.asked]).toEqual([path === '/login' ? 303 : 429, 0]);
  }
  await limited.close();
});

test('a body of pieces of one byte is held once, and none of its pieces', async () => {
  const text = new TextEncoder().encode(JSON.stringify({ name: '张伟', remarks: 'ab'.repeat(240) }));
  const { body } = coming(text.length, (piece, n) => piece.set(text.subarray(n, n + 1)));
  const caseId = await newCase(bench);
  const as = { Authorization: await bench.tokenOf('doctor') };
  const answer = await bench.app.request(`/api/cases/${caseId}/patient`, sent(body, 'PUT', as));
  expect(answer.status).toBe(200);
});
