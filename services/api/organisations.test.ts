/** Organisations in the back office: adding and changing, and who may not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, testPeople, testPersonNames } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const names = { en: 'Riverside Dental', 'zh-CN': '河畔口腔' };
const wanted = { names, zone: 'Europe/Berlin', kind: 'clinic' };
type Item = { orgId: string; names: typeof names; zone: string; servedBy: string };
const add = (more: object = {}, headers = {}) =>
  bench.post<Item>('/api/organisations', { as: 'admin', body: { ...wanted, ...more }, headers });
const change = (orgId: string, body: object, headers = {}) =>
  bench.put<Record<string, unknown>>(`/api/organisations/${orgId}`, { as: 'admin', body, headers });
const list = async () =>
  (await bench.get<{ items: Item[] }>('/api/organisations', { as: 'admin' })).data.items;

describe('adding', () => {
  test('makes an organisation that the own one serves, in which people can be invited', async () => {
    const { data } = await add();
    expect(data).toMatchObject({ names, zone: 'Europe/Berlin', servedBy: 'main', kind: 'clinic' });
    expect((await list()).map(({ orgId }) => orgId)).toEqual(['main', 'ediy', data.orgId]);
    const body = {
      name: '周涛',
      email: 'z@clinic.example',
      position: 'Doctor',
      lang: 'en',
      orgId: data.orgId,
    };
    expect((await bench.post('/api/invitations', { as: 'admin', body })).status).toBe(200);
    expect(bench.deps.models.directory().organisations.get(data.orgId)?.zone).toBe('Europe/Berlin');
  });

  test('takes a repeated command once', async () => {
    const headers = { 'Idempotency-Key': 'k1' };
    const first = await add({}, headers);
    expect((await add({}, headers)).text).toBe(first.text);
    expect(await list()).toHaveLength(3);
  });

  test.each([
    [{ names: { en: ' ', 'zh-CN': '河畔口腔' } }, 'names.en'],
    [{ names: { en: 'Riverside' } }, 'names.zh-CN'],
    [{ zone: 'Mars/Base' }, 'zone'],
    [{ kind: 'ediy' }, 'kind'],
    [{ servedBy: 'other' }, 'servedBy'],
  ])('%o is refused at its field', async (more, path) => {
    expect(await add(more)).toMatchObject({ status: 400, data: { issues: [{ path }] } });
    expect(await list()).toHaveLength(2);
  });
});

test('the organisation of self-designers is no choice for an organisation that another one serves', async () => {
  const order = () => ({ by: 'system', commandId: crypto.randomUUID() });
  const ediy = { names, zone: 'Asia/Shanghai', kind: 'ediy', freshId: 'x' } as const;
  const refusalFor = (servedBy: string) =>
    bench.deps.organisations.add(order(), { ...ediy, servedBy }).catch((error: unknown) => error);
  expect(await refusalFor('ediy')).toMatchObject({ data: { issues: [{ issue: 'not-a-choice' }] } });
  expect(await refusalFor('main')).toMatchObject({ data: { issues: [{ issue: 'organisation-exists' }] } });
});

describe('changing', () => {
  test('changes the given fields, at once for everybody', async () => {
    expect((await change('main', { names, secondFactor: ['Technician'], keepYears: 15 })).data).toMatchObject(
      {
        ...{ names, zone: 'Asia/Shanghai', secondFactor: ['Technician'], keepYears: 15 },
      },
    );
    const profile = (lang: string) =>
      bench.get('/api/profile', { as: 'doctor', headers: { Cookie: `lang=${lang}` } });
    expect((await profile('zh-CN')).data.organisation).toBe('河畔口腔');
    expect((await profile('en')).data.organisation).toBe('Riverside Dental');
    expect((await change('main', { keepYears: null })).data).toMatchObject({ names, keepYears: null });
  });

  test('adds no event if nothing differs', async () => {
    await change('main', { names });
    const head = await bench.deps.store.head();
    expect((await change('main', { names, zone: 'Asia/Shanghai', secondFactor: [] })).status).toBe(200);
    expect(await bench.deps.store.head()).toBe(head);
  });

  test('of the time zone moves the hours of the service desk', async () => {
    await change('main', { zone: 'Europe/Berlin' });
    expect(bench.deps.models.deskHours('main').zone).toBe('Europe/Berlin');
    await change('ediy', { zone: 'Asia/Tokyo' });
    expect(bench.deps.models.deskHours('main').zone).toBe('Europe/Berlin');
  });

  test.each([
    [{ keepYears: 0 }, 'keepYears'],
    [{ keepYears: 1.5 }, 'keepYears'],
    [{ secondFactor: ['Surgeon'] }, 'secondFactor.0'],
    [{ servedBy: 'other' }, 'servedBy'],
  ])('to %o is refused at its field', async (body, path) => {
    expect(await change('main', body)).toMatchObject({ status: 400, data: { issues: [{ path }] } });
  });

  test('by two Admins at once keeps both changes', async () => {
    await Promise.all([change('main', { names }), change('main', { keepYears: 20 })]);
    expect((await list())[0]).toMatchObject({ names, keepYears: 20 });
  });
});

describe('the calls', () => {
  test.each(testPersonNames.filter(name => testPeople[name].position !== 'Admin'))(
    'are not open to %s',
    async as => {
      expect((await bench.send('GET', '/api/organisations', { as })).status).toBe(403);
      expect((await bench.send('POST', '/api/organisations', { as, body: wanted })).status).toBe(403);
      expect((await bench.send('PUT', '/api/organisations/main', { as, body: { names } })).status).toBe(403);
    },
  );

  test('answer for another organisation like for a missing one', async () => {
    const sent = async (id: string) => {
      const answer = await bench.send('PUT', `/api/organisations/${id}`, { as: 'admin', body: { names } });
      return [answer.status, await answer.text()];
    };
    expect(await sent('other')).toEqual(await sent('nowhere'));
    expect((await sent('other'))[0]).toBe(404);
  });
});
