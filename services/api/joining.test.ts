/** Registration and forgotten passwords over HTTP. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#events/case/options.ts';
import { mainOrganisation } from '#events/person/directory.ts';
import { privacyVersion, termsVersion } from '#events/person/terms.ts';
import { openTestServer, PASSWORD, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const phone = '13900001234';
const email = 'wang.fang@clinic.example';
const NEW = 'sunny2026';
const form = { userName: 'wang.fang', password: NEW, name: '王芳', phone, clinic: '晨光口腔门诊部' };

/** The newest code or link that was sent to an address. */
async function sent(to: string, before = 0): Promise<string> {
  await vi.waitFor(() => expect(bench.messages.list(to).length).toBeGreaterThan(before));
  const text = bench.messages.list(to)[0]?.text ?? '';
  return /token=([\w.-]+)/.exec(text)?.[1] ?? /\d{6}/.exec(text)?.[0] ?? 'none';
}
async function codeFor(purpose: string, given: { phone: string } | { email: string }): Promise<string> {
  const to = 'phone' in given ? given.phone : given.email;
  const before = bench.messages.list(to).length;
  expect((await bench.post('/api/codes', { body: { purpose, ...given } })).status).toBe(200);
  return sent(to, before);
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

type Signed = {
  token: string;
  user: { id: string; orgId: string; trialUntil: string; phone: string | null };
};
const register = (body: object) => bench.post<Signed>('/api/register', { body });
const signIn = (userName: string, password: string) =>
  bench.post<Signed>('/api/login', { body: { userName, password } });
const directory = () => bench.deps.people.current();
const issues = (issue: string, path = 'code') => ({ issues: [{ path, issue }] });

describe('POST /api/register', () => {
  test('makes a trial Doctor in an organisation of its own, and signs in', async () => {
    const code = await codeFor('register', { phone });
    const answer = await register({ ...form, email, code, terms: termsVersion });
    const { token, user } = answer.data;
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/session=.*device=/);
    expect(user).toMatchObject({
      userName: 'wang.fang',
      position: 'Doctor',
      phone,
      email: null,
      trialUntil: new Date(bench.clock.now() + limits.trialMs).toISOString(),
    });
    const found = await directory();
    expect(found.organisations.get(user.orgId)).toMatchObject({
      name: '晨光口腔门诊部',
      servedBy: mainOrganisation(found)?.orgId,
      zone: 'Asia/Shanghai',
    });
    expect(found.people.get(user.id)?.unconfirmed).toBe(email);
    expect((await bench.post('/api/cases', { token, body: {} })).status).toBe(200);
    expect((await signIn('wang.fang', NEW)).status).toBe(200);
  });

  test('records the accepted versions; names, addresses and code are in no log line and no open event', async () => {
    const code = await codeFor('register', { phone });
    const { user } = (await register({ ...form, email, code })).data;
    const open = [];
    for await (const { type, data } of bench.deps.sealedLog.read('directory')) open.push({ type, data });
    expect(open).toContainEqual({
      type: 'TermsAccepted',
      data: { personId: user.id, terms: termsVersion, privacy: privacyVersion },
    });
    const text = `${bench.lines.join()}${JSON.stringify(open)}`;
    for (const secret of [phone, email, '王芳', 'wang.fang', code, NEW]) expect(text).not.toContain(secret);
    expect(bench.lines.join()).toContain('accountCreated');
  });

  test('by e-mail confirms the e-mail, and leaves the phone unconfirmed and free for its owner', async () => {
    const code = await codeFor('register', { email });
    const first = await register({ ...form, email, code });
    expect((await directory()).people.get(first.data.user.id)).toMatchObject({
      email,
      phone: null,
      unconfirmed: phone,
    });
    const second = await register({
      ...{ ...form, userName: 'owner', name: '李四' },
      code: await codeFor('register', { phone }),
    });
    expect(second.data.user.phone).toBe(phone);
    expect((await signIn(phone, NEW)).data.user.id).toBe(second.data.user.id);
  });

  test.each([
    [{ userName: 'x' }, 'userName', 'user-name-format'],
    [{ userName: '13900009999' }, 'userName', 'user-name-open'],
    [{ userName: 'li@clinic.example' }, 'userName', 'user-name-open'],
    [{ userName: 'dоctor' }, 'userName', 'user-name-open'],
    [{ password: 'short' }, 'password', 'password-format'],
    [{ password: 'password1' }, 'password', 'password-common'],
    [{ passwordAgain: 'sunny2027' }, 'passwordAgain', 'passwords-differ'],
    [{ name: '王芳1' }, 'name', 'name-letters'],
    [{ name: '王'.repeat(60) }, 'name', 'name-long'],
    [{ phone: 'abc' }, 'phone', 'phone-format'],
    [{ email: 'wang@clinic' }, 'email', 'email-format'],
    [{ phone: undefined }, 'phone', 'required'],
    [{ clinic: ' ' }, 'clinic', 'blank'],
    [{ terms: '2020-01-01' }, 'terms', 'terms-outdated'],
    [{ code: '12345' }, 'code', 'code-format'],
    [{ position: 'Admin' }, 'position', 'unknown-field'],
  ])('refuses %j at its field, stores nothing, and leaves the code valid', async (change, path, issue) => {
    const code = await codeFor('register', { phone });
    const before = await bench.deps.store.head();
    const refused = await register({ ...form, code, ...change });
    expect([refused.status, refused.code]).toEqual([400, 104000]);
    expect(refused.data).toMatchObject(issues(issue, path));
    expect(await bench.deps.store.head()).toBe(before);
    expect((await register({ ...form, code })).status).toBe(200);
  });

  test('refuses a wrong code, one of another purpose or number, and one that has expired', async () => {
    const code = await codeFor('register', { phone });
    const wrong = { status: 400, code: 103015, data: issues('code-wrong') };
    expect(await register({ ...form, code: other(code) })).toMatchObject(wrong);
    expect(await register({ ...form, phone: '13900001235', code })).toMatchObject(wrong);
    bench.clock.advance(limits.codeMs);
    expect(await register({ ...form, code })).toMatchObject({ ...wrong, data: issues('code-over') });
    const contact = { purpose: 'contact', address: phone, personId: 'p-doctor' } as const;
    const foreign = await bench.deps.contactCodes.issue(contact);
    expect(await register({ ...form, code: foreign })).toMatchObject(wrong);
  });

  test('refuses a code after five wrong tries', async () => {
    const code = await codeFor('register', { phone });
    for (let i = 0; i < limits.codeTries; i++) await register({ ...form, code: other(code) });
    expect(await register({ ...form, code })).toMatchObject({ code: 103015, data: issues('code-over') });
  });

  test('says that a number is registered only to somebody with its code', async () => {
    await register({ ...form, code: await codeFor('register', { phone }) });
    bench.clock.advance(limits.codeResendMs);
    const again = { ...form, userName: 'wang.two', phone: '+86 139-0000-1234' };
    const code = await codeFor('register', { phone: again.phone });
    expect((await register({ ...again, code: other(code) })).code).toBe(103015);
    expect(await register({ ...again, code })).toMatchObject({
      status: 409,
      code: 103014,
      data: issues('taken', 'phone'),
    });
  });

  test('says that a login is taken only with the right code, which stays valid for another login', async () => {
    const code = await codeFor('register', { phone });
    expect((await register({ ...form, userName: 'DOCTOR', code: other(code) })).code).toBe(103015);
    expect(await register({ ...form, userName: 'DOCTOR', code })).toMatchObject({
      status: 409,
      code: 102025,
      data: issues('taken', 'userName'),
    });
    expect((await register({ ...form, code })).status).toBe(200);
  });

  test('of two requests at once with one code, one gets an account', async () => {
    const code = await codeFor('register', { phone });
    const answers = await Promise.all(
      ['wang.one', 'wang.two'].map(userName => register({ ...form, userName, code })),
    );
    expect(answers.map(a => a.status).sort()).not.toEqual([200, 200]);
    expect(answers.filter(a => a.status === 200)).toHaveLength(1);
    expect((await directory()).organisations.size).toBe(4);
  });

  test('of two people at once with one login, one gets it', async () => {
    const codes = await Promise.all([codeFor('register', { phone }), codeFor('register', { email })]);
    const { phone: _phone, ...rest } = form;
    const answers = await Promise.all([
      register({ ...rest, phone, code: codes[0] }),
      register({ ...rest, email, code: codes[1] }),
    ]);
    expect(answers.map(a => a.code).sort()).toEqual([0, 102025]);
  });

  test('from a page of another site makes nothing', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await bench.post('/api/register', { body: form, headers })).status).toBe(403);
  });

  test('is limited for one client', async () => {
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await register({})).status);
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });
});

describe('a trial', () => {
  const registered = async () =>
    (await register({ ...form, code: await codeFor('register', { phone }) })).data;

  test('ends on day 30, with its sessions, and an Admin makes it permanent', async () => {
    const { user } = await registered();
    bench.clock.advance(limits.trialMs - 1);
    expect((await signIn('wang.fang', NEW)).status).toBe(200);
    bench.clock.advance(1);
    expect((await signIn('wang.fang', 'sunny2027')).code).toBe(103016);
    const over = await signIn('wang.fang', NEW);
    expect([over.status, over.code]).toEqual([403, 104012]);
    expect(over.message).toMatch(/Nothing was deleted: contact the service desk/);
    bench.tokens.clear();
    const permanent = await bench.post(`/api/users/${user.id}/permanent`, { as: 'admin', body: {} });
    expect(permanent).toMatchObject({ status: 200, data: { trialUntil: null } });
    expect((await signIn('wang.fang', NEW)).status).toBe(200);
    const lines = bench.lines.filter(line => line.includes('accountPermanent'));
    expect(lines).toHaveLength(1);
  });

  test('ends for the doctor’s assistants too, with their sessions', async () => {
    const { user, token: as } = await registered();
    const assistant = {
      userName: 'min.li',
      password: NEW,
      name: '李敏',
      phone: '13900000021',
      address: '上海',
    };
    expect((await bench.post('/api/assistants', { token: as, body: assistant })).status).toBe(200);
    bench.clock.advance(limits.trialMs - 1);
    const { token } = (await signIn('min.li', NEW)).data;
    const who = async () => (await bench.get('/api/sysUser', { token })).code;
    expect(await who()).toBe(0);
    bench.clock.advance(1);
    expect([await who(), (await signIn('min.li', NEW)).code]).toEqual([102028, 104012]);
    bench.tokens.clear();
    await bench.post(`/api/users/${user.id}/permanent`, { as: 'admin', body: {} });
    expect((await signIn('min.li', NEW)).status).toBe(200);
  });

  test('is made permanent once; other accounts stay as they are', async () => {
    const { user } = await registered();
    const permanent = (id: string, as: 'admin' | 'supervisor' | 'other' = 'admin') =>
      bench.post(`/api/users/${id}/permanent`, { as, body: {} });
    expect((await permanent(user.id, 'supervisor')).status).toBe(403);
    expect((await permanent(user.id)).status).toBe(200);
    const head = await bench.deps.store.head();
    expect((await permanent(user.id)).status).toBe(200);
    expect((await permanent('p-doctor')).status).toBe(200);
    expect(await bench.deps.store.head()).toBe(head);
    expect((await permanent('p-other')).text).toBe((await permanent('nobody')).text);
  });

  test('is told that it is permanent now', async () => {
    const { user, token } = await registered();
    await bench.post(`/api/users/${user.id}/permanent`, { as: 'admin', body: {} });
    const { data } = await bench.get<{ items: { type: string }[] }>('/api/messages', { token });
    expect(data.items.map(item => item.type)).toContain('AccountMadePermanent');
  });
});

const withAddresses = () => bench.put('/api/users/p-doctor', { as: 'admin', body: { phone, email } });
const forgot = (body: object) => bench.post<null>('/api/forgotPwd', { body });
const askLink = (to: string) => bench.post('/api/forgotPwd/link', { body: { email: to } });
async function linkFor(to: string): Promise<string> {
  const before = bench.messages.list(to).length;
  expect((await askLink(to)).status).toBe(200);
  return sent(to, before);
}

describe('POST /api/forgotPwd by code', () => {
  beforeEach(withAddresses);

  test.each([
    ['phone', { phone }, { phone }],
    ['e-mail', { email }, { email }],
    ['login and phone', { phone }, { userName: 'doctor' }],
    ['login and e-mail', { email }, { userName: 'Doctor' }],
    ['an address as login', { phone }, { userName: '139 0000 1234' }],
  ])('of %s sets the password, and tells every address', async (_, to, account) => {
    const code = await codeFor('forgotPwd', to);
    expect(await forgot({ ...account, code, password: NEW })).toMatchObject({ status: 200, data: null });
    expect((await signIn('doctor', PASSWORD)).code).toBe(103016);
    expect((await signIn('doctor', NEW)).status).toBe(200);
    await vi.waitFor(() => {
      for (const address of [phone, email])
        expect(bench.messages.list(address)[0]?.text).toContain('password of');
    });
    expect(bench.lines.filter(line => line.includes('passwordReset'))).toHaveLength(1);
  });

  test('ends all sessions and remember-me, and ends a freeze', async () => {
    const remembered = await bench.deps.sessions.signIn({
      account: 'doctor',
      password: PASSWORD,
      remember: true,
    });
    for (let i = 0; i < 5; i++) await signIn('doctor', 'wrong1234');
    expect((await signIn('doctor', PASSWORD)).code).toBe(103017);
    bench.clock.advance(1000);
    const code = await codeFor('forgotPwd', { phone });
    expect((await forgot({ phone, code, password: NEW })).status).toBe(200);
    expect((await bench.get('/api/sysUser', { token: remembered.token })).code).toBe(102028);
    expect(await bench.deps.sessions.resume(remembered.remember ?? '')).toBeUndefined();
    expect((await signIn('doctor', NEW)).status).toBe(200);
  });

  test('works once, also for two requests at the same time', async () => {
    const code = await codeFor('forgotPwd', { phone });
    const answers = await Promise.all([NEW, 'sunny2027'].map(password => forgot({ phone, code, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await forgot({ phone, code, password: NEW })).code).toBe(103015);
  });

  test('does not say whether an account exists, and does the same work', async () => {
    const vault = vi.spyOn(bench.deps.vault, 'put');
    const seen = [];
    for (const account of [{ userName: 'doctor' }, { userName: 'nobody' }]) {
      vault.mockClear();
      const { status, text } = await forgot({ ...account, code: '123456', password: NEW });
      seen.push(JSON.stringify([status, text, vault.mock.calls.length]));
    }
    expect(new Set(seen).size).toBe(1);
    const byPhone = [];
    for (const to of [phone, '13900009999']) {
      await bench.post('/api/codes', { body: { purpose: 'forgotPwd', phone: to } });
      byPhone.push((await forgot({ phone: to, code: '000000', password: NEW })).text);
      bench.clock.advance(limits.codeMs);
      byPhone.push((await forgot({ phone: to, code: '000000', password: NEW })).text);
    }
    expect(byPhone.slice(0, 2)).toEqual(byPhone.slice(2));
    expect(byPhone[0]).toContain('code-wrong');
    expect(byPhone[1]).toContain('code-over');
  });

  test('does not send to a person whose login is the number of somebody else', async () => {
    await bench.put('/api/users/p-doctor2', { as: 'admin', body: { userName: '13900008888' } });
    await bench.post('/api/codes', { body: { purpose: 'forgotPwd', phone: '13900008888' } });
    await codeFor('forgotPwd', { phone });
    expect(bench.messages.list('13900008888')).toEqual([]);
  });

  test.each([
    [{ phone, code: '123456' }, 'password', 'required'],
    [{ phone, password: NEW }, 'code', 'required'],
    [{ code: '123456', password: NEW }, 'userName', 'required'],
    [{ phone, code: '123456', password: 'abc' }, 'password', 'password-format'],
    [{ phone, code: '123456', password: NEW, passwordAgain: 'x' }, 'passwordAgain', 'passwords-differ'],
  ])('refuses %j at its field', async (body, path, issue) => {
    expect(await forgot(body)).toMatchObject({ status: 400, code: 104000, data: issues(issue, path) });
  });
});

describe('POST /api/forgotPwd by link', () => {
  beforeEach(withAddresses);
  const over = { status: 400, data: issues('link-over', 'token') };

  test('sets the password once, also for two requests at the same time', async () => {
    const token = await linkFor(email);
    expect(await bench.deps.passwordResets.find(token)).toMatchObject({ id: 'p-doctor' });
    const answers = await Promise.all([NEW, 'sunny2027'].map(password => forgot({ token, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await forgot({ token, password: NEW })).toMatchObject(over);
  });

  test('answers alike for every address, and sends only to those of an account', async () => {
    const answers = [];
    for (const to of ['nobody@clinic.example', email, 'nobody@clinic.example', email]) {
      const { status, text } = await askLink(to);
      answers.push(JSON.stringify([status, text]));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[2]).toBe(answers[3]);
    await sent(email);
    expect(bench.messages.list().map(({ to }) => to)).toEqual([email]);
  });

  test('is dead after 30 minutes, after a newer link, and after another change of the password', async () => {
    const first = await linkFor(email);
    bench.clock.advance(limits.codeResendMs);
    const second = await linkFor(email);
    expect(await forgot({ token: first, password: NEW })).toMatchObject(over);
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: 'sunny2028' } });
    expect(await forgot({ token: second, password: NEW })).toMatchObject(over);
    bench.clock.advance(limits.codeResendMs);
    const third = await linkFor(email);
    bench.clock.advance(30 * 60_000);
    expect(await forgot({ token: third, password: NEW })).toMatchObject(over);
    expect((await signIn('doctor', 'sunny2028')).status).toBe(200);
  });

  test('is dead once the account has another e-mail, whose old mailbox may be a stranger’s', async () => {
    const token = await linkFor(email);
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li.new@clinic.example' } });
    expect(await forgot({ token, password: NEW })).toMatchObject(over);
    expect((await signIn('doctor', PASSWORD)).status).toBe(200);
  });

  test('stays valid after a refused password, and leads to the page under the public address', async () => {
    const token = await linkFor(email);
    expect(await forgot({ token, password: 'abc' })).toMatchObject({
      status: 400,
      data: issues('password-format', 'password'),
    });
    expect(bench.messages.list(email)[0]?.text).toContain('https://archline.example/forgetPwd?token=');
    expect((await forgot({ token, password: NEW })).status).toBe(200);
  });

  test('leaves no token, address or code in a log line', async () => {
    const token = await linkFor(email);
    await forgot({ token: `${token}x`, password: NEW });
    await forgot({ token, password: NEW });
    for (const secret of [token, email, phone, NEW]) expect(bench.lines.join()).not.toContain(secret);
  });
});

test('codes and links go to the account’s own spelling of an address', async () => {
  await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'kim@clinic.example' } });
  // The Kelvin sign, whose small letter is a k.
  const typed = '\u212Aim@clinic.example';
  await codeFor('forgotPwd', { email: typed });
  bench.clock.advance(limits.codeResendMs);
  await linkFor(typed);
  expect(bench.messages.list().map(({ to }) => to)).toEqual(['kim@clinic.example', 'kim@clinic.example']);
});

test('an unconfirmed address of a registration sets no password', async () => {
  const code = await codeFor('register', { phone });
  await register({ ...form, email, code });
  await askLink(email);
  await bench.post('/api/codes', { body: { purpose: 'forgotPwd', phone: '13900001111' } });
  bench.clock.advance(limits.codeResendMs);
  await codeFor('forgotPwd', { phone });
  expect(bench.messages.list(email)).toEqual([]);
});
