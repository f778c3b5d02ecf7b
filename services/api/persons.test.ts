/** One person in the back office: the page, moving, ending sessions, removing; and who may not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { totpCodeAt } from '../people/totp.ts';
import { createCase } from './testing/case-steps.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
  testPeople,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const addAdmin = async (userName = 'admin2') => {
  const order = { by: 'system', commandId: crypto.randomUUID() };
  const account = {
    userName,
    password: TEST_PASSWORD,
    name: '王芳',
    position: 'Admin',
    orgId: 'main',
  } as const;
  await bench.deps.accounts.add(order, { ...account, personId: `p-${userName}` });
};
type Detail = {
  name: string;
  held: { owned: number; assigned: number };
  cases: { caseId: string }[];
  assistants: { id: string }[];
  changes: { type: string; by: { name: string }; position: string | null }[];
  browsers: { browser: string; network: string; remembered: boolean }[];
};
const detail = (id: string) => bench.get<Detail>(`/api/users/${id}`, { as: 'admin' });
const move = (id: string, body: object, headers = {}) =>
  bench.post<Record<string, unknown>>(`/api/users/${id}/move`, { as: 'admin', body, headers });
const remove = (id: string, headers = {}) => bench.del(`/api/users/${id}`, { as: 'admin', headers });
const signIn = async (userName: string) =>
  (await bench.post('/api/login', { body: { userName, password: TEST_PASSWORD } })).status;

describe('a person’s page', () => {
  test('shows the account with its cases, assistants and changes', async () => {
    const caseId = await createCase(bench);
    await bench.post('/api/users/p-doctor/freeze', { as: 'admin', body: {} });
    const { data } = await detail('p-doctor');
    expect(data).toMatchObject({ name: '李明', held: { owned: 1, assigned: 0 }, cases: [{ caseId }] });
    expect(data.assistants.map(({ id }) => id)).toEqual(['p-assistant']);
    expect(data.changes.map(({ type, by }) => [type, by.name])).toEqual([
      ['PersonFrozen', '李明'],
      ['PersonAdded', 'system'],
    ]);
  });

  test('shows where the person is signed in, without an id that could end or use a session', async () => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36' };
    const body = { userName: 'doctor', password: TEST_PASSWORD, remember: true };
    await bench.post('/api/login', { body, headers });
    const { browsers } = (await detail('p-doctor')).data;
    expect(browsers).toContainEqual(
      expect.objectContaining({ browser: 'chrome', system: 'windows', network: 'local', remembered: true }),
    );
    for (const one of browsers) expect(one).not.toHaveProperty('id');
    await bench.post('/api/users/p-doctor/endSessions', { as: 'admin', body: {} });
    expect((await detail('p-doctor')).data.browsers).toEqual([]);
  });

  test('masks names and contacts while the eye is closed', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { phone: '13812345678' } });
    const hidden = await bench.get('/api/users/p-doctor', { as: 'admin', headers: { 'X-Eye': 'hidden' } });
    expect(hidden.data).toMatchObject({ name: '李**', phone: '138****5678' });
  });
});

describe('moving a person', () => {
  test('changes position and rights of a session at once', async () => {
    await bench.tokenOf('technician');
    expect((await bench.get('/api/users', { as: 'technician' })).status).toBe(403);
    expect((await move('p-technician', { position: 'Service' })).data).toMatchObject({ position: 'Service' });
    expect((await bench.get('/api/users', { as: 'technician' })).status).toBe(200);
    expect((await detail('p-technician')).data.changes[0]).toMatchObject({
      type: 'PersonMoved',
      position: 'Service',
    });
  });

  test('takes a repeated command once', async () => {
    const headers = { 'Idempotency-Key': 'k1' };
    const first = await move('p-technician', { position: 'Service' }, headers);
    await move('p-technician', { position: 'Specialist' });
    expect((await move('p-technician', { position: 'Service' }, headers)).text).toBe(first.text);
    expect((await bench.deps.people.current()).people.get('p-technician')?.position).toBe('Specialist');
  });

  test('to another organisation is possible among those that the Admin manages', async () => {
    expect((await move('p-technician', { position: 'Designer', orgId: 'ediy' })).data).toMatchObject({
      ...{ position: 'Designer', orgId: 'ediy' },
    });
    expect(await move('p-service', { position: 'Service', orgId: 'other' })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'orgId', issue: 'not-a-choice' }] },
    });
  });

  test('is refused while cases belong to the person', async () => {
    await createCase(bench);
    expect(await move('p-doctor', { position: 'Specialist' })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'position', issue: 'cases-held', values: { count: 1 } }] },
    });
  });

  test('to an unknown position is refused', async () => {
    expect(await move('p-doctor', { position: 'Surgeon' })).toMatchObject({ status: 400, code: 101015 });
  });
});

describe('the last Admin', () => {
  const lastAdmin = { status: 400, data: { issues: [{ issue: 'last-admin' }] } };

  test('cannot be demoted; with a second one it is possible', async () => {
    expect(await move('p-admin', { position: 'Service' })).toMatchObject(lastAdmin);
    await addAdmin();
    expect((await move('p-admin', { position: 'Service' })).status).toBe(200);
  });

  test('is not lost when two Admins freeze or remove each other at once', async () => {
    await addAdmin();
    await bench.tokenOf('admin');
    const token = (
      await bench.post<{ token: string }>('/api/login', {
        body: { userName: 'admin2', password: TEST_PASSWORD },
      })
    ).data.token;
    const both = await Promise.all([
      bench.post('/api/users/p-admin2/freeze', { as: 'admin', body: {} }),
      bench.del('/api/users/p-admin', { token }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const { people } = await bench.deps.people.current();
    expect(['p-admin', 'p-admin2'].filter(id => people.get(id)?.frozen === false)).toHaveLength(1);
  });

  test('cannot remove the own account, even with a second one', async () => {
    await addAdmin();
    expect((await remove('p-admin')).status).toBe(400);
  });
});

describe('removing a person', () => {
  test('ends sign-in and sessions, keeps the name in histories and frees the login', async () => {
    const token = await bench.tokenOf('technician');
    bench.clock.advance(1);
    expect((await remove('p-technician')).status).toBe(200);
    expect((await bench.get('/api/sysUser', { token })).status).toBe(401);
    expect(await signIn('technician')).toBe(401);
    expect((await detail('p-technician')).status).toBe(404);
    expect(bench.deps.models.personRef('p-technician').name).toBe('李明');
    const { data } = await bench.get<{ items: { id: string }[] }>('/api/users?size=100', { as: 'admin' });
    expect(data.items.map(({ id }) => id)).not.toContain('p-technician');
    const body = { userName: 'technician', password: TEST_PASSWORD, name: '周涛', position: 'Technician' };
    expect((await bench.post('/api/users', { as: 'admin', body })).status).toBe(200);
  });

  test('deletes password and second factors', async () => {
    const body = { oldPassword: TEST_PASSWORD };
    await bench.post('/api/factors/totp', { as: 'technician', body });
    const kept = async () => {
      const records = await Array.fromAsync(bench.deps.vault.list(''));
      return records.map(({ key }) => key).filter(key => /^(?:password|factor)\/p-technician$/.test(key));
    };
    expect(await kept()).toHaveLength(2);
    await remove('p-technician');
    expect(await kept()).toEqual([]);
  });

  test('takes a repeated command once', async () => {
    const headers = { 'Idempotency-Key': 'k1' };
    const first = await remove('p-technician', headers);
    expect((await remove('p-technician', headers)).text).toBe(first.text);
    expect((await remove('p-technician')).status).toBe(404);
  });
});

test('the assistants of a removed doctor no longer act for the doctor', async () => {
  const caseId = await createCase(bench);
  const seen = async () => (await bench.get(`/api/cases/${caseId}`, { as: 'assistant' })).status;
  expect(await seen()).toBe(200);
  await remove('p-doctor');
  await bench.deps.models.reached(await bench.deps.store.head(), 10_000);
  expect(await seen()).toBe(404);
  expect((await bench.get('/api/users/p-assistant', { as: 'admin' })).data).toMatchObject({
    doctors: [],
  });
});

test('ending the sessions of a person leaves the account open', async () => {
  const token = await bench.tokenOf('technician');
  bench.clock.advance(1);
  const headers = { 'Idempotency-Key': 'k1' };
  const end = () => bench.post('/api/users/p-technician/endSessions', { as: 'admin', body: {}, headers });
  const first = await end();
  expect(first.status).toBe(200);
  expect((await bench.get('/api/sysUser', { token })).status).toBe(401);
  bench.clock.advance(1);
  expect(await signIn('technician')).toBe(200);
  expect((await end()).text).toBe(first.text);
});

test('an Admin’s own second factors are not removed without the password', async () => {
  const answer = await bench.post('/api/users/p-admin/removeFactors', { as: 'admin', body: {} });
  expect([answer.status, answer.data]).toMatchObject([
    400,
    { issues: [{ path: 'id', issue: 'not-a-choice' }] },
  ]);
});

test('an Admin removes the second factors of a person who lost them, and ends the sessions', async () => {
  const { factors } = bench.deps;
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  await factors.startTotp('p-technician', secret);
  await factors.confirmTotp('p-technician', totpCodeAt(secret, bench.clock.now()), ['AAAAA-AAAAA']);
  const token = await bench.tokenOf('doctor');
  expect(await signIn('technician')).toBe(401);
  const remove = (id: string) =>
    bench.post(`/api/users/${id}/removeFactors`, {
      as: 'admin',
      body: {},
      headers: { 'Idempotency-Key': id },
    });
  const first = await remove('p-technician');
  expect(await factors.summary('p-technician')).toEqual({ totp: false, recoveryLeft: 0, passkeys: [] });
  expect(await signIn('technician')).toBe(200);
  bench.clock.advance(1);
  const again = await bench.tokenOf('technician');
  expect((await remove('p-technician')).text).toBe(first.text);
  expect((await bench.get('/api/sysUser', { token: again })).status).toBe(200);
  expect((await bench.get('/api/sysUser', { token })).status).toBe(200);
  await remove('p-doctor');
  expect((await bench.get('/api/sysUser', { token })).status).toBe(401);
});

describe('the calls', () => {
  const calls = [
    ['GET', '', undefined],
    ['POST', '/move', { position: 'Service' }],
    ['POST', '/endSessions', {}],
    ['POST', '/removeFactors', {}],
    ['DELETE', '', undefined],
  ] as const;
  const sent = async (as: TestPersonName, id: string, [method, suffix, body]: (typeof calls)[number]) => {
    const answer = await bench.send(method, `/api/users/${id}${suffix}`, { as, body });
    return [answer.status, await answer.text()];
  };

  test.each(testPersonNames.filter(name => testPeople[name].position !== 'Admin'))(
    'are not open to %s',
    async as => {
      for (const call of calls) expect((await sent(as, 'p-doctor2', call))[0]).toBe(403);
    },
  );

  test('answer for a person of another organisation like for a missing one', async () => {
    for (const call of calls) {
      expect(await sent('admin', 'p-other', call)).toEqual(await sent('admin', 'p-nobody', call));
      expect((await sent('admin', 'p-other', call))[0]).toBe(404);
    }
  });
});
