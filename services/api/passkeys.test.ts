/** Passkeys over HTTP: alone, and as a second factor. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../people/testing/authenticator.ts';
import type { FactorsItem } from './answers.ts';
import { confirmed, factorSteps, type Options, ORIGIN, WRONG, wrongCode } from './testing/factor-steps.ts';
import { openTestServer, type PersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { factors, setUpApp, addPasskey, signIn, finish, passkeyOptions } = factorSteps(() => bench);

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
