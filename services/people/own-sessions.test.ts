/** The own sessions over HTTP: their list, and signing them out. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestServer,
  testCookieNames,
} from '#services/api/testing/test-server.ts';
import type { OwnSession } from './own-sessions.ts';
import { createSessionEndings } from './session-endings.ts';
import { unverifiedSessionId } from './session-tokens.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const MINUTE = 60_000;
const DAY = 86_400_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function signIn(agent: string, { userName = 'doctor', remember = false } = {}) {
  const answer = await bench.post<{ token: string }>('/api/login', {
    body: { userName, password: TEST_PASSWORD, remember },
    headers: { 'User-Agent': agent },
  });
  const cookies = answer.headers.getSetCookie().join('; ');
  const kept = new RegExp(`${testCookieNames.remember}=([^;]+)`).exec(cookies)?.[1] ?? '';
  return { token: answer.data.token, remember: kept };
}
const list = async (token: string) =>
  (await bench.get<{ items: OwnSession[] }>('/api/sessions', { token, headers: { 'User-Agent': firefox } }))
    .data.items;
const idOf = async (token: string) => (await list(token))[0]?.id ?? '';
const who = async (token: string) => (await bench.get('/api/sysUser', { token })).code;
type Refused = { issues?: { path: string; issue: string }[] };
type Confirmation = { body?: object; headers?: Record<string, string> };
const confirmed = { oldPassword: TEST_PASSWORD };
const wrong = { oldPassword: 'archline9' };
const end = (token: string, id: string | undefined, how: Confirmation = {}) =>
  bench.post<Refused>(`/api/sessions/${id}/end`, { token, body: confirmed, ...how });
const endOthers = (token: string, how: Confirmation = {}) =>
  bench.post<Refused>('/api/sessions/endOthers', { token, body: confirmed, ...how });
const records = async () => Array.fromAsync(bench.deps.vault.list('session/'));

describe('the list of own sessions', () => {
  test('names browser, system, network, sign-in and last use, with the asking one first', async () => {
    const here = await signIn(firefox);
    bench.clock.advance(MINUTE);
    await signIn(phone);
    bench.clock.advance(MINUTE);
    expect(await list(here.token)).toEqual([
      {
        id: expect.any(String),
        browser: 'firefox',
        system: 'linux',
        network: 'local',
        startedAt: '2026-11-20T08:00:00.000Z',
        usedAt: '2026-11-20T08:02:00.000Z',
        remembered: false,
        current: true,
        sameNetwork: true,
      },
      expect.objectContaining({
        browser: 'safari',
        system: 'ios',
        usedAt: '2026-11-20T08:01:00.000Z',
        current: false,
      }),
    ]);
  });

  test('leaves out sessions of other people, and those that were idle for too long', async () => {
    await signIn(phone);
    await signIn(phone, { userName: 'technician' });
    bench.clock.advance(20 * MINUTE);
    const { token } = await signIn(firefox);
    expect(await list(token)).toHaveLength(1);
  });

  test('keeps a session that another node saw used a few minutes ago', async () => {
    const used = await signIn(phone);
    bench.clock.advance(14 * MINUTE);
    await who(used.token);
    const wrote = async () =>
      (await records()).map(({ value }) => (value as { usedAt: number }).usedAt === bench.clock.now());
    await expect.poll(wrote).toEqual([true]);
    bench.clock.advance(14 * MINUTE);
    const { token } = await signIn(firefox);
    expect((await list(token)).map(({ browser }) => browser)).toEqual(['firefox', 'safari']);
  });

  test('shows a remembered browser once, from its sign-in, also while it has no live session', async () => {
    const remembered = await signIn(phone, { remember: true });
    bench.clock.advance(2 * DAY);
    const back = await bench.deps.sessions.resume(remembered.remember, { address: '', userAgent: phone });
    bench.clock.advance(DAY);
    const { token } = await signIn(firefox);
    const [, other, ...more] = await list(token);
    expect(other).toMatchObject({
      id: back?.sessionId,
      browser: 'safari',
      startedAt: '2026-11-20T08:00:00.000Z',
      usedAt: '2026-11-22T08:00:00.000Z',
      remembered: true,
    });
    expect(more).toEqual([]);
    bench.clock.advance(14 * DAY);
    expect(await list((await signIn(firefox)).token)).toHaveLength(1);
  });

  test('needs a session', async () => {
    expect(await bench.get('/api/sessions')).toMatchObject({ status: 401, code: 101014 });
  });
});

describe('signing out one of the own sessions', () => {
  test('ends it at once, and leaves the others', async () => {
    const [here, there] = [await signIn(firefox), await signIn(phone)];
    const ended = new Promise(resolve => bench.deps.sessions.onEnded(resolve));
    const id = await idOf(there.token);
    expect(await end(here.token, id)).toMatchObject({ status: 200 });
    expect(await ended).toEqual({ personId: 'p-doctor', sessionId: id });
    expect([await who(there.token), await who(here.token)]).toEqual([102028, 0]);
    expect(await list(here.token)).toHaveLength(1);
  });

  test('ends all sessions of a remembered browser, and its remember-me token', async () => {
    const there = await signIn(phone, { remember: true });
    const back = await bench.deps.sessions.resume(there.remember);
    const here = await signIn(firefox);
    const id = (await list(here.token))[1]?.id;
    await end(here.token, id);
    expect([await who(there.token), await who(back?.token ?? '')]).toEqual([102028, 102028]);
    expect(await bench.deps.sessions.resume(back?.remember ?? '')).toBeUndefined();
  });

  test('ends a remembered browser that comes back meanwhile', async () => {
    const there = await signIn(phone, { remember: true });
    const here = await signIn(firefox);
    const id = (await list(here.token))[1]?.id;
    const [back] = await Promise.all([bench.deps.sessions.resume(there.remember), end(here.token, id)]);
    if (back) expect(await who(back.token)).toBe(102028);
    expect(await bench.deps.sessions.resume(back?.remember ?? there.remember)).toBeUndefined();
  });

  test('answers another person’s session like a missing one, byte for byte', async () => {
    const here = await signIn(firefox);
    const foreign = await signIn(phone, { userName: 'technician' });
    const id = await idOf(foreign.token);
    const refused = await end(here.token, id);
    const missing = await end(here.token, crypto.randomUUID());
    expect(refused).toMatchObject({ status: 404, code: 104001 });
    expect(refused.text).toBe(missing.text);
    expect(await who(foreign.token)).toBe(0);
  });

  test('answers a repeated command as the first time, without counting its password', async () => {
    const [here, there, third] = [await signIn(firefox), await signIn(phone), await signIn(phone)];
    const [id, thirdId] = [await idOf(there.token), await idOf(third.token)];
    const headers = { 'Idempotency-Key': 'a' };
    const first = await end(here.token, id, { headers });
    expect(first.status).toBe(200);
    for (let i = 0; i < 5; i++) await end(here.token, thirdId, { body: wrong });
    expect(await end(here.token, thirdId)).toMatchObject({ status: 403, code: 103017 });
    expect((await end(here.token, id, { headers })).text).toBe(first.text);
    expect(await end(here.token, id)).toMatchObject({ status: 404 });
  });
});

describe('signing out everywhere else', () => {
  test('ends all other sessions and remembered browsers, and keeps this browser', async () => {
    const here = await signIn(firefox, { remember: true });
    const [phoneOne, phoneTwo] = [await signIn(phone), await signIn(phone, { remember: true })];
    const other = await signIn(phone, { userName: 'technician' });
    expect(await endOthers(here.token)).toMatchObject({ status: 200 });
    const codes = [phoneOne, phoneTwo, here, other].map(({ token }) => who(token));
    expect(await Promise.all(codes)).toEqual([102028, 102028, 0, 0]);
    expect(await bench.deps.sessions.resume(phoneTwo.remember)).toBeUndefined();
    expect(await bench.deps.sessions.resume(here.remember)).toBeDefined();
    expect((await list(here.token)).map(({ current }) => current)).toEqual([true]);
  });

  test('is followed by ends that spare no session, also in the same millisecond', async () => {
    const here = await signIn(firefox);
    await endOthers(here.token);
    await bench.deps.sessions.endAll('p-doctor', { by: 'p-admin', commandId: crypto.randomUUID() });
    expect(await who(here.token)).toBe(102028);
    expect(await records()).toEqual([]);
  });

  test('answers a repeated command as the first time, also after a new password', async () => {
    const { token } = await signIn(firefox);
    const headers = { 'Idempotency-Key': 'a' };
    const first = await endOthers(token, { headers });
    const body = { oldPassword: TEST_PASSWORD, password: 'archline2' };
    expect((await bench.put('/api/profile/password', { token, body })).status).toBe(200);
    expect((await endOthers(token, { headers })).text).toBe(first.text);
  });

  test('spares the asking session after a restart too', async () => {
    const [here, there] = [await signIn(firefox), await signIn(phone)];
    await endOthers(here.token);
    const [hereId, thereId] = [here.token, there.token].map(token => unverifiedSessionId(token) ?? '');
    const { store } = bench.deps;
    const endings = createSessionEndings({ store, clock: bench.clock, ended: () => undefined });
    const stop = await endings.start();
    expect([hereId, thereId].map(id => endings.has('p-doctor', id ?? ''))).toEqual([false, true]);
    stop();
  });
});

describe('the current password', () => {
  const ways: [string, (token: string, id: string, how: Confirmation) => ReturnType<typeof endOthers>][] = [
    ['one session', end],
    ['all other sessions', (token, _id, how) => endOthers(token, how)],
  ];

  test.each(
    ways.flatMap(([what, send]) => [
      { what, send, body: wrong, issue: 'oldPassword password-wrong' },
      { what, send, body: {}, issue: 'oldPassword required' },
      { what, send, body: { oldPassword: '' }, issue: 'oldPassword too-short' },
      { what, send, body: { ...confirmed, all: true }, issue: 'all unknown-field' },
    ]),
  )('is asked for an end of $what: $body ends nothing', async ({ send, body, issue }) => {
    const [here, there] = [await signIn(firefox), await signIn(phone, { remember: true })];
    const refused = await send(here.token, await idOf(there.token), { body });
    expect(refused).toMatchObject({ status: 400, code: 104000 });
    expect(refused.data.issues?.map(({ path, issue: name }) => `${path} ${name}`)).toEqual([issue]);
    expect([await who(there.token), await who(here.token)]).toEqual([0, 0]);
    expect(await bench.deps.sessions.resume(there.remember)).toBeDefined();
  });

  test.each(ways)(
    'counts with those of the sign-in for %s: five wrong ones freeze both',
    async (_what, send) => {
      const [here, there] = [await signIn(firefox), await signIn(phone)];
      const id = await idOf(there.token);
      for (let i = 0; i < 2; i++)
        await bench.post('/api/login', { body: { userName: 'doctor', password: 'archline9' } });
      for (let i = 0; i < 3; i++) expect((await send(here.token, id, { body: wrong })).status).toBe(400);
      const frozen = { status: 403, code: 103017 };
      expect(await send(here.token, id, { body: confirmed })).toMatchObject(frozen);
      expect(await who(there.token)).toBe(0);
      const login = { userName: 'doctor', password: TEST_PASSWORD };
      expect(await bench.post('/api/login', { body: login })).toMatchObject(frozen);
      for (let i = 0; i < 15; i++) {
        bench.clock.advance(MINUTE);
        await who(here.token);
      }
      expect((await send(here.token, id, { body: confirmed })).status).toBe(200);
    },
  );

  test('is not asked for the end of the session that asks', async () => {
    const here = await signIn(firefox);
    expect(await end(here.token, await idOf(here.token), { body: {} })).toMatchObject({ status: 200 });
    expect(await who(here.token)).toBe(102028);
  });

  test('is not judged for another person’s session, which is like a missing one', async () => {
    const here = await signIn(firefox);
    const foreign = await idOf((await signIn(phone, { userName: 'technician' })).token);
    for (const body of [confirmed, wrong, {}, { all: true }]) {
      const refused = await end(here.token, foreign, { body });
      expect(refused.text).toBe((await end(here.token, crypto.randomUUID(), { body })).text);
      expect(refused.status).toBe('all' in body ? 400 : 404);
    }
    for (let i = 0; i < 5; i++) await end(here.token, foreign, { body: wrong });
    expect(await endOthers(here.token)).toMatchObject({ status: 200 });
  });

  test('is said to be needed in the list', async () => {
    const { token } = await signIn(firefox);
    expect((await bench.get('/api/sessions', { token })).data).toMatchObject({ asksPassword: true });
  });

  test('is in no event and no log line', async () => {
    const { token } = await signIn(firefox);
    await endOthers(token);
    await endOthers(token, { body: wrong });
    const events = await Array.fromAsync(bench.deps.store.readAll(), e => JSON.stringify(e, replaceBigInt));
    const found = [...events, ...bench.lines].filter(line => /archline[19]/.test(line));
    expect(found).toEqual([]);
  });
});

test('records of sessions are swept when they can no longer be used', async () => {
  await signIn(phone);
  await signIn(firefox, { remember: true });
  bench.clock.advance(DAY);
  await bench.records.sweep();
  expect(await records()).toHaveLength(1);
  bench.clock.advance(14 * DAY);
  await bench.records.sweep();
  expect(await records()).toEqual([]);
});

test('address and browser are in no event and no log line', async () => {
  const { token } = await signIn(firefox);
  await endOthers(token);
  const events = (await Array.fromAsync(bench.deps.store.readAll())).map(e =>
    JSON.stringify(e, replaceBigInt),
  );
  expect([...events, ...bench.lines].filter(line => /firefox|linux/i.test(line))).toEqual([]);
});

const replaceBigInt = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
