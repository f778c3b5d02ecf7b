/** A demanded second factor: sessions without one are held until it is set up. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../people/testing/authenticator.ts';
import { totpCodeAt } from '../people/totp.ts';
import type { FactorsItem } from './answers.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
  testCookieNames,
} from './testing/test-server.ts';

let bench: TestServer;
const open = async (options: Parameters<typeof openTestServer>[0] = {}) => {
  bench = await openTestServer(options);
};
beforeEach(() => open());
afterEach(() => bench.close());

const missing = 104103;
const needed = 104100;
const expired = 101014;
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

type SignedIn = { token: string; secondFactorMissing: boolean; ticket: string; kinds: string[] };
type Started = FactorsItem & { secret: string };
type Handed = FactorsItem & { recoveryCodes: string[] };
type Options = { options: { challenge: string; user: { id: string } } };

/** Demands a second factor of positions of the main organisation. */
const demand = async (...secondFactor: string[]) => {
  const admin = (await bench.deps.people.current()).organisations.get('main');
  expect(admin).toBeDefined();
  await bench.deps.people.change({
    by: 'p-admin',
    commandId: crypto.randomUUID(),
    decide: () => [
      // Cast: the test names positions.
      { type: 'OrganisationChanged', data: { orgId: 'main', secondFactor: secondFactor as ['Doctor'] } },
    ],
  });
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
};
const signIn = (userName: TestPersonName = 'doctor', more: object = {}) =>
  bench.post<SignedIn>('/api/login', { body: { userName, password: TEST_PASSWORD, ...more } });
const whoIs = async (token: string) => (await bench.get('/api/sysUser', { token })).code;
const oldPassword = TEST_PASSWORD;

async function setUpApp(token: string) {
  const { data } = await bench.post<Started>('/api/factors/totp', { token, body: { oldPassword } });
  const { secret } = data;
  const body = { code: totpCodeAt(secret, bench.clock.now()) };
  const done = await bench.post<Handed>('/api/factors/totp/confirm', { token, body });
  expect(done.code).toBe(0);
  bench.clock.advance(STEP_MS);
  return secret;
}

async function addPasskey(token: string) {
  const authenticator = createAuthenticator('https://archline.example');
  const { data } = await bench.post<Options>('/api/factors/passkeys/options', {
    token,
    body: { oldPassword },
  });
  const body = { name: 'Laptop', response: authenticator.create(data.options) };
  expect((await bench.post('/api/factors/passkeys', { token, body })).code).toBe(0);
  return authenticator;
}

const rememberIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find(cookie => cookie.startsWith(`${testCookieNames.remember}=`))
    ?.split(';')[0]
    ?.split('=')[1] ?? '';

describe('a session without the second factor that is demanded', () => {
  test('sets one up, signs out, and does nothing else', async () => {
    await demand('Doctor');
    const { data } = await signIn();
    expect(data.secondFactorMissing).toBe(true);
    const { token } = data;
    const closed = bench.routes.filter(r => r.rule !== 'public' && !r.held);
    expect(closed.length).toBeGreaterThan(100);
    for (const { method, path } of closed) {
      const body = method === 'get' ? undefined : {};
      const answer = await bench.send(method.toUpperCase(), path.replaceAll(/:\w+/g, 'x'), { token, body });
      expect([method, path, answer.status, (await answer.json()).code]).toEqual([method, path, 401, missing]);
    }
    expect((await bench.post(`/api/login/${token}`, { body: {} })).code).toBe(missing);
    expect((await bench.get<FactorsItem>('/api/factors', { token })).data).toMatchObject({ demanded: true });
    expect((await bench.put(`/api/login/${token}`, { body: {} })).code).toBe(0);
    expect((await bench.get('/api/factors', { token })).code).toBe(102028);
  });

  test('may call the steps of setting one up, and no others', () => {
    const held = bench.routes.filter(r => r.held).map(r => `${r.method} ${r.path}`);
    expect(held.sort()).toEqual([
      'get /api/factors',
      'post /api/factors/passkeys',
      'post /api/factors/passkeys/options',
      'post /api/factors/totp',
      'post /api/factors/totp/confirm',
    ]);
  });

  test('opens everything once the app’s first code is entered', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    const secret = await setUpApp(token);
    expect(await whoIs(token)).toBe(0);
    const again = await signIn();
    expect(again).toMatchObject({ code: needed, data: { kinds: ['totp', 'recovery'] } });
    const { ticket } = again.data;
    const body = { ticket, kind: 'totp', code: totpCodeAt(secret, bench.clock.now()) };
    const { data } = await bench.post<SignedIn>('/api/secondStep', { body });
    expect(data.secondFactorMissing).toBe(false);
    expect(await whoIs(data.token)).toBe(0);
  });

  test('opens everything once a passkey is added, which is then asked for after the password', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    await addPasskey(token);
    expect(await whoIs(token)).toBe(0);
    expect(await signIn()).toMatchObject({ code: needed, data: { kinds: ['passkey'] } });
  });

  test('asks nobody for a password who has none and signs in at a provider', async () => {
    await demand('Doctor');
    await bench.deps.vault.delete('password/p-doctor');
    const { token, held } = await bench.deps.sessions.begin('p-doctor');
    expect(held).toBe(true);
    const { data } = await bench.post<Started>('/api/factors/totp', { token, body: {} });
    const body = { code: totpCodeAt(data.secret, bench.clock.now()) };
    expect((await bench.post('/api/factors/totp/confirm', { token, body })).code).toBe(0);
    // After that, the session is no longer held.
    expect((await bench.post('/api/factors/totp/remove', { token, body: { oldPassword } })).status).toBe(400);
    const other = await bench.deps.sessions.begin('p-doctor2', { proof: 'provider' });
    expect(other.held).toBe(false);
    expect((await bench.post('/api/factors/totp', { token: other.token, body: {} })).status).toBe(400);
  });

  test('asks for the password before it sets one up', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    const body = { oldPassword: 'archline2' };
    expect((await bench.post('/api/factors/totp', { token, body })).status).toBe(400);
  });
});

describe('a change of the demand', () => {
  test('holds open sessions at their next call, and ends with the setting', async () => {
    const { token } = (await signIn()).data;
    expect(await whoIs(token)).toBe(0);
    await demand('Doctor');
    expect(await whoIs(token)).toBe(missing);
    await demand();
    expect(await whoIs(token)).toBe(0);
  });

  test('follows the position', async () => {
    await demand('Technician');
    const { token } = (await signIn('service')).data;
    expect(await whoIs(token)).toBe(0);
    await bench.post('/api/users/p-service/move', { as: 'admin', body: { position: 'Technician' } });
    expect(await whoIs(token)).toBe(missing);
  });

  test('makes a session that did not show the person’s factor sign in again', async () => {
    const [own, stolen] = [(await signIn()).data.token, (await signIn()).data.token];
    await setUpApp(own);
    expect(await whoIs(stolen)).toBe(0);
    await demand('Doctor');
    expect([await whoIs(own), await whoIs(stolen)]).toEqual([0, expired]);
  });

  test('never asks in vain: a password alone is enough for others', async () => {
    await demand('Doctor');
    expect((await signIn('technician')).data.secondFactorMissing).toBe(false);
  });
});

describe('the last second factor of a person who must have one', () => {
  const remove = (path: string, token: string) =>
    bench.post<{ issues?: { issue: string }[] }>(`/api/factors/${path}/remove`, {
      token,
      body: { oldPassword },
    });
  const refused = { status: 400, data: { issues: [{ path: '', issue: 'second-factor-last' }] } };

  test('is not removed, be it an app or a passkey', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    await setUpApp(token);
    expect(await remove('totp', token)).toMatchObject(refused);
    const { id } = await addPasskey(token);
    expect((await remove('totp', token)).code).toBe(0);
    expect(await remove(`passkeys/${id}`, token)).toMatchObject(refused);
    expect(await whoIs(token)).toBe(0);
    await demand();
    expect((await remove(`passkeys/${id}`, token)).code).toBe(0);
  });

  test('stays when both are removed at once', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    await setUpApp(token);
    const { id } = await addPasskey(token);
    const both = await Promise.all([remove('totp', token), remove(`passkeys/${id}`, token)]);
    expect(both.map(answer => answer.status).sort()).toEqual([200, 400]);
  });

  test('is removed by an Admin, and the person sets up another one', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    await setUpApp(token);
    await bench.post('/api/users/p-doctor/removeFactors', { as: 'admin', body: {} });
    expect(await whoIs(token)).toBe(102028);
    bench.clock.advance(1000);
    expect((await signIn()).data.secondFactorMissing).toBe(true);
  });
});

describe('a browser that is remembered', () => {
  const resume = (cookie: string) => bench.deps.sessions.resume(cookie);

  test('from before an app was set up asks for the password and the app', async () => {
    const other = rememberIn(await signIn('doctor', { remember: true }));
    const own = await signIn('doctor', { remember: true });
    await setUpApp(own.data.token);
    expect(await resume(other)).toBeUndefined();
    // The browser in which the app was set up has shown it.
    expect((await resume(rememberIn(own)))?.person.id).toBe('p-doctor');
  });

  test('from before a passkey was demanded asks for it', async () => {
    const other = rememberIn(await signIn('doctor', { remember: true }));
    await addPasskey((await signIn()).data.token);
    const cookie = (await resume(other))?.remember ?? '';
    expect(cookie).not.toBe('');
    await demand('Doctor');
    expect(await resume(cookie)).toBeUndefined();
  });

  test('from before a factor was demanded is held', async () => {
    const cookie = rememberIn(await signIn('doctor', { remember: true }));
    await demand('Doctor');
    expect((await resume(cookie))?.held).toBe(true);
  });

  test('after both steps comes back without them', async () => {
    await demand('Doctor');
    const { token } = (await signIn()).data;
    const secret = await setUpApp(token);
    const { ticket } = (await signIn('doctor', { remember: true })).data;
    const code = totpCodeAt(secret, bench.clock.now());
    const done = await bench.post('/api/secondStep', { body: { ticket, kind: 'totp', code } });
    bench.clock.advance(60 * MINUTE_MS);
    expect((await resume(rememberIn(done)))?.held).toBe(false);
  });
});

describe('an installation that is no demo', () => {
  test('asks Admins and the laboratory’s staff, and no doctors', async () => {
    bench.close();
    await open({ staffSecondFactor: true });
    const held = async (name: TestPersonName) => (await signIn(name)).data.secondFactorMissing;
    expect(await held('admin')).toBe(true);
    expect(await held('technician')).toBe(true);
    expect(await held('doctor')).toBe(false);
    expect(await held('assistant')).toBe(false);
    expect(await held('other')).toBe(false);
  });
});
