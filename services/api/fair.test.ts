/** Expensive reads are bounded for each person, and refused with a time to wait; other people are answered meanwhile. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { exportApi } from './export.ts';
import { type Bench, openBench } from './testing/bench.ts';
import { completeDraft } from './testing/walk.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

it('a person has four workbooks under way, of which one is written, and another person gets one beside it', async () => {
  const ends: (() => void)[] = [];
  let most = 0;
  const write = async () => {
    most = Math.max(most, ends.length + 1);
    await new Promise<void>(resolve => ends.push(resolve));
    return new Uint8Array(1);
  };
  const { app } = createApp(bench.deps, { exports: exportApi(bench.deps, write) });
  const tokens = { admin: await bench.tokenOf('admin'), doctor: await bench.tokenOf('doctor') };
  const ask = (as: keyof typeof tokens) =>
    app.request('/api/cases/export.xlsx', { headers: { Authorization: tokens[as] } });
  const turn = () => new Promise(resolve => setImmediate(resolve));
  const flood = Array.from({ length: 5 }, () => ask('admin'));
  // Which of the five finds no room is left open: each looks up its session first, and those come back in any order.
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

it('a person reads two streams of events at once, and another one after they ended', async () => {
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

it('events go out in batches, not line by line', async () => {
  for (let i = 0; i < 4; i++) await completeDraft(bench, 'doctor');
  const answer = await bench.send('GET', '/api/events', { as: 'analyst' });
  const pieces = await Array.fromAsync(answer.body ?? []);
  const text = Buffer.concat(pieces).toString();
  expect(text.trim().split('\n').length).toBeGreaterThan(20);
  expect(pieces.length).toBe(Math.ceil(text.length / (64 * 1024)));
});

it('the description of the API is made once and answered by its ETag', async () => {
  const first = await bench.send('GET', '/api/openapi.json');
  const etag = first.headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(JSON.parse(await first.text()).openapi).toBe('3.1.0');
  for (const known of [etag, `W/${etag}`]) {
    const again = await bench.send('GET', '/api/openapi.json', { headers: { 'If-None-Match': known } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});
