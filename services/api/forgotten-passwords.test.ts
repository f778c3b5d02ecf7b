/** Forgotten passwords over HTTP, by code and by link. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#events/case/limits.ts';
import {
  answerWithIssue,
  createJoiningSteps,
  registrationForm,
  testEmail,
  testPassword,
  testPhone,
} from './testing/joining-steps.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { codeFor, register, signIn, sent } = createJoiningSteps(() => bench);

const withAddresses = () =>
  bench.put('/api/users/p-doctor', { as: 'admin', body: { phone: testPhone, email: testEmail } });
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
    ['phone', { phone: testPhone }, { phone: testPhone }],
    ['e-mail', { email: testEmail }, { email: testEmail }],
    ['login and phone', { phone: testPhone }, { userName: 'doctor' }],
    ['login and e-mail', { email: testEmail }, { userName: 'Doctor' }],
    ['an address as login', { phone: testPhone }, { userName: '139 0000 1234' }],
  ])('of %s sets the password, and tells every address', async (_, to, account) => {
    const code = await codeFor('forgotPwd', to);
    expect(await forgot({ ...account, code, password: testPassword })).toMatchObject({
      status: 200,
      data: null,
    });
    expect((await signIn('doctor', TEST_PASSWORD)).code).toBe(103016);
    expect((await signIn('doctor', testPassword)).status).toBe(200);
    await vi.waitFor(() => {
      for (const address of [testPhone, testEmail])
        expect(bench.messages.list(address)[0]?.text).toContain('password of');
    });
    expect(bench.lines.filter(line => line.includes('passwordReset'))).toHaveLength(1);
  });

  test('ends all sessions and remember-me, and ends a freeze', async () => {
    const remembered = await bench.deps.sessions.signIn({
      account: 'doctor',
      password: TEST_PASSWORD,
      remember: true,
    });
    for (let i = 0; i < 5; i++) await signIn('doctor', 'wrong1234');
    expect((await signIn('doctor', TEST_PASSWORD)).code).toBe(103017);
    bench.clock.advance(1000);
    const code = await codeFor('forgotPwd', { phone: testPhone });
    expect((await forgot({ phone: testPhone, code, password: testPassword })).status).toBe(200);
    expect((await bench.get('/api/sysUser', { token: remembered.token })).code).toBe(102028);
    expect(await bench.deps.sessions.resume(remembered.remember ?? '')).toBeUndefined();
    expect((await signIn('doctor', testPassword)).status).toBe(200);
  });

  test('works once, also for two requests at the same time', async () => {
    const code = await codeFor('forgotPwd', { phone: testPhone });
    const answers = await Promise.all(
      [testPassword, 'sunny2027'].map(password => forgot({ phone: testPhone, code, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await forgot({ phone: testPhone, code, password: testPassword })).code).toBe(103015);
  });

  test('does not say whether an account exists, and does the same work', async () => {
    const vault = vi.spyOn(bench.deps.vault, 'put');
    const seen = [];
    for (const account of [{ userName: 'doctor' }, { userName: 'nobody' }]) {
      vault.mockClear();
      const { status, text } = await forgot({ ...account, code: '123456', password: testPassword });
      seen.push(JSON.stringify([status, text, vault.mock.calls.length]));
    }
    expect(new Set(seen).size).toBe(1);
    const byPhone = [];
    for (const to of [testPhone, '13900009999']) {
      await bench.post('/api/codes', { body: { purpose: 'forgotPwd', phone: to } });
      byPhone.push((await forgot({ phone: to, code: '000000', password: testPassword })).text);
      bench.clock.advance(limits.codeMs);
      byPhone.push((await forgot({ phone: to, code: '000000', password: testPassword })).text);
    }
    expect(byPhone.slice(0, 2)).toEqual(byPhone.slice(2));
    expect(byPhone[0]).toContain('code-wrong');
    expect(byPhone[1]).toContain('code-over');
  });

  test('does not send to a person whose login is another person’s number', async () => {
    await bench.put('/api/users/p-doctor2', { as: 'admin', body: { userName: '13900008888' } });
    await bench.post('/api/codes', { body: { purpose: 'forgotPwd', phone: '13900008888' } });
    await codeFor('forgotPwd', { phone: testPhone });
    expect(bench.messages.list('13900008888')).toEqual([]);
  });

  test.each([
    [{ phone: testPhone, code: '123456' }, 'password', 'required'],
    [{ phone: testPhone, password: testPassword }, 'code', 'required'],
    [{ code: '123456', password: testPassword }, 'userName', 'required'],
    [{ phone: testPhone, code: '123456', password: 'abc' }, 'password', 'password-format'],
    [
      { phone: testPhone, code: '123456', password: testPassword, passwordAgain: 'x' },
      'passwordAgain',
      'passwords-differ',
    ],
  ])('refuses %j at its field', async (body, path, issue) => {
    expect(await forgot(body)).toMatchObject({
      status: 400,
      code: 104000,
      data: answerWithIssue(issue, path),
    });
  });
});

describe('POST /api/forgotPwd by link', () => {
  beforeEach(withAddresses);
  const over = { status: 400, data: answerWithIssue('link-over', 'token') };

  test('sets the password once, also for two requests at the same time', async () => {
    const token = await linkFor(testEmail);
    expect(await bench.deps.passwordResets.find(token)).toMatchObject({ id: 'p-doctor' });
    const answers = await Promise.all(
      [testPassword, 'sunny2027'].map(password => forgot({ token, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await forgot({ token, password: testPassword })).toMatchObject(over);
  });

  test('answers alike for every address, and sends only to those of an account', async () => {
    const answers = [];
    for (const to of ['nobody@clinic.example', testEmail, 'nobody@clinic.example', testEmail]) {
      const { status, text } = await askLink(to);
      answers.push(JSON.stringify([status, text]));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[2]).toBe(answers[3]);
    await sent(testEmail);
    expect(bench.messages.list().map(({ to }) => to)).toEqual([testEmail]);
  });

  test('is dead after 30 minutes, after a newer link, and after another change of the password', async () => {
    const first = await linkFor(testEmail);
    bench.clock.advance(limits.codeResendMs);
    const second = await linkFor(testEmail);
    expect(await forgot({ token: first, password: testPassword })).toMatchObject(over);
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: 'sunny2028' } });
    expect(await forgot({ token: second, password: testPassword })).toMatchObject(over);
    bench.clock.advance(limits.codeResendMs);
    const third = await linkFor(testEmail);
    bench.clock.advance(30 * 60_000);
    expect(await forgot({ token: third, password: testPassword })).toMatchObject(over);
    expect((await signIn('doctor', 'sunny2028')).status).toBe(200);
  });

  test('is dead once the account has another e-mail, whose old mailbox may be a stranger’s', async () => {
    const token = await linkFor(testEmail);
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li.new@clinic.example' } });
    expect(await forgot({ token, password: testPassword })).toMatchObject(over);
    expect((await signIn('doctor', TEST_PASSWORD)).status).toBe(200);
  });

  test('stays valid after a refused password, and leads to the page under the public address', async () => {
    const token = await linkFor(testEmail);
    expect(await forgot({ token, password: 'abc' })).toMatchObject({
      status: 400,
      data: answerWithIssue('password-format', 'password'),
    });
    expect(bench.messages.list(testEmail)[0]?.text).toContain('https://archline.example/forgetPwd?token=');
    expect((await forgot({ token, password: testPassword })).status).toBe(200);
  });

  test('leaves no token, address or code in a log line', async () => {
    const token = await linkFor(testEmail);
    await forgot({ token: `${token}x`, password: testPassword });
    await forgot({ token, password: testPassword });
    for (const secret of [token, testEmail, testPhone, testPassword])
      expect(bench.lines.join()).not.toContain(secret);
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
  const code = await codeFor('register', { phone: testPhone });
  await register({ ...registrationForm, email: testEmail, code });
  await askLink(testEmail);
  await bench.post('/api/codes', { body: { purpose: 'forgotPwd', phone: '13900001111' } });
  bench.clock.advance(limits.codeResendMs);
  await codeFor('forgotPwd', { phone: testPhone });
  expect(bench.messages.list(testEmail)).toEqual([]);
});
