/** Passkeys over HTTP: alone, as a second factor, and after a reset of the password. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../people/testing/authenticator.ts';
import type { FactorsItem } from './answers.ts';
import {
  createFactorSteps,
  type PasskeyCreation,
  passwordConfirmation,
  TEST_ORIGIN,
  WRONG_PASSWORD,
  wrongCodeError,
} from './testing/factor-steps.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { factors, setUpApp, addPasskey, signIn, finish, passkeyOptions } = createFactorSteps(() => bench);

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

  test('of another person does not finish a sign-in', async () => {
    await setUpApp();
    const { authenticator } = await addPasskey('doctor2');
    const { data } = await signIn();
    const response = authenticator.get(await passkeyOptions());
    expect((await finish({ ticket: data.ticket, kind: 'passkey', response })).code).toBe(wrongCodeError);
  });

  test.each([
    ['of another site', createAuthenticator('https://archline.example.evil')],
    ['that asks for no finger or PIN', createAuthenticator(TEST_ORIGIN, { verifies: false })],
  ])('%s is refused', async (_, authenticator) => {
    const { answer } = await addPasskey('doctor', authenticator);
    expect(answer).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'response', issue: 'passkey-invalid' }] },
    });
    expect((await factors()).passkeys).toEqual([]);
  });

  test('made for one person is not added to another', async () => {
    const authenticator = createAuthenticator(TEST_ORIGIN);
    const { data } = await bench.post<PasskeyCreation>('/api/factors/passkeys/options', {
      as: 'doctor',
      ...passwordConfirmation,
    });
    const body = { name: 'Mine', response: authenticator.create(data.options) };
    expect((await bench.post('/api/factors/passkeys', { as: 'doctor2', body })).status).toBe(400);
  });

  test('is not asked for by password alone', async () => {
    const answer = await bench.post('/api/factors/passkeys/options', {
      as: 'doctor',
      body: { oldPassword: WRONG_PASSWORD },
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
    const rename = (as: TestPersonName, name: string) => bench.put<FactorsItem>(path, { as, body: { name } });
    expect((await rename('doctor2', 'Mine')).status).toBe(404);
    expect((await rename('doctor', 'Desk')).data.passkeys).toMatchObject([{ name: 'Desk' }]);
    expect((await bench.post(`${path}/remove`, { as: 'doctor2', ...passwordConfirmation })).status).toBe(404);
    expect(
      (await bench.post<FactorsItem>(`${path}/remove`, { as: 'doctor', ...passwordConfirmation })).data
        .passkeys,
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
    await reset(WRONG_PASSWORD);
    expect((await signInBy(authenticator)).code).toBe(paused);
    const { token } = (
      await bench.post<{ token: string }>('/api/login', {
        body: { userName: 'doctor', password: WRONG_PASSWORD },
      })
    ).data;
    const { data } = await bench.get<FactorsItem>('/api/factors', { token });
    expect(data.passkeys).toMatchObject([{ paused: true }]);
    expect((await keep(TEST_PASSWORD, token)).status).toBe(400);
    expect((await keep(WRONG_PASSWORD, token)).data.passkeys).toMatchObject([{ paused: false }]);
    expect((await signInBy(authenticator)).code).toBe(0);
    expect((await keep(WRONG_PASSWORD, token)).status).toBe(404);
  });

  test('still is the second step after the new password', async () => {
    await setUpApp();
    const { authenticator } = await addPasskey();
    await reset(WRONG_PASSWORD);
    const { ticket } = (await signIn('doctor', { password: WRONG_PASSWORD })).data;
    const response = authenticator.get(await passkeyOptions());
    expect((await finish({ ticket, kind: 'passkey', response })).code).toBe(0);
  });

  test('that is added then signs in at once', async () => {
    await addPasskey();
    await reset(WRONG_PASSWORD);
    const { token } = (
      await bench.post<{ token: string }>('/api/login', {
        body: { userName: 'doctor', password: WRONG_PASSWORD },
      })
    ).data;
    const authenticator = createAuthenticator(TEST_ORIGIN);
    const { data } = await bench.post<PasskeyCreation>('/api/factors/passkeys/options', {
      token,
      body: { oldPassword: WRONG_PASSWORD },
    });
    const body = { name: 'New', response: authenticator.create(data.options) };
    expect((await bench.post('/api/factors/passkeys', { token, body })).code).toBe(0);
    expect((await signInBy(authenticator)).code).toBe(0);
  });
});
