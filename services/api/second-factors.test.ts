/** Second factors and passkeys: setting them up, and signing in with them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../people/testing/authenticator.ts';
import { totpCodeAt } from '../people/totp.ts';
import type { FactorsItem } from './answers.ts';
import { openTestServer, PASSWORD, type PersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const ORIGIN = 'https://archline.example';
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const WRONG = 'archline2';
const wrongCode = 103015;
const needed = 104100;

type Options = { options: { challenge: string; user: { id: string } } };
type Started = FactorsItem & { secret: string; address: string };
type Handed = FactorsItem & { recoveryCodes: string[] };
type FirstStep = { ticket: string; kinds: string[] };

const confirmed = { body: { oldPassword: PASSWORD } };
const codeOf = (secret: string, later = 0) => totpCodeAt(secret, bench.clock.now() + later);
const factors = async (as: PersonName = 'doctor') =>
  (await bench.get<FactorsItem>('/api/factors', { as })).data;

/** Sets up an authenticator app. */
async function setUpApp(as: PersonName = 'doctor') {
  const { data } = await bench.post<Started>('/api/factors/totp', { as, ...confirmed });
  const { secret } = data;
  const { data: handed } = await bench.post<Handed>('/api/factors/totp/confirm', {
    as,
    body: { code: codeOf(secret) },
  });
  bench.clock.advance(STEP_MS);
  return { secret, recoveryCodes: handed.recoveryCodes };
}

async function addPasskey(as: PersonName = 'doctor', authenticator = createAuthenticator(ORIGIN)) {
  const { data } = await bench.post<Options>('/api/factors/passkeys/options', { as, ...confirmed });
  const body = { name: 'Laptop', response: authenticator.create(data.options) };
  return {
    authenticator,
    body,
    answer: await bench.post<FactorsItem>('/api/factors/passkeys', { as, body }),
  };
}

const signIn = (userName: PersonName = 'doctor', more: object = {}) =>
  bench.post<FirstStep>('/api/login', { body: { userName, password: PASSWORD, ...more } });
const finish = (body: object) => bench.post<{ token: string }>('/api/secondStep', { body });
async function passkeyOptions() {
  return (await bench.post<Options>('/api/passkey/options', { body: {} })).data.options;
}

describe('an authenticator app', () => {
  test('counts once its first code is entered, and hands out ten recovery codes', async () => {
    const { data } = await bench.post<Started>('/api/factors/totp', { as: 'doctor', ...confirmed });
    expect(data.address).toMatch(/^otpauth:\/\/totp\/Archline:doctor\?.*secret=[A-Z2-7]{32}/);
    expect(await factors()).toMatchObject({ totp: false });
    expect((await signIn()).code).toBe(0);
    const { secret } = data;
    const late = await bench.post('/api/factors/totp/confirm', {
      as: 'doctor',
      body: { code: codeOf(secret, -10 * STEP_MS) },
    });
    expect(late.code).toBe(wrongCode);
    const { data: done } = await bench.post<Handed>('/api/factors/totp/confirm', {
      as: 'doctor',
      body: { code: codeOf(secret) },
    });
    expect(done.recoveryCodes).toHaveLength(10);
    expect(new Set(done.recoveryCodes).size).toBe(10);
    expect(await factors()).toMatchObject({ totp: true, recoveryLeft: 10 });
  });

  test('must be confirmed within ten minutes', async () => {
    const { data } = await bench.post<Started>('/api/factors/totp', { as: 'doctor', ...confirmed });
    bench.clock.advance(10 * MINUTE_MS);
    const body = { code: codeOf(data.secret) };
    expect((await bench.post('/api/factors/totp/confirm', { as: 'doctor', body })).code).toBe(wrongCode);
  });

  test('is asked for after the password, and each code works once', async () => {
    const { secret } = await setUpApp();
    const first = await signIn();
    expect(first).toMatchObject({ status: 401, code: needed, data: { kinds: ['totp', 'recovery'] } });
    expect(first.headers.getSetCookie()).toEqual([]);
    const { ticket } = first.data;
    const code = codeOf(secret);
    expect((await finish({ ticket, kind: 'totp', code: codeOf(secret, 10 * STEP_MS) })).code).toBe(wrongCode);
    const done = await finish({ ticket, kind: 'totp', code });
    expect(done.code).toBe(0);
    expect((await bench.get('/api/sysUser', { token: done.data.token })).data).toMatchObject({
      id: 'p-doctor',
    });
    // The same code, and the same ticket with a later one.
    const again = await signIn();
    expect((await finish({ ticket: again.data.ticket, kind: 'totp', code })).code).toBe(wrongCode);
    expect((await finish({ ticket, kind: 'totp', code: codeOf(secret, STEP_MS) })).code).toBe(104101);
  });

  test('guards nobody else’s account', async () => {
    await setUpApp();
    expect((await signIn('doctor2')).code).toBe(0);
    expect(await factors('doctor2')).toMatchObject({ totp: false, recoveryLeft: 0, passkeys: [] });
  });

  test('freezes the second step after five wrong codes, although the password is right each time', async () => {
    const { secret } = await setUpApp();
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) {
      const { data } = await signIn();
      codes.push((await finish({ ticket: data.ticket, kind: 'totp', code: '000000' })).code);
    }
    expect(codes).toEqual([...Array(5).fill(wrongCode), 103017]);
    const { data } = await signIn();
    expect((await finish({ ticket: data.ticket, kind: 'totp', code: codeOf(secret) })).code).toBe(103017);
    bench.clock.advance(15 * MINUTE_MS);
    const later = await signIn();
    const done = await finish({ ticket: later.data.ticket, kind: 'totp', code: codeOf(secret) });
    expect(done.code).toBe(0);
  });

  test('stays frozen after a new password, which would allow more guesses', async () => {
    const { secret } = await setUpApp();
    const { ticket } = (await signIn()).data;
    for (let i = 0; i < 5; i += 1) await finish({ ticket, kind: 'recovery', code: 'AAAAA-AAAAA' });
    const [email, password] = ['li@clinic.example', WRONG];
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email } });
    await bench.post('/api/codes', { body: { purpose: 'forgotPwd', email } });
    await vi.waitFor(() => expect(bench.messages.list(email)).toHaveLength(1));
    const code = /\d{6}/.exec(bench.messages.list(email)[0]?.text ?? '')?.[0];
    expect((await bench.post('/api/forgotPwd', { body: { email, code, password } })).code).toBe(0);
    const right = async () => {
      const { data } = await signIn('doctor', { password });
      return (await finish({ ticket: data.ticket, kind: 'totp', code: codeOf(secret) })).code;
    };
    expect(await right()).toBe(103017);
    bench.clock.advance(15 * MINUTE_MS);
    expect(await right()).toBe(0);
  });

  test('keeps “remember me” of the first step', async () => {
    const { secret } = await setUpApp();
    const { data } = await signIn('doctor', { remember: true });
    const done = await finish({ ticket: data.ticket, kind: 'totp', code: codeOf(secret) });
    expect(done.headers.getSetCookie().some(cookie => cookie.startsWith('__Host-remember='))).toBe(true);
  });

  test('ends with its password: a ticket of the old one is over', async () => {
    const { secret } = await setUpApp();
    const { data } = await signIn();
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: WRONG } });
    expect((await finish({ ticket: data.ticket, kind: 'totp', code: codeOf(secret) })).code).toBe(104101);
  });

  test('begins no session if the password changes during the second step', async () => {
    const { secret } = await setUpApp();
    const { data } = await signIn('doctor', { remember: true });
    const { vault } = bench.deps;
    const put = vault.put.bind(vault);
    const changed = vi.spyOn(vault, 'put').mockImplementation(async (key, ...rest) => {
      if (key.startsWith('ticket/')) {
        changed.mockRestore();
        await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: WRONG } });
      }
      return put(key, ...rest);
    });
    const done = await finish({ ticket: data.ticket, kind: 'totp', code: codeOf(secret) });
    expect([done.code, done.headers.getSetCookie()]).toEqual([104101, []]);
  });

  test('gives a ticket five minutes, and none that was forged', async () => {
    const { secret } = await setUpApp();
    const { data } = await signIn();
    const forged = `${data.ticket.slice(0, -2)}AA`;
    expect((await finish({ ticket: forged, kind: 'totp', code: codeOf(secret) })).code).toBe(104101);
    bench.clock.advance(5 * MINUTE_MS + 10_000);
    expect((await finish({ ticket: data.ticket, kind: 'totp', code: codeOf(secret) })).code).toBe(104101);
  });

  test('is removed with the password only, and its recovery codes with it', async () => {
    await setUpApp();
    const wrong = await bench.post('/api/factors/totp/remove', {
      as: 'doctor',
      body: { oldPassword: WRONG },
    });
    expect(wrong).toMatchObject({ status: 400, data: { issues: [{ path: 'oldPassword' }] } });
    expect(await factors()).toMatchObject({ totp: true });
    await bench.post('/api/factors/totp/remove', { as: 'doctor', ...confirmed });
    expect(await factors()).toMatchObject({ totp: false, recoveryLeft: 0 });
    expect((await signIn()).code).toBe(0);
  });

  test('hands out the same secret to a repeated command', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const start = () => bench.post<Started>('/api/factors/totp', { as: 'doctor', ...confirmed, headers });
    expect((await start()).data.secret).toBe((await start()).data.secret);
  });
});

describe('recovery codes', () => {
  test('each sign in once, however they are typed', async () => {
    const { recoveryCodes } = await setUpApp();
    const [code = ''] = recoveryCodes;
    const enter = async (typed: string) => {
      const { data } = await signIn();
      return (await finish({ ticket: data.ticket, kind: 'recovery', code: typed })).code;
    };
    expect(await enter(` ${code.toLowerCase().replace('-', ' ')}`)).toBe(0);
    expect(await enter(code)).toBe(wrongCode);
    expect(await factors()).toMatchObject({ recoveryLeft: 9 });
  });

  test('are replaced as a whole', async () => {
    const { recoveryCodes } = await setUpApp();
    const { data: renewed } = await bench.post<Handed>('/api/factors/recovery', {
      as: 'doctor',
      ...confirmed,
    });
    const first = await signIn();
    const [old = ''] = recoveryCodes;
    const [fresh = ''] = renewed.recoveryCodes;
    const { ticket } = first.data;
    expect((await finish({ ticket, kind: 'recovery', code: old })).code).toBe(wrongCode);
    expect((await finish({ ticket, kind: 'recovery', code: fresh })).code).toBe(0);
  });

  test('do not exist without a second factor', async () => {
    expect((await bench.post('/api/factors/recovery', { as: 'doctor', ...confirmed })).status).toBe(404);
  });
});

describe('a passkey', () => {
  test('signs in alone, without a user name', async () => {
    const { authenticator, answer } = await addPasskey();
    expect(answer.data.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null, synced: false }]);
    const body = { response: authenticator.get(await passkeyOptions()) };
    const done = await bench.post<{ token: string }>('/api/passkey', { body });
    expect(done.code).toBe(0);
    expect((await bench.get('/api/sysUser', { token: done.data.token })).data).toMatchObject({
      id: 'p-doctor',
    });
    expect((await factors()).passkeys).toMatchObject([{ lastUsedAt: '2026-11-20T08:00:00.000Z' }]);
    // The same answer again.
    expect((await bench.post('/api/passkey', { body })).code).toBe(104102);
  });

  test('is a second factor next to an app', async () => {
    await setUpApp();
    const { authenticator } = await addPasskey();
    const { data } = await signIn();
    expect(data.kinds).toEqual(['totp', 'recovery', 'passkey']);
    const response = authenticator.get(await passkeyOptions());
    expect((await finish({ ticket: data.ticket, kind: 'passkey', response })).code).toBe(0);
  });

  test('of somebody else does not finish a sign-in', async () => {
    await setUpApp();
    const { authenticator } = await addPasskey('doctor2');
    const { data } = await signIn();
    const response = authenticator.get(await passkeyOptions());
    expect((await finish({ ticket: data.ticket, kind: 'passkey', response })).code).toBe(wrongCode);
  });

  test.each([
    ['of another site', createAuthenticator('https://archline.example.evil')],
    ['that asks for no finger or PIN', createAuthenticator(ORIGIN, { verifies: false })],
  ])('%s is refused', async (_, authenticator) => {
    const { answer } = await addPasskey('doctor', authenticator);
    expect(answer).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'response', issue: 'passkey-invalid' }] },
    });
    expect((await factors()).passkeys).toEqual([]);
  });

  test('made for one person is not added to another', async () => {
    const authenticator = createAuthenticator(ORIGIN);
    const { data } = await bench.post<Options>('/api/factors/passkeys/options', {
      as: 'doctor',
      ...confirmed,
    });
    const body = { name: 'Mine', response: authenticator.create(data.options) };
    expect((await bench.post('/api/factors/passkeys', { as: 'doctor2', body })).status).toBe(400);
  });

  test('is not asked for by password alone', async () => {
    const answer = await bench.post('/api/factors/passkeys/options', {
      as: 'doctor',
      body: { oldPassword: WRONG },
    });
    expect(answer).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'oldPassword', issue: 'password-wrong' }] },
    });
    await addPasskey();
    expect((await signIn()).code).toBe(0);
  });

  test('is renamed and removed by its owner only', async () => {
    const { authenticator } = await addPasskey();
    const path = `/api/factors/passkeys/${authenticator.id}`;
    const rename = (as: PersonName, name: string) => bench.put<FactorsItem>(path, { as, body: { name } });
    expect((await rename('doctor2', 'Mine')).status).toBe(404);
    expect((await rename('doctor', 'Desk')).data.passkeys).toMatchObject([{ name: 'Desk' }]);
    expect((await bench.post(`${path}/remove`, { as: 'doctor2', ...confirmed })).status).toBe(404);
    expect(
      (await bench.post<FactorsItem>(`${path}/remove`, { as: 'doctor', ...confirmed })).data.passkeys,
    ).toEqual([]);
    const body = { response: authenticator.get(await passkeyOptions()) };
    expect((await bench.post('/api/passkey', { body })).code).toBe(104102);
  });

  test('of a frozen account does not sign in', async () => {
    const { authenticator } = await addPasskey();
    await bench.post('/api/users/p-doctor/freeze', { as: 'admin', body: {} });
    const body = { response: authenticator.get(await passkeyOptions()) };
    expect((await bench.post('/api/passkey', { body })).code).toBe(103017);
  });
});

describe('after a reset of the password, a passkey', () => {
  const paused = 104104;
  const keep = (oldPassword: string, token: string) =>
    bench.post<FactorsItem>('/api/factors/passkeys/keep', { token, body: { oldPassword } });
  const signInBy = async (authenticator: ReturnType<typeof createAuthenticator>) =>
    bench.post<{ token: string }>('/api/passkey', {
      body: { response: authenticator.get(await passkeyOptions()) },
    });
  /** Resets the doctor's password by a code. */
  async function reset(password: string) {
    const email = 'li@clinic.example';
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email } });
    await bench.post('/api/codes', { body: { purpose: 'forgotPwd', email } });
    await vi.waitFor(() => expect(bench.messages.list(email)).toHaveLength(1));
    const code = /\d{6}/.exec(bench.messages.list(email)[0]?.text ?? '')?.[0];
    expect((await bench.post('/api/forgotPwd', { body: { email, code, password } })).code).toBe(0);
    bench.clock.advance(1000);
  }

  test('does not sign in alone until its owner confirms it with the new password', async () => {
    const { authenticator } = await addPasskey();
    await reset(WRONG);
    expect((await signInBy(authenticator)).code).toBe(paused);
    const { token } = (
      await bench.post<{ token: string }>('/api/login', {
        body: { userName: 'doctor', password: WRONG },
      })
    ).data;
    const { data } = await bench.get<FactorsItem>('/api/factors', { token });
    expect(data.passkeys).toMatchObject([{ paused: true }]);
    expect((await keep(PASSWORD, token)).status).toBe(400);
    expect((await keep(WRONG, token)).data.passkeys).toMatchObject([{ paused: false }]);
    expect((await signInBy(authenticator)).code).toBe(0);
    expect((await keep(WRONG, token)).status).toBe(404);
  });

  test('still is the second step after the new password', async () => {
    await setUpApp();
    const { authenticator } = await addPasskey();
    await reset(WRONG);
    const { ticket } = (await signIn('doctor', { password: WRONG })).data;
    const response = authenticator.get(await passkeyOptions());
    expect((await finish({ ticket, kind: 'passkey', response })).code).toBe(0);
  });

  test('that is added then signs in at once', async () => {
    await addPasskey();
    await reset(WRONG);
    const { token } = (
      await bench.post<{ token: string }>('/api/login', {
        body: { userName: 'doctor', password: WRONG },
      })
    ).data;
    const authenticator = createAuthenticator(ORIGIN);
    const { data } = await bench.post<Options>('/api/factors/passkeys/options', {
      token,
      body: { oldPassword: WRONG },
    });
    const body = { name: 'New', response: authenticator.create(data.options) };
    expect((await bench.post('/api/factors/passkeys', { token, body })).code).toBe(0);
    expect((await signInBy(authenticator)).code).toBe(0);
  });
});

describe('the forms that work without a script', () => {
  const cookiesOf = (answer: { headers: Headers }) =>
    answer.headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '');
  const sendPassword = () =>
    bench.send('POST', '/login', {
      form: { userName: 'doctor', password: PASSWORD, returnTo: '/caseList' },
    });
  const sendCode = (code: string, cookie = '') =>
    bench.send('POST', '/login/secondStep', {
      form: { code, returnTo: '/caseList' },
      headers: { Cookie: cookie },
    });
  const ticketOf = (answer: { headers: Headers }) =>
    cookiesOf(answer).find(cookie => cookie.startsWith('__Host-ticket=')) ?? '';
  const isSignedIn = (answer: { headers: Headers }) =>
    cookiesOf(answer).some(cookie => cookie.startsWith('__Host-session='));

  test('ask for the code on a page of its own, and then go where the person wanted', async () => {
    const { secret } = await setUpApp();
    const first = await sendPassword();
    expect([first.status, first.headers.get('Location'), isSignedIn(first)]).toEqual([
      303,
      '/login/secondStep?returnTo=%2FcaseList',
      false,
    ]);
    const wrong = await sendCode('000 000', ticketOf(first));
    expect(wrong.headers.get('Location')).toBe('/login/secondStep?error=103015&returnTo=%2FcaseList');
    const code = codeOf(secret);
    const done = await sendCode(`${code.slice(0, 3)} ${code.slice(3)}`, ticketOf(first));
    expect([done.status, done.headers.get('Location'), isSignedIn(done)]).toEqual([303, '/caseList', true]);
  });

  test('accept a recovery code in the same field', async () => {
    const { recoveryCodes } = await setUpApp();
    const [code = ''] = recoveryCodes;
    expect(isSignedIn(await sendCode(code, ticketOf(await sendPassword())))).toBe(true);
  });

  test('start anew without a first step', async () => {
    const answer = await sendCode('123456');
    expect(answer.headers.get('Location')).toBe('/login?error=104101&returnTo=%2FcaseList');
  });
});

test('each change is told at the account’s e-mail, once', async () => {
  await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li@clinic.example' } });
  const { recoveryCodes } = await setUpApp();
  const headers = { 'Idempotency-Key': 'once' };
  const renew = () => bench.post('/api/factors/recovery', { as: 'doctor', ...confirmed, headers });
  await renew();
  await renew();
  await addPasskey();
  const told = bench.mail.sent.map(({ to, text }) => [to, /: (.*)\.\n/.exec(text)?.[1]]);
  expect(told).toEqual([
    ['li@clinic.example', 'an authenticator app was turned on'],
    ['li@clinic.example', 'new recovery codes were made'],
    ['li@clinic.example', 'a passkey was added'],
  ]);
  expect(JSON.stringify(bench.mail.sent)).not.toContain(recoveryCodes[0]);
});

test('no secret, code or passkey name is in the log or readable in the vault', async () => {
  const { secret, recoveryCodes } = await setUpApp();
  await addPasskey();
  const stored = JSON.stringify(await Array.fromAsync(bench.deps.vault.list('')));
  const events = JSON.stringify(await Array.fromAsync(bench.deps.store.readAll()), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const text of [secret, ...recoveryCodes]) {
    expect(stored).not.toContain(text);
    expect(events).not.toContain(text);
    expect(bench.lines.join('\n')).not.toContain(text);
  }
  expect(events).toContain('SecondFactorChanged');
  expect(events).not.toContain('Laptop');
});
