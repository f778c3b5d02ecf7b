import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAdmin } from '#services/cli/create-admin.ts';
import { sweepIdempotency } from './idempotency.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const account = { userName: 'tech9', password: 'archline1', name: '周涛', position: 'Technician' };
const create = (more: object = {}, headers = {}) =>
  bench.post<Record<string, string>>('/api/users', { as: 'admin', body: { ...account, ...more }, headers });
type Listed = { items: { id: string; userName: string; phone?: string }[]; total: number };
const users = (query: string, as: 'admin' | 'supervisor' | 'service' | 'doctor' = 'admin') =>
  bench.get<Listed>(`/api/users${query}`, { as });

describe('the back office', () => {
  test('creates an account that can sign in', async () => {
    const { status, data } = await create();
    expect([status, data.position]).toEqual([200, 'Technician']);
    const body = { userName: 'TECH9', password: TEST_PASSWORD };
    expect((await bench.post('/api/login', { body })).status).toBe(200);
  });

  test('creates it once per key', async () => {
    const key = { 'Idempotency-Key': 'k1' };
    const first = await create({}, key);
    expect((await create({}, key)).text).toBe(first.text);
    expect((await users('?keyword=tech9')).data.total).toBe(1);
    await bench.put(`/api/users/${first.data.id}`, { as: 'admin', body: { password: 'another7' } });
    await create({}, key);
    const body = { userName: 'tech9', password: TEST_PASSWORD };
    expect((await bench.post('/api/login', { body })).code).toBe(103016);
  });

  describe('a repeated account command', () => {
    const headers = { 'Idempotency-Key': 'k1' };
    const person = '/api/users/p-technician';
    const signIn = async (password: string) =>
      (await bench.post('/api/login', { body: { userName: 'technician', password } })).status;
    /** Events and security log lines that a call leaves. */
    const leftBy = async (call: () => Promise<unknown>) => {
      const head = await bench.deps.store.head();
      const logged = bench.lines.length;
      await call();
      const events = await Array.fromAsync(bench.deps.store.readAll({ after: head }));
      return [events.map(({ type }) => type), bench.lines.slice(logged).filter(line => /audit/.test(line))];
    };

    test('answers with the person as the first one left it, whatever has happened since', async () => {
      const rename = () => bench.put(person, { as: 'admin', body: { name: '周涛' }, headers });
      const first = await rename();
      await bench.put(person, { as: 'admin', body: { name: '王芳' } });
      expect((await rename()).text).toBe(first.text);
    });

    test('neither restores an old password nor ends a session again', async () => {
      const change = () => bench.put(person, { as: 'admin', body: { password: 'another7' }, headers });
      const first = await change();
      await bench.put(person, { as: 'admin', body: { password: 'another8' } });
      expect(await signIn('another8')).toBe(200);
      expect(await leftBy(async () => expect((await change()).text).toBe(first.text))).toEqual([[], []]);
      expect([await signIn('another7'), await signIn('another8')]).toEqual([401, 200]);
    });

    test('does not freeze the person again', async () => {
      const freeze = () => bench.post(`${person}/freeze`, { as: 'admin', body: {}, headers });
      const first = await freeze();
      await bench.post(`${person}/unfreeze`, { as: 'admin', body: {} });
      expect(await leftBy(async () => expect((await freeze()).text).toBe(first.text))).toEqual([[], []]);
      expect(await signIn(TEST_PASSWORD)).toBe(200);
    });

    test('is refused after 24 hours, and changes no password', async () => {
      const change = (password: string) => bench.put(person, { as: 'admin', body: { password }, headers });
      await change('another7');
      bench.clock.advance(24 * 3_600_000);
      bench.tokens.clear();
      await sweepIdempotency(bench.deps);
      expect(await change('another8')).toMatchObject({ status: 422, code: 104006 });
      expect([await signIn('another8'), await signIn('another7')]).toEqual([401, 200]);
    });
  });

  test.each([
    [{ userName: 'doctor' }, 409, 102025],
    [{ userName: 'DOCTOR' }, 409, 102025],
    [{ position: 'Surgeon' }, 400, 101015],
    [{ orgId: 'other' }, 400, 104000],
    [{ orgId: 'nowhere' }, 400, 104000],
    [{ password: 'archline' }, 400, 104000],
    [{ password: '1234567' }, 400, 104000],
    [{ password: 'a1b2' }, 400, 104000],
    [{ password: 'archline1archline1ab1' }, 400, 104000],
    [{ password: 'password1' }, 400, 104000],
    [{ password: 'Qwerty1' }, 400, 104000],
    [{ name: 'Zhou 9' }, 400, 104000],
    [{ phone: 'abc' }, 400, 104000],
    [{ email: 'abc' }, 400, 104000],
    [{ serves: ['p-doctor'] }, 400, 104000],
    [{ position: 'Assistant', serves: ['p-other'] }, 400, 104000],
    [{ position: 'Assistant', serves: ['p-technician'] }, 400, 104000],
    [{ admin: true }, 400, 104000],
  ])('refuses %o', async (more, status, code) => {
    expect(await create(more)).toMatchObject({ status, code });
    expect((await users('?keyword=tech9')).data.total).toBe(0);
  });

  test.each([
    ['en', 'This password is among the 10,000 most common: choose another'],
    ['zh-CN', '此密码属于最常用的一万个密码，请换一个'],
  ])(
    'says in %s that a password is too common, for a new account and for a change',
    async (lang, message) => {
      const issue = { path: 'password', issue: 'password-common', message };
      const headers = { Cookie: `lang=${lang}` };
      const made = await create({ password: 'Password1' }, headers);
      expect(made.data).toMatchObject({ issues: [issue] });
      const body = { password: '123456a' };
      const changed = await bench.put('/api/users/p-technician', { as: 'admin', body, headers });
      expect([changed.status, changed.data]).toMatchObject([400, { issues: [issue] }]);
    },
  );

  test('refuses a phone that another person has', async () => {
    await create({ phone: '13812345678' });
    expect(await create({ userName: 'tech10', phone: '13812345678' })).toMatchObject({
      status: 409,
      code: 103014,
    });
  });

  test('changes the given fields only', async () => {
    const { data } = await create({ phone: '13812345678' });
    const changed = await bench.put(`/api/users/${data.id}`, { as: 'admin', body: { name: '周大涛' } });
    expect(changed.data).toMatchObject({ name: '周大涛', userName: 'tech9', phone: '13812345678' });
    const taken = await bench.put(`/api/users/${data.id}`, { as: 'admin', body: { userName: 'doctor' } });
    expect(taken).toMatchObject({ status: 409, code: 102025 });
  });

  test('does not know people of another organisation', async () => {
    for (const id of ['p-other', 'p-nobody'])
      for (const [method, path, body] of [
        ['PUT', `/api/users/${id}`, { name: '周涛' }],
        ['POST', `/api/users/${id}/freeze`, {}],
      ] as const) {
        const response = await bench.send(method, path, { as: 'admin', body });
        expect([response.status, (await response.json()).code]).toEqual([404, 101010]);
      }
    expect((await users('?size=100')).data.items.map(p => p.id)).not.toContain('p-other');
    expect((await users('?size=100')).data.items.map(p => p.id)).toContain('p-designer');
  });

  test('does not let an Admin freeze the own account', async () => {
    const answer = await bench.post('/api/users/p-admin/freeze', { as: 'admin', body: {} });
    expect(answer.status).toBe(400);
  });

  test('lists by position, name and state, page by page', async () => {
    expect((await users('?position=Technician')).data.items.map(p => p.userName)).toEqual([
      'technician',
      'technician2',
    ]);
    await bench.post('/api/users/p-technician/freeze', { as: 'admin', body: {} });
    expect((await users('?position=Technician&frozen=0')).data.total).toBe(1);
    expect((await users('?size=5&page=2')).data.items).toHaveLength(5);
    expect(await users('?position=Surgeon')).toMatchObject({ status: 400, code: 101015 });
  });

  test('shows a supervisor and the service desk their colleagues, without contacts', async () => {
    await bench.post('/api/users/p-technician2/freeze', { as: 'admin', body: {} });
    for (const as of ['supervisor', 'service'] as const) {
      const { data } = await users('?size=100', as);
      const ids = data.items.map(p => p.id);
      expect(ids).toContain('p-doctor');
      for (const id of ['p-technician2', 'p-designer', 'p-other']) expect(ids).not.toContain(id);
      expect(Object.keys(data.items[0] ?? {}).sort()).toEqual([
        ...['id', 'name', 'orgId', 'position', 'userName'],
      ]);
      expect((await users('?position=Technician', as)).data.items.map(p => p.userName)).toEqual([
        'technician',
      ]);
    }
    expect(await users('?position=Technician', 'doctor')).toMatchObject({ status: 403, code: 102029 });
    expect(await bench.get('/api/organisations', { as: 'service' })).toMatchObject({ status: 403 });
  });

  test('finds people by their contacts for an Admin only', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { phone: '13812345678' } });
    expect((await users('?keyword=13812345678')).data.items.map(p => p.id)).toEqual(['p-doctor']);
    expect((await users('?keyword=13812345678', 'service')).data.total).toBe(0);
  });

  test('lists by organisation and by trial', async () => {
    expect((await users('?orgId=ediy')).data.items.map(p => p.id)).toEqual(['p-designer']);
    expect((await users('?orgId=other')).data.total).toBe(0);
    const order = { by: 'system', commandId: crypto.randomUUID() };
    const trial = { ...account, position: 'Doctor', orgId: 'main', trial: true } as const;
    await bench.deps.accounts.add(order, trial);
    expect((await users('?trial=1')).data.items.map(p => p.userName)).toEqual(['tech9']);
    expect((await users('?trial=0&size=100')).data.items.map(p => p.userName)).not.toContain('tech9');
  });

  test('lists the organisations that it serves', async () => {
    const { data } = await bench.get<{ items: { orgId: string }[] }>('/api/organisations', { as: 'admin' });
    expect(data.items.map(o => o.orgId)).toEqual(['main', 'ediy']);
  });
});

describe('two Admins at once', () => {
  test('who create the same user name: one succeeds', async () => {
    const both = await Promise.all([create(), create()]);
    expect(both.map(a => a.code).sort()).toEqual([0, 102025]);
  });

  test('who create different user names: both succeed', async () => {
    const names = ['techa', 'techb', 'techc', 'techd'];
    const all = await Promise.all(names.map(userName => create({ userName })));
    expect(all.every(a => a.status === 200)).toBe(true);
  });
});

test.each([
  { password: 'another7' },
  { userName: 'root2' },
  { phone: '13900000077' },
  { email: 'a@b.example' },
])('an Admin’s own %o is not changed without the password', async change => {
  const answer = await bench.put('/api/users/p-admin', { as: 'admin', body: change });
  const issues = [{ path: Object.keys(change)[0], issue: 'not-a-choice' }];
  expect([answer.status, answer.data]).toMatchObject([400, { issues }]);
  expect((await bench.put('/api/users/p-admin', { as: 'admin', body: { name: '王芳' } })).status).toBe(200);
});

test('a profile is changed by its own person only', async () => {
  const { data } = await bench.get('/api/profile', { as: 'doctor' });
  expect(data).toMatchObject({ userName: 'doctor', name: '李明', position: 'Doctor', organisation: 'main' });
  const hidden = await bench.get('/api/profile', { as: 'doctor', headers: { 'X-Eye': 'hidden' } });
  expect(hidden.data.name).toBe('李**');
});

test('the first Admin is created with its organisation, and only if the name is free', async () => {
  const wanted = {
    userName: 'root1',
    password: TEST_PASSWORD,
    name: '李明',
    orgId: 'clinic',
    orgName: 'Clinic',
  };
  const id = await createAdmin(bench.deps, wanted);
  const { people, organisations } = await bench.deps.people.current();
  expect(people.get(id)).toMatchObject({ position: 'Admin', orgId: 'clinic' });
  expect(organisations.get('clinic')).toMatchObject({ name: 'Clinic', servedBy: 'clinic' });
  const elsewhere = { ...wanted, orgId: 'elsewhere' };
  for (const same of [wanted, elsewhere])
    await expect(createAdmin(bench.deps, same)).rejects.toMatchObject({ refusal: 'userExists' });
  expect([...(await bench.deps.people.current()).organisations.keys()]).not.toContain('elsewhere');
  await expect(createAdmin(bench.deps, { ...wanted, password: 'short' })).rejects.toMatchObject({
    refusal: 'badInput',
  });
});
