import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AssistantItem } from './answers.ts';
import { createCase } from './testing/case-steps.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestCall,
  type TestPersonName,
  type TestServer,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const account = {
  userName: 'min.li',
  password: TEST_PASSWORD,
  name: '李敏',
  phone: '13900000021',
  address: '上海市静安区南京西路 1266 号',
};
type Item = AssistantItem;
const create = (more: object = {}, as: TestPersonName = 'doctor', headers = {}) =>
  bench.post<Item>('/api/assistants', { as, body: { ...account, ...more }, headers });
const list = async (as: TestPersonName = 'doctor', how: TestCall = {}) =>
  (await bench.get<{ items: Item[]; total: number }>('/api/assistants', { as, ...how })).data.items;
const signIn = (userName = 'min.li', password = TEST_PASSWORD) =>
  bench.post<{ token: string }>('/api/login', { body: { userName, password } });
const act = (id: string, verb: string, as: TestPersonName = 'doctor', body: object = {}) =>
  bench.post<Item | null>(`/api/assistants/${id}/${verb}`, { as, body });
/** An assistant of `doctor`, shared with `doctor2`. */
async function shared(): Promise<string> {
  const { id } = (await create()).data;
  await act(id, 'offers', 'doctor', { account: 'doctor2' });
  await act(id, 'accept', 'doctor2');
  return id;
}
const issuesOf = ({ data }: { data: unknown }) => (data as { issues: object[] }).issues;

describe('a doctor', () => {
  test('creates an assistant who signs in and edits the doctor’s case', async () => {
    const caseId = await createCase(bench);
    const { status, data } = await create();
    expect([status, data]).toMatchObject([
      200,
      { userName: 'min.li', name: '李敏', phone: '13900000021', kept: true, doctors: [{ id: 'p-doctor' }] },
    ]);
    expect(data.address).toBe(account.address);
    expect((await list()).map(p => p.id)).toEqual(['p-assistant', data.id]);
    const { token } = (await signIn()).data;
    const body = { name: '张伟' };
    expect((await bench.put(`/api/cases/${caseId}/patient`, { token, body })).status).toBe(200);
    const other = await createCase(bench, 'doctor2');
    expect((await bench.put(`/api/cases/${other}/patient`, { token, body })).status).toBe(404);
  });

  test('creates it once per key', async () => {
    const key = { 'Idempotency-Key': 'k1' };
    const first = await create({}, 'doctor', key);
    expect((await create({}, 'doctor', key)).text).toBe(first.text);
    expect(await list()).toHaveLength(2);
  });

  test.each([
    [{ userName: 'doctor2' }, 409, 102025, { path: 'userName', issue: 'account-repeated' }],
    [{ userName: 'DOCTOR2' }, 409, 102025, { path: 'userName', issue: 'account-repeated' }],
    [{ userName: 'dосtor2' }, 409, 102025, { path: 'userName', issue: 'account-repeated' }],
    [{ userName: 'x' }, 400, 104000, { path: 'userName', issue: 'user-name-format' }],
    [{ password: 'password1' }, 400, 104000, { path: 'password', issue: 'password-common' }],
    [{ password: 'archline' }, 400, 104000, { path: 'password', issue: 'password-format' }],
    [{ name: 'Li 9' }, 400, 104000, { path: 'name', issue: 'name-letters' }],
    [{ phone: 'abc' }, 400, 104000, { path: 'phone', issue: 'phone-format' }],
    [{ phone: undefined }, 400, 104000, { path: 'phone', issue: 'required' }],
    [{ address: ' ' }, 400, 104000, { path: 'address', issue: 'blank' }],
    [{ address: undefined }, 400, 104000, { path: 'address', issue: 'required' }],
    [{ position: 'Admin' }, 400, 104000, { path: 'position', issue: 'unknown-field' }],
    [{ serves: ['p-doctor2'] }, 400, 104000, { path: 'serves', issue: 'unknown-field' }],
  ])('is refused %o, and nothing is stored', async (more, status, code, issue) => {
    const answer = await create(more);
    expect([answer.status, answer.code, issuesOf(answer)]).toMatchObject([status, code, [issue]]);
    expect(await list()).toHaveLength(1);
  });

  test('is told in both languages that an account is repeated', async () => {
    for (const [lang, text] of [
      ['en', 'Account repeated'],
      ['zh-CN', '账号重复'],
    ]) {
      const headers = { Cookie: `lang=${lang}` };
      expect(issuesOf(await create({ userName: 'doctor2' }, 'doctor', headers))).toMatchObject([
        { message: text },
      ]);
      const check = await bench.post('/api/assistants/check', {
        as: 'doctor',
        body: { userName: 'doctor2' },
        headers,
      });
      expect(check).toMatchObject({ status: 409, code: 103011, message: text });
    }
  });

  test('lets a doctor try forty logins and phones at once, and then one a minute', async () => {
    const check = async (as: TestPersonName = 'doctor') =>
      (await bench.post('/api/assistants/check', { as, body: { phone: '13900009999' } })).status;
    for (let i = 0; i < 40; i++) expect(await check()).toBe(200);
    expect(await check()).toBe(429);
    const known = { ...account, userName: 'another' };
    expect((await bench.post('/api/assistants', { as: 'doctor', body: known })).status).toBe(429);
    expect(await check('doctor2')).toBe(200);
    bench.clock.advance(60_000);
    expect(await check()).toBe(200);
  });

  test('checks a login and a phone before sending the form', async () => {
    const { id } = (await create()).data;
    const check = async (body: object, as: TestPersonName = 'doctor') =>
      (await bench.post('/api/assistants/check', { as, body })).code;
    expect(await check({ userName: 'someone' })).toBe(0);
    expect(await check({ userName: 'MIN.LI' })).toBe(103011);
    expect(await check({ userName: 'min.li', phone: account.phone, id })).toBe(0);
    expect(await check({ phone: account.phone })).toBe(103014);
    for (const unknown of [id, 'p-nobody'])
      expect(await check({ userName: 'min.li', id: unknown }, 'doctor2')).toBe(104001);
  });

  test('changes the given fields; a new password ends the sessions', async () => {
    const { id } = (await create()).data;
    const { token } = (await signIn()).data;
    const change = (body: object) => bench.put<Item>(`/api/assistants/${id}`, { as: 'doctor', body });
    expect((await change({ name: '李小敏', address: '北京' })).data).toMatchObject({
      ...{ name: '李小敏', address: '北京', phone: account.phone, userName: 'min.li' },
    });
    expect((await bench.get('/api/sysUser', { token })).status).toBe(200);
    expect((await change({ password: 'another7' })).status).toBe(200);
    expect(await bench.get('/api/sysUser', { token })).toMatchObject({ status: 401, code: 102028 });
    expect([(await signIn()).status, (await signIn('min.li', 'another7')).status]).toEqual([401, 200]);
    expect(await change({ userName: 'Doctor2' })).toMatchObject({ status: 409, code: 102025 });
    expect(await change({ phone: '' })).toMatchObject({ status: 400, code: 104000 });
  });

  test('freezes and unfreezes, but does not unfreeze what an Admin froze', async () => {
    const { id } = (await create()).data;
    const { token } = (await signIn()).data;
    expect((await act(id, 'freeze')).data).toMatchObject({ frozen: true, frozenByAdmin: false });
    expect(await bench.get('/api/sysUser', { token })).toMatchObject({ status: 401, code: 102028 });
    expect((await signIn()).code).toBe(103017);
    expect((await act(id, 'unfreeze')).data).toMatchObject({ frozen: false });
    expect((await signIn()).status).toBe(200);
    await bench.post(`/api/users/${id}/freeze`, { as: 'admin', body: {} });
    expect((await list()).at(-1)).toMatchObject({ frozen: true, frozenByAdmin: true });
    // Freezing again does not make it the doctor's freeze.
    for (const verb of ['unfreeze', 'freeze', 'unfreeze'])
      expect(await act(id, verb)).toMatchObject({ status: 403, code: 102029 });
    expect((await signIn()).code).toBe(103017);
  });

  test('removes the account: sign-in is gone, login and phone are free, the name stays', async () => {
    const caseId = await createCase(bench);
    const { id } = (await create()).data;
    const { token } = (await signIn()).data;
    await bench.put(`/api/cases/${caseId}/patient`, { token, body: { name: '张伟' } });
    const headers = { 'Idempotency-Key': 'gone' };
    const remove = () => bench.del(`/api/assistants/${id}`, { as: 'doctor', headers });
    const removed = await remove();
    expect([removed.status, removed.data]).toEqual([200, null]);
    expect((await remove()).text).toBe(removed.text);
    expect(await bench.get('/api/sysUser', { token })).toMatchObject({ status: 401, code: 102028 });
    expect((await signIn()).code).toBe(103016);
    expect(await bench.del(`/api/assistants/${id}`, { as: 'doctor' })).toMatchObject({ status: 404 });
    expect(await bench.post(`/api/users/${id}/unfreeze`, { as: 'admin', body: {} })).toMatchObject({
      status: 404,
      code: 101010,
    });
    const again = await create({ name: '李莉' });
    expect([again.status, again.data.id === id]).toEqual([200, false]);
    const history = await bench.get<{ items: { by: { id: string; name: string } }[] }>(
      `/api/cases/${caseId}/history`,
      { as: 'doctor' },
    );
    expect(history.data.items.map(({ by }) => by)).toContainEqual(
      expect.objectContaining({ id, name: '李敏' }),
    );
  });

  test('sees masked contact data while the eye is closed', async () => {
    await create();
    const [, hidden] = await list('doctor', { headers: { 'X-Eye': 'hidden' } });
    expect(hidden).toMatchObject({ name: '李**', phone: '139****0021', address: '***' });
  });

  test('finds no contact data in the log or in unsealed events', async () => {
    await create();
    const sealed = [];
    for await (const { type, data } of bench.deps.sealedLog.readAll()) sealed.push({ type, data });
    const text = bench.lines.join('') + JSON.stringify(sealed);
    for (const secret of ['李敏', account.phone, '南京西路', 'min.li', TEST_PASSWORD])
      expect(text).not.toContain(secret);
  });
});

describe('sharing an assistant', () => {
  test('asks a colleague, who agrees; then it serves both', async () => {
    const { id } = (await create()).data;
    const offered = await act(id, 'offers', 'doctor', { account: 'doctor2' });
    expect(offered.data).toMatchObject({ offers: [{ id: 'p-doctor2' }] });
    const offers = (as: TestPersonName) =>
      bench.get<{ items: object[] }>('/api/assistants/offers', { as }).then(({ data }) => data.items);
    expect(await offers('doctor2')).toEqual([
      { id, name: '李敏', by: { id: 'p-doctor', name: '李明', position: 'Doctor' } },
    ]);
    expect([await offers('doctor'), await list('doctor2')]).toEqual([[], []]);
    const caseId = await createCase(bench, 'doctor2');
    const { token } = (await signIn()).data;
    const read = async () => (await bench.get(`/api/cases/${caseId}`, { token })).status;
    expect(await read()).toBe(404);
    expect((await act(id, 'accept', 'doctor2')).data).toMatchObject({
      kept: false,
      offers: [],
      doctors: [{ id: 'p-doctor' }, { id: 'p-doctor2' }],
    });
    expect([await read(), await offers('doctor2')]).toEqual([200, []]);
    expect((await act(id, 'end', 'doctor2')).data).toBeNull();
    expect([await read(), await list('doctor2')]).toEqual([404, []]);
    expect((await list()).at(-1)).toMatchObject({ doctors: [{ id: 'p-doctor' }] });
  });

  test('ends with the answer no, or when the offer is withdrawn', async () => {
    const { id } = (await create()).data;
    const offer = () => act(id, 'offers', 'doctor', { account: 'doctor2' });
    await offer();
    expect((await act(id, 'decline', 'doctor2')).status).toBe(200);
    expect(await act(id, 'accept', 'doctor2')).toMatchObject({ status: 404 });
    await offer();
    const withdraw = () => bench.del(`/api/assistants/${id}/offers/p-doctor2`, { as: 'doctor' });
    expect((await withdraw()).data).toMatchObject({ offers: [] });
    expect([(await withdraw()).status, (await act(id, 'accept', 'doctor2')).status]).toEqual([404, 404]);
  });

  test.each(['other', 'technician', 'assistant', 'designer', 'nobody', 'doctor'])(
    'does not ask %s',
    async name => {
      const { id } = (await create()).data;
      const answer = await act(id, 'offers', 'doctor', { account: name });
      expect([answer.status, issuesOf(answer)]).toMatchObject([
        400,
        [{ path: 'account', issue: 'colleague-unknown' }],
      ]);
    },
  );

  test('lets every doctor correct name and address, and only the keeper decide on the account', async () => {
    const id = await shared();
    const put = async (body: object, as: TestPersonName) =>
      (await bench.put(`/api/assistants/${id}`, { as, body })).status;
    expect(await put({ name: '李小敏', address: '北京', phone: account.phone }, 'doctor2')).toBe(200);
    // The phone receives the code for a new password.
    expect(await put({ phone: '13900000029' }, 'doctor2')).toBe(403);
    expect(await put({ password: 'another7' }, 'doctor2')).toBe(403);
    expect(await put({ userName: 'min2' }, 'doctor2')).toBe(403);
    for (const verb of ['freeze', 'unfreeze']) expect((await act(id, verb, 'doctor2')).status).toBe(403);
    expect((await act(id, 'offers', 'doctor2', { account: 'doctor' })).status).toBe(403);
    expect((await bench.del(`/api/assistants/${id}`, { as: 'doctor2' })).status).toBe(403);
    expect((await act(id, 'end', 'doctor')).status).toBe(200);
    expect((await list('doctor2'))[0]).toMatchObject({ kept: true, name: '李小敏' });
    const last = await act(id, 'end', 'doctor2');
    expect([last.status, issuesOf(last)]).toMatchObject([400, [{ path: 'id', issue: 'last-doctor' }]]);
    expect(await put({ password: 'another7' }, 'doctor2')).toBe(200);
  });

  test('goes on for the other doctors of a frozen one', async () => {
    await shared();
    await bench.post('/api/users/p-doctor/freeze', { as: 'admin', body: {} });
    const caseId = await createCase(bench, 'doctor2');
    const { token } = (await signIn()).data;
    expect((await bench.get(`/api/cases/${caseId}`, { token })).status).toBe(200);
  });

  test('a repeated command answers as the first time, after the right has ended too', async () => {
    const id = await shared();
    const end = () =>
      bench.post(`/api/assistants/${id}/end`, {
        as: 'doctor2',
        body: {},
        headers: { 'Idempotency-Key': 'e' },
      });
    const first = await end();
    expect((await end()).text).toBe(first.text);
    expect(first.status).toBe(200);
  });
});

describe('rights', () => {
  /** Every command on one assistant, with an accepted body and a malformed one. */
  const commands = (id: string) =>
    bench.routes
      .filter(({ path }) => path.startsWith('/api/assistants/:id'))
      .flatMap(({ method, path }) =>
        [{}, { account: 'doctor2' }, { password: 'another7' }, { x: 1 }, []].map(body => ({
          method: method.toUpperCase(),
          path: path.replace(':id', id).replace(':doctorId', 'p-doctor2'),
          body,
        })),
      );
  const answersFor = async (as: TestPersonName, id: string) => {
    const answers = [];
    for (const { method, path, body } of commands(id)) {
      const answer = await bench.send(method, path, { as, body });
      answers.push(`${method} ${path} ${answer.status} ${await answer.text()}`.replaceAll(id, ''));
    }
    return answers;
  };

  test('each doctor sees a foreign assistant like a missing one, byte for byte', async () => {
    const id = await shared();
    await act(id, 'end', 'doctor2');
    const head = await bench.deps.store.head();
    for (const as of ['doctor2', 'other'] as const) {
      const foreign = await answersFor(as, id);
      expect(foreign.length).toBe(45);
      expect(foreign).toEqual(await answersFor(as, 'p-nobody'));
      expect(foreign).toEqual(await answersFor(as, 'p-technician'));
      for (const answer of foreign) expect(answer).toContain(' 404 ');
      expect(await list(as)).toEqual([]);
    }
    const said = await Array.fromAsync(bench.deps.store.readAll({ after: head }));
    expect(said.filter(({ type }) => type !== 'SignedIn')).toEqual([]);
  });

  test.each(testPersonNames.filter(name => !['doctor', 'doctor2', 'other'].includes(name)))(
    '%s has no assistants',
    async as => {
      const { id } = (await create()).data;
      const asked = [
        ['GET', '/api/assistants', undefined],
        ['GET', '/api/assistants/offers', undefined],
        ['POST', '/api/assistants', account],
        ['POST', '/api/assistants/check', { userName: 'x1' }],
        ...commands(id).map(({ method, path, body }) => [method, path, body] as const),
      ] as const;
      for (const [method, path, body] of asked)
        expect([path, (await bench.send(method, path, { as, body })).status]).toEqual([path, 403]);
    },
  );
});
