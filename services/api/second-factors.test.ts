/** Second factors over HTTP: authenticator app and recovery codes. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deriveKey } from '../vault/secret.ts';
import {
  createFactorSteps,
  MINUTE_MS,
  passwordConfirmation,
  type RecoveryCodesItem,
  TOTP_STEP_MS,
  type TotpSetup,
  WRONG_PASSWORD,
  wrongCodeError,
} from './testing/factor-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { codeOf, factors, setUpApp, addPasskey, signIn, finish } = createFactorSteps(() => bench);
const needed = 104100;

describe('an authenticator app', () => {
  test('counts once its first code is entered, and hands out ten recovery codes', async () => {
    const { data } = await bench.post<TotpSetup>('/api/factors/totp', {
      as: 'doctor',
      ...passwordConfirmation,
    });
    expect(data.address).toMatch(/^otpauth:\/\/totp\/Archline:doctor\?.*secret=[A-Z2-7]{32}/);
    expect(await factors()).toMatchObject({ totp: false });
    expect((await signIn()).code).toBe(0);
    const { secret } = data;
    const late = await bench.post('/api/factors/totp/confirm', {
      as: 'doctor',
      body: { code: codeOf(secret, -10 * TOTP_STEP_MS) },
    });
    expect(late.code).toBe(wrongCodeError);
    const { data: done } = await bench.post<RecoveryCodesItem>('/api/factors/totp/confirm', {
      as: 'doctor',
      body: { code: codeOf(secret) },
    });
    expect(done.recoveryCodes).toHaveLength(10);
    expect(new Set(done.recoveryCodes).size).toBe(10);
    expect(await factors()).toMatchObject({ totp: true, recoveryLeft: 10 });
  });

  test('must be confirmed within ten minutes', async () => {
    const { data } = await bench.post<TotpSetup>('/api/factors/totp', {
      as: 'doctor',
      ...passwordConfirmation,
    });
    bench.clock.advance(10 * MINUTE_MS);
    const body = { code: codeOf(data.secret) };
    expect((await bench.post('/api/factors/totp/confirm', { as: 'doctor', body })).code).toBe(wrongCodeError);
  });

  test('is asked for after the password, and each code works once', async () => {
    const { secret } = await setUpApp();
    const first = await signIn();
    expect(first).toMatchObject({ status: 401, code: needed, data: { kinds: ['totp', 'recovery'] } });
    expect(first.headers.getSetCookie()).toEqual([]);
    const { ticket } = first.data;
    const code = codeOf(secret);
    expect((await finish({ ticket, kind: 'totp', code: codeOf(secret, 10 * TOTP_STEP_MS) })).code).toBe(
      wrongCodeError,
    );
    const done = await finish({ ticket, kind: 'totp', code });
    expect(done.code).toBe(0);
    expect((await bench.get('/api/sysUser', { token: done.data.token })).data).toMatchObject({
      id: 'p-doctor',
    });
    // Sends the same code again, and then the same ticket with a later code.
    const again = await signIn();
    expect((await finish({ ticket: again.data.ticket, kind: 'totp', code })).code).toBe(wrongCodeError);
    expect((await finish({ ticket, kind: 'totp', code: codeOf(secret, TOTP_STEP_MS) })).code).toBe(104101);
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
    expect(codes).toEqual([...Array(5).fill(wrongCodeError), 103017]);
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
    const [email, password] = ['li@clinic.example', WRONG_PASSWORD];
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
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: WRONG_PASSWORD } });
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
        await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: WRONG_PASSWORD } });
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
      body: { oldPassword: WRONG_PASSWORD },
    });
    expect(wrong).toMatchObject({ status: 400, data: { issues: [{ path: 'oldPassword' }] } });
    expect(await factors()).toMatchObject({ totp: true });
    await bench.post('/api/factors/totp/remove', { as: 'doctor', ...passwordConfirmation });
    expect(await factors()).toMatchObject({ totp: false, recoveryLeft: 0 });
    expect((await signIn()).code).toBe(0);
  });

  test('hands out the same secret to a repeated command', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const start = () =>
      bench.post<TotpSetup>('/api/factors/totp', { as: 'doctor', ...passwordConfirmation, headers });
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
    expect(await enter(code)).toBe(wrongCodeError);
    expect(await factors()).toMatchObject({ recoveryLeft: 9 });
  });

  test('are replaced as a whole', async () => {
    const { recoveryCodes } = await setUpApp();
    const { data: renewed } = await bench.post<RecoveryCodesItem>('/api/factors/recovery', {
      as: 'doctor',
      ...passwordConfirmation,
    });
    const first = await signIn();
    const [old = ''] = recoveryCodes;
    const [fresh = ''] = renewed.recoveryCodes;
    const { ticket } = first.data;
    expect((await finish({ ticket, kind: 'recovery', code: old })).code).toBe(wrongCodeError);
    expect((await finish({ ticket, kind: 'recovery', code: fresh })).code).toBe(0);
  });

  test('of an older release, stored as keyed hashes, work until they are used or replaced', async () => {
    const { recoveryCodes } = await setUpApp();
    const [older = '', ...others] = recoveryCodes;
    const key = deriveKey(Buffer.alloc(32, 7), 'second factors');
    const keyed = createHmac('sha256', key)
      .update(`p-doctor\n${older.replace('-', '')}`)
      .digest('base64url');
    const record = await bench.deps.vault.get('factor/p-doctor');
    // Boundary: the record as the older release wrote it.
    const { codes: _codes, ...stored } = Object(record?.value);
    await bench.deps.vault.put('factor/p-doctor', { ...stored, recovery: [keyed] });
    const enter = async (code = '') => {
      const { data } = await signIn();
      return (await finish({ ticket: data.ticket, kind: 'recovery', code })).code;
    };
    expect(await factors()).toMatchObject({ recoveryLeft: 1 });
    expect(await enter(others[0])).toBe(wrongCodeError);
    expect(await enter(older)).toBe(0);
    expect(await enter(older)).toBe(wrongCodeError);
    expect(await factors()).toMatchObject({ recoveryLeft: 0 });
  });

  test('are stored as password hashes, with a salt of each person’s set', async () => {
    await setUpApp();
    await setUpApp('doctor2');
    const stored = async (id: string) => Object((await bench.deps.vault.get(`factor/${id}`))?.value).codes;
    const [one, two] = [await stored('p-doctor'), await stored('p-doctor2')];
    expect([one.hashes.length, new Set([...one.hashes, ...two.hashes]).size]).toEqual([10, 20]);
    expect(Buffer.from(one.salt, 'base64url')).toHaveLength(16);
    expect(one.salt).not.toBe(two.salt);
  });

  test('do not exist without a second factor', async () => {
    expect(
      (await bench.post('/api/factors/recovery', { as: 'doctor', ...passwordConfirmation })).status,
    ).toBe(404);
  });
});

test('each change is told at the account’s e-mail, once', async () => {
  await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li@clinic.example' } });
  const { recoveryCodes } = await setUpApp();
  const headers = { 'Idempotency-Key': 'once' };
  const renew = () => bench.post('/api/factors/recovery', { as: 'doctor', ...passwordConfirmation, headers });
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
