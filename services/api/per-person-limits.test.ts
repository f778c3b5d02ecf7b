/**
 * Expensive reads are limited per person and refused with a retry time. Other people are served meanwhile.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { createCaseExportApi } from './export.ts';
import { completeDraft } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

it('a person may have four workbooks in progress, one of them being written, while another person gets one', async () => {
  const ends: (() => void)[] = [];
  let most = 0;
  const write = async () => {
    most = Math.max(most, ends.length + 1);
    await new Promise<void>(resolve => ends.push(resolve));
    return new Uint8Array(1);
  };
  const { app } = createApp(bench.deps, { exports: createCaseExportApi(bench.deps, write) });
  const tokens = { admin: await bench.tokenOf('admin'), doctor: await bench.tokenOf('doctor') };
  const ask = (as: keyof typeof tokens) =>
    app.request('/api/cases/export.xlsx', { headers: { Authorization: tokens[as] } });
  const turn = () => new Promise(resolve => setImmediate(resolve));
  const flood = Array.from({ length: 5 }, () => ask('admin'));
  // Sessions are looked up in any order, so any of the five may be the refused one.
  const refused = await Promise.race(flood);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2']);
  while (ends.length < 1) await turn();
  expect(most).toBe(1);
  const asked = [...flood, ask('doctor')];
  while (ends.length < 2) await turn();
  let left = asked.length;
  for (const one of asked) void Promise.resolve(one).then(() => left--);
  while (left > 0) {
    ends.shift()?.();
    await turn();
  }
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  expect(most).toBe(2);
});

it('a person may read two event streams at once, and another after they end', async () => {
  await completeDraft(bench, 'doctor');
  const ask = () => bench.send('GET', '/api/events', { as: 'analyst' });
  const [first, second] = [await ask(), await ask()];
  const third = await ask();
  expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
  expect(third.headers.get('Retry-After')).toBe('2');
  for (const answer of [first, second]) expect((await answer.text()).split('\n').length).toBeGreaterThan(3);
  await new Promise(resolve => setImmediate(resolve));
  const again = await ask();
  expect(again.status).toBe(200);
  await again.text();
});

it('events are sent in batches, not line by line', async () => {
  for (let i = 0; i < 4; i++) await completeDraft(bench, 'doctor');
  const answer = await bench.send('GET', '/api/events', { as: 'analyst' });
  const pieces = await Array.fromAsync(answer.body ?? []);
  const text = Buffer.concat(pieces).toString();
  expect(text.trim().split('\n').length).toBeGreaterThan(20);
  expect(pieces.length).toBe(Math.ceil(text.length / (64 * 1024)));
});

it('the API’s description is built once and revalidated by its ETag', async () => {
  const first = await bench.send('GET', '/api/openapi.json');
  const etag = first.headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(JSON.parse(await first.text()).openapi).toBe('3.1.0');
  for (const known of [etag, `W/${etag}`]) {
    const again = await bench.send('GET', '/api/openapi.json', { headers: { 'If-None-Match': known } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});
