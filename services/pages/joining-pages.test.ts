/** Forms of registration and forgotten passwords, without a script. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from '../api/testing/test-server.ts';
import { createPagesApp } from './pages.ts';
import { jsonPageRenderer } from './testing/json-renderer.ts';

const dist = mkdtempSync(join(tmpdir(), 'archline-joining-'));
afterAll(() => rmSync(dist, { recursive: true }));

let bench: TestServer;
let pages: ReturnType<typeof createPagesApp>;
async function open(options: Parameters<typeof openTestServer>[0] = {}) {
  bench = await openTestServer(options);
  pages = createPagesApp({ ...bench.deps, renderer: jsonPageRenderer, dist }, bench.app);
}
beforeEach(() => open());
afterEach(() => bench.close());

const phone = '13900001234';
const email = 'wang.fang@clinic.example';
const NEW = 'sunny2026';

const get = (path: string, headers: Record<string, string> = {}) =>
  pages.request(`http://archline.test${path}`, { headers });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  pages.request(`http://archline.test${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const shown = async (answer: Response | Promise<Response>) => (await answer).json();
const textTo = async (to: string) => {
  await vi.waitFor(() => expect(bench.messages.list(to)).not.toEqual([]));
  return bench.messages.list(to)[0]?.text ?? '';
};
const codeIn = async (to: string) => /\d{6}/.exec(await textTo(to))?.[0] ?? 'none';

const account = {
  ...{ way: 'phone', phone, userName: 'wang.fang', password: NEW, passwordAgain: NEW },
  ...{ name: '王芳', clinic: '晨光口腔门诊部', accept: '1' },
};
const { terms } = { terms: '2026-11-01' };

describe('/register', () => {
  test('sends a code, keeps what was typed except passwords, and then registers', async () => {
    expect(await shown(get('/register'))).toMatchObject({ ways: ['phone', 'email'], terms, demo: true });
    const asked = await post('/register', { ...account, terms, act: 'code' });
    const page = await shown(asked);
    expect(asked.status).toBe(200);
    expect(page).toMatchObject({ page: 'register', sent: { to: phone, resendAfter: 60 } });
    expect(page.typed.values).toMatchObject({ phone, userName: 'wang.fang', name: '王芳', accept: '1' });
    expect(JSON.stringify(page)).not.toContain(NEW);
    const done = await post('/register', { ...account, terms, act: 'register', code: await codeIn(phone) });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/workbench']);
    expect(done.headers.getSetCookie().join()).toMatch(/session=/);
  });

  test('shows errors at their fields in the page’s language', async () => {
    const wrong = { ...account, terms, act: 'register', code: '123456', name: '王芳1', passwordAgain: 'x' };
    const page = await shown(post('/register', wrong));
    expect(page.typed).toMatchObject({
      errors: { name: 'Letters or Chinese characters only' },
      message: null,
    });
    const zh = await shown(post('/register', { ...wrong, name: '王芳' }, { cookie: 'lang=zh-CN' }));
    expect(zh.typed.errors).toEqual({ passwordAgain: '两次输入的密码不一致' });
    const code = await shown(post('/register', { ...account, terms, act: 'register', code: '123456' }));
    expect(code.typed.errors.code).toMatch(/wrong or has expired/);
  });

  test('needs the accepted terms, and says how long to wait for another code', async () => {
    const { accept: _accept, ...unaccepted } = account;
    const page = await shown(post('/register', { ...unaccepted, terms, act: 'register', code: '123456' }));
    expect(page.typed.errors.terms).toMatch(/accept the terms/);
    await post('/register', { way: 'phone', phone, act: 'code' });
    const again = await post('/register', { way: 'phone', phone, act: 'code' });
    expect(again.status).toBe(429);
    expect((await shown(again)).typed.message).toBe('Wait 60 s, then have another code sent');
  });

  test('from another site makes nothing', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await post('/register', { ...account, act: 'code' }, headers)).status).toBe(403);
    expect(bench.messages.list()).toEqual([]);
  });

  test('offers e-mail only without text messages', async () => {
    await bench.close();
    await open({ sms: null });
    expect(await shown(get('/register'))).toMatchObject({ ways: ['email'], demo: false });
    expect(await shown(get('/forgetPwd?way=phone'))).toMatchObject({
      ways: ['support', 'email'],
      way: 'email',
    });
  });
});

describe('/forgetPwd', () => {
  beforeEach(() => bench.put('/api/users/p-doctor', { as: 'admin', body: { phone, email } }));

  test('opens at the way of its address', async () => {
    expect(await shown(get('/forgetPwd'))).toMatchObject({ page: 'forgot', way: 'phone' });
    expect(await shown(get('/forgetPwd?way=support'))).toMatchObject({ way: 'support', phone: null });
    expect(await shown(get('/forgetPwd?way=none'))).toMatchObject({ way: 'phone' });
  });

  test('by code sets the password, and leads to the sign-in page', async () => {
    const asked = await shown(post('/forgetPwd', { way: 'phone', phone, act: 'code' }));
    expect(asked).toMatchObject({ page: 'forgot', way: 'phone', sent: { to: phone } });
    const fields = { way: 'phone', phone, act: 'reset', password: NEW, passwordAgain: NEW };
    const wrong = await shown(post('/forgetPwd', { ...fields, code: '000000' }));
    expect(wrong.typed.errors.code).toMatch(/wrong or has expired/);
    const done = await post('/forgetPwd', { ...fields, code: await codeIn(phone) });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/login?why=reset']);
    const back = await bench.post('/api/login', { body: { userName: 'doctor', password: NEW } });
    expect(back.status).toBe(200);
  });

  test('by link shows the same page for every address', async () => {
    const pagesShown = [];
    for (const to of ['nobody@clinic.example', email]) {
      const { nonce: _nonce, ...page } = await shown(
        post('/forgetPwd', { way: 'email', email: to, act: 'link' }),
      );
      pagesShown.push(JSON.stringify(page).replaceAll(to, 'x'));
    }
    expect(pagesShown[0]).toBe(pagesShown[1]);
    expect(pagesShown[0]).toContain('"resendAfter":60');
  });

  test('the link’s page sets the password once, and tells its address to nobody', async () => {
    await post('/forgetPwd', { way: 'email', email, act: 'link' });
    const token = /token=([\w.-]+)/.exec(await textTo(email))?.[1] ?? '';
    const page = await get(`/forgetPwd?token=${token}`);
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(await page.json()).toMatchObject({ page: 'newPassword', account: 'doctor', token });
    const short = await post('/forgetPwd', { token, act: 'reset', password: 'abc', passwordAgain: 'abc' });
    expect(await short.json()).toMatchObject({
      page: 'newPassword',
      typed: { errors: { password: /6 to 20/ } },
    });
    const done = await post('/forgetPwd', { token, act: 'reset', password: NEW, passwordAgain: NEW });
    expect(done.headers.get('location')).toBe('/login?why=reset');
    const used = await get(`/forgetPwd?token=${token}`);
    expect([used.status, (await used.json()).page]).toEqual([410, 'closedLink']);
    const again = await post('/forgetPwd', { token, act: 'reset', password: NEW, passwordAgain: NEW });
    expect(again.status).toBe(410);
    expect(bench.lines.join()).not.toContain(token);
  });

  test('a request over its address is logged by its route only', async () => {
    await bench.close();
    await open();
    const { createApp } = await import('../api/app.ts');
    const { printInTestThread } = await import('../api/testing/print-in-test-thread.ts');
    const { app } = createApp(bench.deps, {
      ...printInTestThread,
      pages: api => createPagesApp({ ...bench.deps, renderer: jsonPageRenderer, dist }, api),
    });
    expect((await app.request('/forgetPwd?token=secret.token')).status).toBe(410);
    expect(bench.lines.join()).toContain('/forgetPwd');
    expect(bench.lines.join()).not.toContain('secret.token');
  });
});

test.each([
  ['/termsOfUse', 'terms'],
  ['/privacy', 'privacy'],
])('%s shows its version and who runs the installation', async (path, text) => {
  expect(await shown(get(path))).toMatchObject({ page: 'legal', text, version: terms, operator: 'main' });
});

test('the sign-in page says that a new password is set, and that a trial is over', async () => {
  expect(await shown(get('/login?why=reset'))).toMatchObject({ why: 'reset' });
  await post('/register', { ...account, terms, act: 'code' });
  await post('/register', { ...account, terms, act: 'register', code: await codeIn(phone) });
  bench.clock.advance(limits.trialMs);
  const form = { userName: 'wang.fang', password: NEW };
  const refused = await bench.send('POST', '/login', { form });
  const page = await shown(get(refused.headers.get('location') ?? ''));
  expect(page.error.message).toMatch(/service desk/);
  expect(
    (await bench.post('/api/login', { body: { userName: 'doctor', password: TEST_PASSWORD } })).status,
  ).toBe(200);
});
