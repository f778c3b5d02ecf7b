/** Who has a second factor, as an Admin sees it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { totpCodeAt } from '../people/totp.ts';
import type { FactorState } from './answers.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

type Listed = { items: { id: string; secondFactor?: FactorState }[]; total: number };
const users = (query: string, as: TestPersonName = 'admin') =>
  bench.get<Listed>(`/api/users${query}`, { as });

async function setUpApp(as: TestPersonName) {
  const body = { oldPassword: TEST_PASSWORD };
  const { data } = await bench.post<{ secret: string }>('/api/factors/totp', { as, body });
  const code = totpCodeAt(data.secret, bench.clock.now());
  expect((await bench.post('/api/factors/totp/confirm', { as, body: { code } })).code).toBe(0);
}

test('an Admin lists who has a second factor, who has none, and who must have one', async () => {
  await setUpApp('technician');
  const secondFactor = ['Technician', 'Specialist'];
  await bench.put('/api/organisations/main', { as: 'admin', body: { secondFactor } });
  const { items } = (await users('?size=100')).data;
  const state = (id: string) => items.find(item => item.id === id)?.secondFactor;
  expect(state('p-technician')).toBe('set');
  expect(state('p-technician2')).toBe('missing');
  expect(state('p-expert')).toBe('missing');
  expect(state('p-doctor')).toBe('none');
  expect((await users('?factor=1')).data.items.map(({ id }) => id)).toEqual(['p-technician']);
  expect((await users('?factor=0&position=Technician')).data.items.map(({ id }) => id)).toEqual([
    'p-technician2',
  ]);
  const one = await bench.get<{ secondFactor: FactorState }>('/api/users/p-expert', { as: 'admin' });
  expect(one.data.secondFactor).toBe('missing');
});

test('nobody else learns who has none', async () => {
  expect(await users('?factor=0', 'supervisor')).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'factor' }] },
  });
  const { items } = (await users('?size=100', 'supervisor')).data;
  expect(items).not.toEqual([]);
  expect(items.filter(item => 'secondFactor' in item)).toEqual([]);
});
