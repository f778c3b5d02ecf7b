import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerParts } from '#services/start/server-parts.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestServer,
  testCookieNames,
} from '../api/testing/test-server.ts';
import type { ApiEnv } from './context.ts';
import { readPageSession } from './page-session.ts';

const MINUTE = 60_000;
const { session, remember } = testCookieNames;
let bench: TestServer;
let deps: ServerParts | undefined;

/** A page that names its viewer. */
function pages(): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get('*', async c => c.text((deps && (await readPageSession(c, deps))?.person.userName) ?? 'nobody'));
  return app;
}

beforeEach(async () => {
  bench = await openTestServer({ parts: { pages } });
  deps = bench.deps;
});
afterEach(() => bench.close());

async function jarOf(remember: boolean): Promise<Record<string, string>> {
  const body = { userName: 'doctor', password: TEST_PASSWORD, remember };
  const { headers } = await bench.post('/api/login', { body });
  return cookies(headers);
}
const cookies = (headers: Headers) =>
  Object.fromEntries(headers.getSetCookie().map(c => (c.split(';')[0] ?? '').split('=') as [string, string]));
const look = async (jar: Record<string, string>) => {
  const Cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const response = await bench.send('GET', '/workbench', { headers: { Cookie } });
  return { who: await response.text(), set: cookies(response.headers) };
};

test('a page’s viewer follows from its cookie; opening it counts as an act and renews the cookie', async () => {
  const jar = await jarOf(false);
  expect(await look(jar)).toEqual({ who: 'doctor', set: {} });
  bench.clock.advance(14 * MINUTE);
  const { who, set } = await look(jar);
  expect([who, Object.keys(set)]).toEqual(['doctor', [session]]);
  bench.clock.advance(14 * MINUTE);
  expect((await look(set)).who).toBe('doctor');
  bench.clock.advance(16 * MINUTE);
  expect(await look(set)).toEqual({ who: 'nobody', set: {} });
});

test('remember-me signs in again after the session has ended, in two tabs at once', async () => {
  const jar = await jarOf(true);
  bench.clock.advance(24 * 60 * MINUTE);
  const [one, two] = await Promise.all([look(jar), look(jar)]);
  expect([one.who, two.who]).toEqual(['doctor', 'doctor']);
  expect(one.set[remember]).toBe(two.set[remember]);
  expect((await look(one.set)).set).toEqual({});
});

test('a page without a valid cookie has no viewer', async () => {
  expect((await look({})).who).toBe('nobody');
  expect((await look({ [session]: 'nonsense', [remember]: 'nonsense' })).who).toBe('nobody');
});

test('a renewal by the API also renews the cookie of the same session, and no other', async () => {
  const jar = await jarOf(false);
  const other = await jarOf(false);
  bench.clock.advance(2 * MINUTE);
  const get = (cookie: string | undefined) =>
    bench.get('/api/sysUser', { token: jar[session], headers: { Cookie: `${session}=${cookie}` } });
  const same = await get(jar[session]);
  expect(cookies(same.headers)[session]).toBe(same.headers.get('X-Token'));
  const foreign = await get(other[session]);
  expect([foreign.headers.get('X-Token') !== null, cookies(foreign.headers)]).toEqual([true, {}]);
});

test('the API answers everything that is no page: unknown calls, and forms', async () => {
  expect(await bench.get('/api/nothing')).toMatchObject({ status: 404, code: 104001 });
  expect((await bench.send('POST', '/logout')).status).toBe(303);
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the sign-in form never redirects to another site: %s',
  async returnTo => {
    const form = { userName: 'doctor', password: TEST_PASSWORD, returnTo };
    const { status, headers } = await bench.send('POST', '/login', { form });
    expect([status, headers.get('location')]).toEqual([303, '/workbench']);
  },
);

test('the sign-in form reports a wrong password and keeps the return path', async () => {
  const form = { userName: 'doctor', password: 'wrong1', returnTo: '/caseList?filter=3' };
  const { headers } = await bench.send('POST', '/login', { form });
  expect(headers.get('location')).toBe('/login?error=103016&returnTo=%2FcaseList%3Ffilter%3D3');
});
