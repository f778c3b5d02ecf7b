/** The own account: password, name and login, phone and e-mail, and what each asks for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PersonItem } from './answers.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestServer,
  testCookieNames,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const NEW = 'archline2';
const MINUTE = 60_000;
const signIn = (password = TEST_PASSWORD, more: { userName?: string; remember?: boolean } = {}) =>
  bench.post<{ token: string }>('/api/login', { body: { userName: 'doctor', password, ...more } });
const who = async (token: string) => (await bench.get('/api/sysUser', { token })).code;
const profile = async () => (await bench.get<PersonItem>('/api/profile', { as: 'doctor' })).data;
const put = (path: string, body: unknown, more: object = {}) =>
  bench.put<PersonItem & { issues?: { path: string; issue: string }[] }>(`/api/profile${path}`, {
    as: 'doctor',
    body,
    ...more,
  });
const audited = () => bench.lines.map(line => JSON.parse(line)).filter(line => 'audit' in line);

describe('a new password', () => {
  const change = (oldPassword: string, password: string, more: object = {}) =>
    put('/password', { oldPassword, password }, more);

  test('replaces the old one, keeps this session and ends all others and remembered browsers', async () => {
    const there = await signIn(TEST_PASSWORD, { remember: true });
    const cookies = there.headers.getSetCookie().join('; ');
    const remember = new RegExp(`${testCookieNames.remember}=([^;]+)`).exec(cookies)?.[1] ?? '';
    const here = await bench.tokenOf('doctor');
    expect(await change(TEST_PASSWORD, NEW)).toMatchObject({ status: 200, data: { userName: 'doctor' } });
    expect([await who(here), await who(there.data.token)]).toEqual([0, 102028]);
    expect(await bench.deps.sessions.resume(remember)).toBeUndefined();
    expect((await signIn(TEST_PASSWORD)).code).toBe(103016);
    expect((await signIn(NEW)).code).toBe(0);
    expect(audited()).toContainEqual(
      expect.objectContaining({ audit: 'passwordChanged', by: expect.any(String) }),
    );
  });

  test.each([
    ['without the old one', { password: NEW }, ['oldPassword required']],
    ['without a new one', { oldPassword: TEST_PASSWORD }, ['password required']],
    ['too short', { oldPassword: TEST_PASSWORD, password: 'a1b2c' }, ['password password-format']],
    ['too long', { oldPassword: TEST_PASSWORD, password: 'a1'.repeat(11) }, ['password password-format']],
    ['with a sign', { oldPassword: TEST_PASSWORD, password: 'archline-2' }, ['password password-format']],
    ['of letters only', { oldPassword: TEST_PASSWORD, password: 'archlines' }, ['password password-format']],
    ['that is common', { oldPassword: TEST_PASSWORD, password: 'password1' }, ['password password-common']],
    ['with a wrong old one', { oldPassword: 'archline9', password: NEW }, ['oldPassword password-wrong']],
    ['with another field', { oldPassword: TEST_PASSWORD, password: NEW, name: '李' }, ['name unknown-field']],
  ])('is refused %s, and nothing changes', async (_why, body, issues) => {
    const there = await signIn();
    const refused = await put('/password', body);
    expect(refused).toMatchObject({ status: 400, code: 104000 });
    expect(refused.data.issues?.map(({ path, issue }) => `${path} ${issue}`)).toEqual(issues);
    expect([await who(there.data.token), (await signIn()).code]).toEqual([0, 0]);
  });

  test('counts wrong old passwords with those of the sign-in: five freeze both for 15 minutes', async () => {
    await bench.tokenOf('doctor');
    for (let i = 0; i < 2; i++) await signIn('archline8');
    for (let i = 0; i < 3; i++) expect((await change('archline9', NEW)).status).toBe(400);
    expect(await change(TEST_PASSWORD, NEW)).toMatchObject({ status: 403, code: 103017 });
    expect((await signIn()).code).toBe(103017);
    bench.clock.advance(14 * MINUTE);
    await who(await bench.tokenOf('doctor'));
    bench.clock.advance(MINUTE);
    expect((await change(TEST_PASSWORD, NEW)).status).toBe(200);
    const names = audited().map(({ audit }) => audit);
    expect(names.filter(name => name === 'wrongPassword')).toHaveLength(5);
    expect(names).toContain('accountLocked');
  });

  test('counts parallel wrong ones', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => change('archline9', NEW)));
    expect(answers.filter(({ code }) => code === 104000)).toHaveLength(5);
  });

  test('is set once for a repeated command, whatever happened since', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await change(TEST_PASSWORD, NEW, { headers });
    expect((await change(NEW, 'archline3')).status).toBe(200);
    expect((await change(TEST_PASSWORD, NEW, { headers })).text).toBe(first.text);
    expect((await signIn('archline3')).code).toBe(0);
  });

  test('is told to the person’s e-mail, once', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li@clinic.example' } });
    const headers = { 'Idempotency-Key': 'k' };
    for (let i = 0; i < 2; i++) await change(TEST_PASSWORD, NEW, { headers });
    expect(bench.mail.sent).toMatchObject([{ to: 'li@clinic.example' }]);
    expect(bench.mail.sent[0]?.text).not.toContain(NEW);
  });

  test('survives a lost race: the old one is asked once', async () => {
    const rename = bench.put('/api/users/p-technician', { as: 'admin', body: { name: '王芳' } });
    const [changed] = await Promise.all([change(TEST_PASSWORD, NEW), rename]);
    expect(changed.status).toBe(200);
  });

  test('leaves this browser a known device', async () => {
    const signedIn = await signIn();
    const cookieOf = (headers: Headers) =>
      headers
        .getSetCookie()
        .find(text => text.startsWith('__Host-device='))
        ?.split(';')[0] ?? '';
    const Cookie = cookieOf(signedIn.headers);
    const changed = await change(TEST_PASSWORD, NEW, { token: signedIn.data.token, headers: { Cookie } });
    const device = cookieOf(changed.headers).split('=')[1];
    expect(await bench.deps.devices.known(device, 'doctor')).toBeDefined();
    expect(await bench.deps.devices.known(Cookie.split('=')[1], 'doctor')).toBeUndefined();
  });
});

describe('the own profile', () => {
  test('takes a new name, which is shown at once', async () => {
    expect(await put('', { name: '李明远' })).toMatchObject({ status: 200, data: { name: '李明远' } });
    expect((await profile()).name).toBe('李明远');
    expect(audited()).toContainEqual(expect.objectContaining({ audit: 'accountChanged', why: 'name' }));
  });

  test('takes a new login with the password only', async () => {
    expect(await put('', { userName: 'dr.li' })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'oldPassword', issue: 'required' }] },
    });
    expect(await put('', { userName: 'dr.li', oldPassword: 'archline9' })).toMatchObject({
      data: { issues: [{ path: 'oldPassword', issue: 'password-wrong' }] },
    });
    expect((await put('', { userName: 'dr.li', oldPassword: TEST_PASSWORD })).data.userName).toBe('dr.li');
    expect((await signIn(TEST_PASSWORD, { userName: 'dr.li' })).code).toBe(0);
    expect((await signIn()).code).toBe(103016);
  });

  test('accepts the login that it has without a password', async () => {
    expect((await put('', { userName: 'doctor', name: '李明' })).status).toBe(200);
  });

  test.each([
    [{ userName: 'TECHNICIAN', oldPassword: TEST_PASSWORD }, 409, 'userName taken'],
    [{ userName: 'a', oldPassword: TEST_PASSWORD }, 400, 'userName user-name-format'],
    [{ name: '' }, 400, 'name name-letters'],
    [{ name: 'x'.repeat(60) }, 400, 'name name-long'],
    [{ name: '<b>' }, 400, 'name name-letters'],
    [{ phone: '13900000009' }, 400, 'phone unknown-field'],
    [{ position: 'Admin' }, 400, 'position unknown-field'],
  ])('refuses %j', async (body, status, issue) => {
    const refused = await put('', body);
    expect(refused.status).toBe(status);
    expect(refused.data.issues?.map(i => `${i.path} ${i.issue}`)).toContain(issue);
    expect(await profile()).toMatchObject({ name: '李明', userName: 'doctor', phone: null });
  });

  test('is every position’s own, and needs a session', async () => {
    for (const as of testPersonNames)
      expect((await bench.put('/api/profile', { as, body: { name: '李明' } })).status).toBe(200);
    for (const path of ['', '/password', '/phone', '/email', '/avatar'])
      expect((await bench.put(`/api/profile${path}`, { body: {} })).status).toBe(401);
  });
});

describe('a phone and an e-mail', () => {
  const phone = '13900000009';
  const email = 'li@clinic.example';
  const codeFor = (address: string, personId = 'p-doctor') =>
    bench.deps.contactCodes.issue({ purpose: 'contact', address, personId });
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('count once their code and the password are given', async () => {
    const codes = [await codeFor(phone), await codeFor(email)];
    const given = { oldPassword: TEST_PASSWORD };
    expect((await put('/phone', { phone, code: codes[0], ...given })).data).toMatchObject({ phone });
    expect((await put('/email', { email, code: codes[1], ...given })).data).toMatchObject({ phone, email });
    expect((await signIn(TEST_PASSWORD, { userName: phone })).code).toBe(0);
    expect((await signIn(TEST_PASSWORD, { userName: email })).code).toBe(0);
  });

  test('are refused with a wrong password, and the code stays valid', async () => {
    const code = await codeFor(phone);
    expect(await put('/phone', { phone, code, oldPassword: 'archline9' })).toMatchObject({
      data: { issues: [{ path: 'oldPassword', issue: 'password-wrong' }] },
    });
    expect((await put('/phone', { phone, code, oldPassword: TEST_PASSWORD })).status).toBe(200);
  });

  test.each([
    ['wrong', async () => other(await codeFor(phone))],
    ['for another number', () => codeFor('13900000008')],
    ['of another person', () => codeFor(phone, 'p-technician')],
    ['of another purpose', () => bench.deps.contactCodes.issue({ purpose: 'register', address: phone })],
    [
      'expired',
      async () => {
        const code = await codeFor(phone);
        bench.clock.advance(10 * MINUTE);
        return code;
      },
    ],
    [
      'used',
      async () => {
        const code = await codeFor(phone);
        await put('/phone', { phone, code, oldPassword: TEST_PASSWORD });
        return code;
      },
    ],
  ])('are refused with a code that is %s', async (_which, codeOf) => {
    const code = await codeOf();
    const before = await profile();
    expect(await put('/phone', { phone, code, oldPassword: TEST_PASSWORD })).toMatchObject({
      status: 400,
      code: 103015,
      data: { issues: [{ path: 'code' }] },
    });
    expect((await profile()).phone).toBe(before.phone);
  });

  test('of somebody else are refused, after their code only', async () => {
    await bench.put('/api/users/p-technician', { as: 'admin', body: { phone, email } });
    const code = await codeFor(phone);
    const wrong = await put('/phone', { phone, code: other(code), oldPassword: TEST_PASSWORD });
    expect(wrong).toMatchObject({ code: 103015 });
    expect(await put('/phone', { phone, code, oldPassword: TEST_PASSWORD })).toMatchObject({
      status: 409,
      code: 103014,
      data: { issues: [{ path: 'phone', issue: 'taken' }] },
    });
  });

  test.each([
    ['/phone', { phone: '12', code: '123456', oldPassword: TEST_PASSWORD }, 'phone phone-format'],
    ['/phone', { phone, code: '12345', oldPassword: TEST_PASSWORD }, 'code code-format'],
    ['/phone', { phone: null, code: '123456', oldPassword: TEST_PASSWORD }, 'phone wrong-type'],
    ['/email', { email: 'li@', code: '123456', oldPassword: TEST_PASSWORD }, 'email email-format'],
    ['/email', { email, code: '123456' }, 'oldPassword required'],
  ])('refuse at %s %j', async (path, body, issue) => {
    const refused = await put(path, body);
    expect(refused.status).toBe(400);
    expect(refused.data.issues?.map(i => `${i.path} ${i.issue}`)).toEqual([issue]);
  });

  test('are in no log line and no unsealed event', async () => {
    const code = await codeFor(phone);
    await put('/phone', { phone, code, oldPassword: TEST_PASSWORD });
    await put('/password', { oldPassword: TEST_PASSWORD, password: NEW });
    const sealed = await Array.fromAsync(bench.deps.sealedLog.readAll(), e => JSON.stringify(e, plainBigInt));
    const found = [...sealed, ...bench.lines].filter(line =>
      [phone, code, NEW].some(text => line.includes(text)),
    );
    expect(found).toEqual([]);
  });
});

const plainBigInt = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
