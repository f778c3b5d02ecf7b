/** The page that sets up a demanded second factor, without a script. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestServer,
  testCookieNames,
} from '../api/testing/test-server.ts';
import { totpCodeAt } from '../people/totp.ts';
import { createPagesApp } from './pages.ts';
import { jsonPageRenderer } from './testing/json-renderer.ts';

let bench: TestServer;
let pages: ReturnType<typeof createPagesApp>;
beforeEach(async () => {
  bench = await openTestServer({ staffSecondFactor: true });
  pages = createPagesApp({ ...bench.deps, renderer: jsonPageRenderer, dist: '/nowhere' }, bench.app);
});
afterEach(() => bench.close());

const page = '/login/secondFactor';
const wanted = '/caseDetail?id=C1&section=plans';
const at = (path: string, returnTo: string) => `${path}?${new URLSearchParams({ returnTo })}`;

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0] ?? '')
    .filter(cookie => cookie.startsWith(`${testCookieNames.session}=`))
    .join();
const signIn = async (userName = 'technician') => {
  const form = { userName, password: TEST_PASSWORD, returnTo: wanted };
  return cookieOf(await bench.send('POST', '/login', { form }));
};
const get = (path: string, cookie: string) =>
  pages.request(`http://archline.test${path}`, { headers: { Cookie: cookie } });
const post = (fields: Record<string, string>, cookie: string, headers: Record<string, string> = {}) =>
  pages.request(`http://archline.test${page}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const locationOf = (answer: Response) => answer.headers.get('location');

describe('a person who must set up a second factor', () => {
  test('is led to the page from wherever they wanted to go', async () => {
    const cookie = await signIn();
    const login = locationOf(await get(wanted, cookie)) ?? '';
    expect(login).toMatch(/^\/login\?returnTo=/);
    expect(locationOf(await get(login, cookie))).toBe(at(page, wanted));
    expect(await (await get(at(page, wanted), cookie)).json()).toMatchObject({
      ...{ page: 'secondFactor', returnTo: wanted, userName: 'technician', organisation: 'main' },
      step: { name: 'choose' },
    });
  });

  test('sets up an app and goes on to where they wanted', async () => {
    const cookie = await signIn();
    const refused = await post({ act: 'start', oldPassword: 'archline2', returnTo: wanted }, cookie);
    expect(refused.status).toBe(400);
    expect((await refused.json()).typed.errors.oldPassword).toBeTruthy();
    const begun = await (
      await post({ act: 'start', oldPassword: TEST_PASSWORD, returnTo: wanted }, cookie)
    ).json();
    const { secret, address } = begun.step;
    expect(address).toContain(secret);
    const wrong = await post({ act: 'confirm', secret, code: '000000', returnTo: wanted }, cookie);
    expect(await wrong.json()).toMatchObject({ step: begun.step, returnTo: wanted });
    expect((await get('/caseList', cookie)).status).toBe(302);
    const code = totpCodeAt(secret, bench.clock.now());
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const done = await (await post({ act: 'confirm', secret, code: typed, returnTo: wanted }, cookie)).json();
    expect(done).toMatchObject({ returnTo: wanted, step: { name: 'done' } });
    expect(done.step.codes).toHaveLength(10);
    expect((await get('/caseList', cookie)).status).toBe(200);
    expect(locationOf(await get(at(page, wanted), cookie))).toBe(wanted);
  });

  test('never sees somebody else’s text as the app’s key', async () => {
    const cookie = await signIn();
    const answer = await post({ act: 'confirm', secret: 'call 555 0100', code: '000000' }, cookie);
    expect(await answer.json()).toMatchObject({ step: { name: 'choose' } });
  });
});

describe('anybody else', () => {
  test('is sent away from the page', async () => {
    expect(locationOf(await get(at(page, wanted), ''))).toMatch(/^\/login\?returnTo=/);
    expect(locationOf(await get(at(page, wanted), await signIn('doctor')))).toBe(wanted);
    expect(locationOf(await get(at(page, 'https://evil.example/'), await signIn('doctor')))).toBe(
      '/workbench',
    );
  });

  test('cannot have another site send its form', async () => {
    const cookie = await signIn();
    const answer = await post({ act: 'start', oldPassword: TEST_PASSWORD }, cookie, {
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(answer.status).not.toBe(200);
    const stored = await bench.deps.vault.get('factor/p-technician');
    expect(stored).toBeUndefined();
  });
});
