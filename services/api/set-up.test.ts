/** The set-up list of a new organisation: who has it, how it ticks itself off, and dismissing it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setUpSteps } from '#events/person/set-up.ts';
import { createCase } from './testing/case-steps.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPersonNames,
} from './testing/test-server.ts';

const DAY_MS = 86_400_000;

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const hasList = async (as: TestPersonName) => (await bench.get('/api/sysUser', { as })).data.setUp === true;
const done = async () => {
  const { items } = (
    await bench.get<{ items: { id: string; done: boolean }[] }>('/api/setUp', { as: 'doctor' })
  ).data;
  return items.filter(step => step.done).map(({ id }) => id);
};
const dismiss = (as: TestPersonName = 'doctor', headers = {}) =>
  bench.post('/api/setUp/dismiss', { as, body: {}, headers });

const address = {
  consignee: '李明',
  phone: '13800000001',
  province: '310000',
  city: '310100',
  address: '静安区南京西路 1266 号 8 楼 802 室',
  zip: '200040',
  clinic: '李明口腔',
};

test('only the first case owner of each new organisation has the list', async () => {
  const having: TestPersonName[] = [];
  for (const as of testPersonNames) if (await hasList(as)) having.push(as);
  expect(having).toEqual(['doctor', 'designer', 'other']);
  expect((await bench.get('/api/setUp', { as: 'doctor2' })).data).toEqual({ items: [] });
  expect((await bench.send('GET', '/api/setUp', { as: 'admin' })).status).toBe(403);
  const head = await bench.deps.store.head();
  expect((await dismiss('doctor2')).status).toBe(200);
  expect(await bench.deps.store.head()).toBe(head);
});

test('a self-designer’s list has no assistants', async () => {
  const { items } = (await bench.get<{ items: { id: string }[] }>('/api/setUp', { as: 'designer' })).data;
  expect(items.map(({ id }) => id)).toEqual(setUpSteps.filter(step => step !== 'assistants'));
});

test('steps tick themselves off from what exists, and the list ends with the last one', async () => {
  // The test's doctor has an assistant.
  expect(await done()).toEqual(['assistants']);
  expect((await bench.post('/api/addresses', { as: 'doctor', body: address })).status).toBe(200);
  expect(await done()).toEqual(['address', 'assistants']);
  const preset = { name: 'Small steps', prescription: { step: 0.15 } };
  expect((await bench.post('/api/presets', { as: 'doctor', body: preset })).status).toBe(200);
  expect(await hasList('doctor')).toBe(true);
  await createCase(bench);
  expect(await done()).toEqual([...setUpSteps]);
  expect(await hasList('doctor')).toBe(false);
});

test('a dismissed list is gone for good; a repeated dismissal is one event', async () => {
  const headers = { 'Idempotency-Key': 'k1' };
  expect((await dismiss('doctor', headers)).status).toBe(200);
  const head = await bench.deps.store.head();
  expect((await dismiss('doctor', headers)).status).toBe(200);
  expect(await bench.deps.store.head()).toBe(head);
  expect((await dismiss()).status).toBe(200);
  expect(await bench.deps.store.head()).toBe(head);
  expect([await hasList('doctor'), await hasList('designer')]).toEqual([false, true]);
});

test('an organisation of ninety days is no longer new', async () => {
  bench.clock.advance(91 * DAY_MS);
  bench.tokens.clear();
  expect(await hasList('doctor')).toBe(false);
});
