/** Access to pages, with real sessions. End-to-end tests check their content. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homePath } from '#web/lib/return-path.ts';
import { openTestServer, TEST_PASSWORD, testCookieNames } from '../api/testing/test-server.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createPagesApp } from './pages.ts';
import { precompressFiles } from './precompress.ts';
import { returnPathOf } from './preference-forms.ts';
import { pathsNeedingSession } from './session-paths.ts';
import { jsonPageRenderer } from './testing/json-renderer.ts';

const dist = mkdtempSync(join(tmpdir(), 'archline-pages-'));
afterAll(() => rmSync(dist, { recursive: true }));

/** Renders its input as JSON. A page of the app reads the viewer, like the real renderer. */
const renderer: PageRenderer = {
  ...jsonPageRenderer,
  app: async (request, page) => {
    const answer = await page.fetch('/api/sysUser', { headers: { Authorization: page.boot.token } });
    page.seen(answer.headers.get('X-Position') ?? '');
    const user = (await answer.json()).data;
    return new Response(JSON.stringify({ path: new URL(request.url).pathname, boot: page.boot, user }));
  },
};

let bench: Awaited<ReturnType<typeof openTestServer>>;
let pages: ReturnType<typeof createPagesApp>;
let cookies = '';

const open = (path: string, headers: Record<string, string> = {}) =>
  pages.request(`http://archline.test${path}`, { headers });
const signedIn = (path: string, more: Record<string, string> = {}) =>
  open(path, { cookie: cookies, ...more });
const where = (answer: Response): [number, string | null] => [answer.status, answer.headers.get('location')];

async function cookiesOf(remember: boolean): Promise<string> {
  const body = { userName: 'doctor', password: TEST_PASSWORD, remember };
  const { headers } = await bench.post('/api/login', { body });
  return headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ');
}

beforeAll(async () => {
  bench = await openTestServer();
  pages = createPagesApp({ ...bench.deps, renderer, dist }, bench.app);
  cookies = await cookiesOf(false);
});

describe('route guards', () => {
  test('redirect / to the workbench', async () => expect(where(await open('/'))).toEqual([302, homePath]));

  test.each(pathsNeedingSession)(
    'redirect %s to the sign-in page and back, without a session',
    async path => {
      const [status, to] = where(await open(`${path}?id=ABC234`));
      expect(status).toBe(302);
      const login = new URL(to ?? '', 'http://archline.test');
      expect(login.pathname).toBe('/login');
      expect(login.searchParams.get('why')).toBeNull();
      expect(login.searchParams.get('returnTo')).toBe(`${path}?id=ABC234`);
    },
  );

  test.each(pathsNeedingSession)('open %s with a session', async path => {
    const answer = await signedIn(path);
    expect(answer.status).toBe(200);
    expect((await answer.json()).user.userName).toBe('doctor');
  });

  test.each(['/nonsense', '/addCase/nonsense', '/workbench/more', '/WORKBENCH'])(
    'redirect the unknown page %s to the sign-in page, with or without a session',
    async path => {
      expect(where(await signedIn(path))).toEqual([302, '/login']);
      expect(where(await open(path))).toEqual([302, '/login']);
    },
  );

  test('open the demo’s messages to everybody, and to nobody without the demo’s driver', async () => {
    bench.messages.add({ to: '13900001234', channel: 'sms', text: '482913' });
    expect(await (await open('/demo/messages?to=139-0000-1234')).json()).toMatchObject({
      page: 'demoMessages',
      to: '139-0000-1234',
      messages: [{ to: '13900001234', text: '482913' }],
    });
    expect(await (await open('/demo/messages?to=1')).json()).toMatchObject({ messages: [] });
    const without = createPagesApp({ ...bench.deps, demoMessages: undefined, renderer, dist }, bench.app);
    const [missing, messages] = await Promise.all(
      ['/demo/nothing', '/demo/messages'].map(path => without.request(`http://archline.test${path}`)),
    );
    expect(messages && where(messages)).toEqual(missing && where(missing));
  });

  test('redirect /login with a session to the workbench, or back', async () => {
    expect(where(await signedIn('/login'))).toEqual([302, homePath]);
    expect(where(await signedIn('/login?returnTo=/caseList'))).toEqual([302, '/caseList']);
    expect(where(await signedIn('/login?returnTo=//evil.example'))).toEqual([302, homePath]);
  });

  test('redirect a doubled slash to the same page, and to no other site', async () => {
    expect(where(await signedIn('/caseList/?page=2'))).toEqual([302, '/caseList?page=2']);
    const [, to] = where(await signedIn('//evil.example/'));
    expect(to).toBe('/login');
  });
});

describe('a page’s session', () => {
  test.each(['', 'abc', 'eyJhbGciOiJub25lIn0.e30.'])(
    'that is forged (%s) opens nothing, and is reported as expired',
    async forged => {
      const [status, to] = where(await open('/caseList', { cookie: `${testCookieNames.session}=${forged}` }));
      expect(status).toBe(302);
      expect(to).toBe(
        forged === '' ? '/login?returnTo=%2FcaseList' : '/login?returnTo=%2FcaseList&why=expired',
      );
    },
  );

  test('that was signed out elsewhere is over before the next page', async () => {
    const gone = await cookiesOf(false);
    expect((await open('/caseList', { cookie: gone })).status).toBe(200);
    const token = /session=([^;]+)/.exec(gone)?.[1] ?? '';
    await bench.put(`/api/login/${token}`, { body: {} });
    expect(where(await open('/caseList', { cookie: gone }))).toEqual([
      302,
      '/login?returnTo=%2FcaseList&why=expired',
    ]);
  });

  test('is renewed by a page, which sets the new cookie', async () => {
    const own = await cookiesOf(false);
    bench.clock.advance(2 * 60_000);
    const answer = await open('/caseList', { cookie: own });
    const [set = ''] = answer.headers.getSetCookie();
    expect(set).toMatch(/^__Host-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const { boot } = await answer.json();
    expect(set).toContain(boot.token);
  });

  test('that idled is restored by "remember me"; without it the sign-in page follows', async () => {
    const [kept, plain] = [await cookiesOf(true), await cookiesOf(false)];
    bench.clock.advance(16 * 60_000);
    const answer = await open('/caseList', { cookie: kept });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().map(cookie => cookie.split('=')[0])).toEqual([
      testCookieNames.session,
      testCookieNames.remember,
    ]);
    expect((await open('/caseList', { cookie: plain })).status).toBe(302);
    cookies = await cookiesOf(false);
  });

  test('that idled in the browser ends on the server too, but only from our own page', async () => {
    const own = await cookiesOf(false);
    const link = await open('/login?why=idle', { cookie: own, 'sec-fetch-site': 'cross-site' });
    expect((await link.json()).page).toBe('login');
    expect((await open('/caseList', { cookie: own })).status).toBe(200);
    const ours = await open('/login?why=idle', { cookie: own, 'sec-fetch-site': 'same-origin' });
    expect(ours.headers.getSetCookie()[0]).toMatch(/^__Host-session=;/);
    expect((await open('/caseList', { cookie: own })).status).toBe(302);
  });
});

describe('the sign-in page', () => {
  const drawn = async (path: string, headers = {}) => (await open(path, headers)).json();

  test('shows errors of known codes only', async () => {
    expect((await drawn('/login?error=103016')).error.message).toBe('Username or password is wrong');
    expect((await drawn('/login?error=103016', { cookie: 'lang=zh-CN' })).error.message).toMatch(/密码/);
    expect((await drawn('/login?error=104000')).error).toEqual({ userName: true, password: true });
    expect((await drawn('/login?error=Send+money')).error.message).toBe('Username or password is wrong');
  });
  test('lists the accounts in demo mode only', async () => {
    expect((await drawn('/login')).accounts.people).toContainEqual({
      userName: 'doctor',
      position: 'Doctor',
    });
    const real = createPagesApp({ ...bench.deps, demo: false, renderer, dist }, bench.app);
    expect((await (await real.request('/login')).json()).accounts).toBeNull();
  });
});

describe('page preferences', () => {
  test('follow the cookies, with English as default; Accept-Language is ignored', async () => {
    const boot = async (cookie: string) =>
      (await (await signedIn('/caseList', { cookie: `${cookies}; ${cookie}` })).json()).boot;
    expect(await boot('x=1')).toMatchObject({
      lang: 'en',
      theme: null,
      hidden: false,
      timeZone: 'UTC',
      bar: null,
    });
    expect(await boot('bar=classic')).toMatchObject({ bar: 'classic' });
    expect(await boot('bar=pink')).toMatchObject({ bar: null });
    const asked = await signedIn('/caseList', { 'accept-language': 'zh-CN' });
    expect((await asked.json()).boot.lang).toBe('en');
    expect(await boot('lang=zh-TW; theme=dark; eyeHidden=1; tz=Asia%2FShanghai')).toMatchObject({
      lang: 'zh-CN',
      theme: 'dark',
      hidden: true,
      timeZone: 'Asia/Shanghai',
    });
    expect(await boot('lang=fr; theme=pink; tz=Nowhere%2FElse')).toMatchObject({
      lang: 'en',
      theme: null,
      timeZone: 'UTC',
    });
  });

  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    pages.request(`http://archline.test${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });

  test('are changed by a form, which returns to the same page', async () => {
    const answer = await post('/lang', { lang: 'zh-CN', back: '/caseList?filter=2' });
    expect(where(answer)).toEqual([303, '/caseList?filter=2']);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^lang=zh-CN; Max-Age=\d+; Path=\/; Secure; SameSite=Lax/,
    );
    expect((await post('/theme', { theme: 'dark' })).headers.getSetCookie()[0]).toMatch(/^theme=dark;/);
    expect((await post('/theme', { theme: '' })).headers.getSetCookie()[0]).toMatch(/^theme=; Max-Age=0/);
    expect((await post('/lang', { lang: 'fr' })).headers.getSetCookie()).toEqual([]);
  });
  test('are not changed from another site', async () =>
    expect((await post('/lang', { lang: 'en' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403));

  test.each([
    ['/caseList?q=1', undefined, '/caseList?q=1'],
    ['', 'http://archline.test/login?why=out', '/login?why=out'],
    ['//evil.example', undefined, '/workbench'],
    ['https://evil.example', undefined, '/workbench'],
    ['/\\evil.example', undefined, '/workbench'],
    [undefined, 'not an address', '/workbench'],
  ])('lead back from %s (%s) to %s', (back, referer, path) => expect(returnPathOf(back, referer)).toBe(path));
});

describe('every page', () => {
  test('is never cached, and runs only its own scripts', async () => {
    const [one, two] = [await signedIn('/caseList'), await signedIn('/caseList')];
    expect(one.headers.get('cache-control')).toBe('no-store');
    const policy = one.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]{22}'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(two.headers.get('content-security-policy')).not.toBe(policy);
  });
  test('states its log position', async () => {
    const { boot } = await (await signedIn('/caseList')).json();
    expect(boot.position).toMatch(/^[\w-]+-\d+$/);
  });
});

describe('files of the build', () => {
  beforeAll(async () => {
    mkdirSync(join(dist, 'client', 'assets'), { recursive: true });
    writeFileSync(join(dist, 'client', 'assets', 'app-1a2b.js'), 'let x = 1;\n'.repeat(200));
    writeFileSync(join(dist, 'client', 'secret.json'), '{}');
    await precompressFiles(join(dist, 'client'));
  });

  test('are compressed and immutable', async () => {
    const answer = await open('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
    // This policy is for workers; a page would ignore it.
    expect(answer.headers.get('Content-Security-Policy')).toContain("'wasm-unsafe-eval'");
    expect((await open('/login')).headers.get('Content-Security-Policy')).not.toContain('wasm');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toMatch(/^let x = 1;/);
    expect(
      (await open('/assets/app-1a2b.js', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
    ).toBe('br');
    expect((await open('/assets/app-1a2b.js')).headers.get('content-encoding')).toBeNull();
  });
  test.each([
    '/assets/none.js',
    '/assets/app-1a2b.js.br',
    '/assets/..%2Fsecret.json',
    '/assets/.vite',
    '/old.php',
  ])('do not include %s', async path => expect((await open(path)).status).toBe(404));
});

describe('pages of one person', () => {
  test('are rendered one at a time, and more than sixteen at once are refused with a retry time', async () => {
    let [drawing, most] = [0, 0];
    const ends: (() => void)[] = [];
    const slow: PageRenderer = {
      ...renderer,
      app: async () => {
        drawing += 1;
        most = Math.max(most, drawing);
        await new Promise<void>(resolve => ends.push(resolve));
        drawing -= 1;
        return new Response('drawn');
      },
    };
    const own = createPagesApp(
      { ...bench.deps, renderer: slow, dist, rest: async () => undefined },
      bench.app,
    );
    const ask = () => own.request('http://archline.test/workbench', { headers: { cookie: cookies } });
    const flood = Array.from({ length: 17 }, ask);
    const refused = await Promise.race(flood);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2']);
    expect(await refused.text()).toContain('busy');
    expect((await own.request('http://archline.test/login')).status).toBe(200);
    let left = flood.length;
    for (const one of flood) void Promise.resolve(one).then(() => left--);
    while (left > 0) {
      ends.shift()?.();
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(most).toBe(1);
  });
});

test('are rendered in separate turns of the event loop, between which others are answered', async () => {
  const seen: string[] = [];
  const noted: PageRenderer = {
    ...renderer,
    plain: () => {
      seen.push('drawn');
      return '';
    },
  };
  const own = createPagesApp({ ...bench.deps, renderer: noted, dist }, bench.app);
  let done = false;
  const turn = () => {
    if (seen.at(-1) !== 'turn') seen.push('turn');
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  const ask = (n: number) => own.request(`http://archline.test/login?user=a${n}`);
  await Promise.all(Array.from({ length: 5 }, (_, n) => ask(n)));
  done = true;
  expect(seen.filter(what => what === 'drawn')).toHaveLength(5);
  expect(seen.join(' ')).not.toContain('drawn drawn');
});
