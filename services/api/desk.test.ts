import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultWeek } from '#events/desk/hours.ts';
import type { RowChange } from '#events/wire.ts';
import type { ServiceDeskView } from '#projections/desk/item.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
  testPeople,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const names = Object.keys(testPeople) as TestPersonName[];
const deskOf = async (as: TestPersonName) => (await bench.get<ServiceDeskView>('/api/desk', { as })).data;
const answer = {
  title: { en: 'Scan again', 'zh-CN': '请重新扫描' },
  text: { en: 'Please scan {{case}} again.', 'zh-CN': '请重新扫描 {{case}}。' },
};
const holiday = { day: '2026-12-31', works: false, name: '元旦' };
const week = defaultWeek.map(hours => hours && { from: 510, to: 1050 });
const add = (as: TestPersonName = 'service') =>
  bench.post<{ id: string }>('/api/desk/canned', { as, body: answer });

/** Every changing call, with a valid body. */
const changes = [
  ['put', '/api/desk/hours', { week }],
  ['post', '/api/desk/holidays', holiday],
  ['del', '/api/desk/holidays/2026-12-31', undefined],
  ['post', '/api/desk/canned', answer],
  ['put', '/api/desk/canned/:id', { ...answer, order: 3 }],
  ['del', '/api/desk/canned/:id', undefined],
  ['post', '/api/desk/duty', { on: true }],
] as const;
const keepers: TestPersonName[] = ['supervisor', 'service', 'admin'];

test.each(names)('%s: permissions at the desk', async as => {
  await bench.post('/api/desk/holidays', { as: 'service', body: holiday });
  const { id } = (await add()).data;
  for (const [method, path, body] of changes) {
    const may = path.endsWith('duty') ? ['supervisor', 'service'].includes(as) : keepers.includes(as);
    const { status } = await bench[method](path.replace(':id', id), { as, body });
    expect([method, path, status]).toEqual([method, path, may ? 200 : 403]);
  }
});

describe('the service desk', () => {
  test('is open on working days by default', async () => {
    expect(await deskOf('doctor')).toMatchObject({
      orgId: 'main',
      zone: 'Asia/Shanghai',
      week: defaultWeek,
      days: [],
      onDuty: 0,
      duty: null,
      canned: null,
      mine: null,
      may: { keep: false, duty: false },
    });
  });

  test('shows hours to everybody it serves, canned answers and names to its staff only', async () => {
    await bench.put('/api/desk/hours', { as: 'admin', body: { week } });
    await bench.post('/api/desk/holidays', { as: 'service', body: holiday });
    await bench.post('/api/desk/duty', { as: 'supervisor', body: { on: true } });
    await add();
    for (const as of names.filter(name => name !== 'other')) {
      const { data, text } = await bench.get<ServiceDeskView>('/api/desk', { as });
      expect(data, as).toMatchObject({ week, days: [holiday], onDuty: 1 });
      const staff = !['doctor', 'doctor2', 'assistant', 'designer'].includes(as);
      expect([as, text.includes('p-supervisor'), text.includes('Scan again')]).toEqual([as, staff, staff]);
    }
    expect(await deskOf('other')).toMatchObject({ orgId: 'other', week: defaultWeek, days: [], onDuty: 0 });
  });

  test('of another organisation is inaccessible', async () => {
    const order = { by: 'system', commandId: crypto.randomUUID() };
    const account = {
      position: 'Service',
      orgId: 'other',
      userName: 'theirs',
      password: TEST_PASSWORD,
    } as const;
    await bench.deps.accounts.add(order, { ...account, personId: 'p-theirs', name: '李明', phone: null });
    const { data } = await bench.post<{ token: string }>('/api/login', {
      body: { userName: 'theirs', password: TEST_PASSWORD },
    });
    const { token } = data;
    const { id } = (await add()).data;
    await bench.post('/api/desk/holidays', { as: 'service', body: holiday });
    const text = async (method: 'put' | 'del', path: string, body?: object) => {
      const { status, text } = await bench[method](path, { token, body });
      return [status, text.replace(/"requestId":"[^"]*"/, '')];
    };
    expect(await text('del', `/api/desk/canned/${id}`)).toEqual(await text('del', '/api/desk/canned/none'));
    expect(await text('put', `/api/desk/canned/${id}`, answer)).toEqual(
      await text('put', '/api/desk/canned/none', answer),
    );
    expect((await text('del', '/api/desk/holidays/2026-12-31'))[0]).toBe(404);
    expect(await deskOf('service')).toMatchObject({ days: [holiday], canned: [{ id }] });
  });

  test('does not exist for an organisation that another one serves', async () => {
    const order = { by: 'system', commandId: crypto.randomUUID() };
    const account = {
      position: 'Service',
      orgId: 'ediy',
      userName: 'inside',
      password: TEST_PASSWORD,
    } as const;
    await bench.deps.accounts.add(order, { ...account, personId: 'p-inside', name: '李明', phone: null });
    const { data } = await bench.post<{ token: string }>('/api/login', {
      body: { userName: 'inside', password: TEST_PASSWORD },
    });
    const refused = await bench.post('/api/desk/duty', { token: data.token, body: { on: true } });
    expect(refused.status).toBe(403);
    const { text } = await bench.get('/api/desk', { token: data.token });
    expect(JSON.parse(text).data).toMatchObject({
      orgId: 'main',
      canned: null,
      may: { keep: false, duty: false },
    });
  });
});

describe('canned answers', () => {
  test('are added once per key, changed, and removed', async () => {
    const how = { as: 'service', body: answer, headers: { 'Idempotency-Key': 'k1' } } as const;
    const [one, two] = [
      await bench.post<{ id: string }>('/api/desk/canned', how),
      await bench.post('/api/desk/canned', how),
    ];
    expect(two.data).toEqual(one.data);
    const { id } = one.data;
    await bench.put(`/api/desk/canned/${id}`, { as: 'admin', body: { ...answer, order: 7 } });
    expect((await deskOf('expert')).canned).toMatchObject([{ id, ...answer, order: 7 }]);
    await bench.del(`/api/desk/canned/${id}`, { as: 'service' });
    expect((await deskOf('expert')).canned).toEqual([]);
  });
  test('name the invalid field', async () => {
    const body = { ...answer, text: { ...answer.text, en: '{{patient}}' } };
    const { status, data } = await bench.post('/api/desk/canned', { as: 'service', body });
    expect([status, data]).toMatchObject([
      400,
      { issues: [{ path: 'text.en', issue: 'placeholder-unknown' }] },
    ]);
  });
});

describe('duty', () => {
  test('is recorded with its time, and ends when the person is frozen', async () => {
    await bench.post('/api/desk/duty', { as: 'service', body: { on: true } });
    const since = (await deskOf('service')).mine;
    expect(since).toBe('2026-11-20T08:00:00.000Z');
    expect((await deskOf('analyst')).duty).toMatchObject([{ person: { id: 'p-service' }, since }]);
    await bench.post('/api/users/p-service/freeze', { as: 'admin', body: {} });
    await bench.post('/api/users/p-service/unfreeze', { as: 'admin', body: {} });
    expect(await deskOf('supervisor')).toMatchObject({ onDuty: 0, duty: [] });
  });

  test('is pushed to the screens it concerns', async () => {
    const told: [string, RowChange][] = [];
    const { models, store } = bench.deps;
    // Changes of the test's people are announced as well and may still be pending.
    await models.reached(await store.head(), 120_000);
    const stop = models.onAnnounce(announce => {
      for (const change of announce.changes.filter(({ view }) => view === 'desk'))
        for (const room of change.rooms.after) told.push([room, change as never]);
    });
    await bench.post('/api/desk/duty', { as: 'service', body: { on: true } });
    stop();
    expect(told.map(([room]) => room).sort()).toEqual(['desk:ediy', 'desk:main']);
    expect(models.roomsOf({ id: 'p-other', position: 'Doctor', orgId: 'other', serves: [] })).not.toContain(
      'desk:main',
    );
  });
});
