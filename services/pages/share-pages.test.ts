/** Answers of share link pages. End-to-end tests check their look. */
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, TEST_PASSWORD, testCookieNames } from '../api/testing/test-server.ts';
import type { ApiEnv } from '../http/context.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createPagesApp } from './pages.ts';
import { jsonPageRenderer } from './testing/json-renderer.ts';

const renderer: PageRenderer = {
  ...jsonPageRenderer,
  plain: (page, { lang, timeZone }) => JSON.stringify({ ...page, lang, timeZone }),
};

const facts = {
  for: 'patient',
  lang: 'zh-CN',
  clinic: 'Clinic',
  zone: 'Asia/Shanghai',
  plan: null,
  model: null,
};
/** The stubbed API's answer for each key. */
const told: Record<string, { status: 200 | 404 | 410 | 429; data: unknown }> = {
  open: { status: 200, data: facts },
  drawn: { status: 200, data: { ...facts, plan: { posters: [0, 8] } } },
  over: { status: 410, data: { why: 'expired', clinic: 'Clinic', lang: 'zh-CN' } },
  busy: { status: 429, data: null },
};

let pages: Hono<ApiEnv>;
let asked: Headers[];
beforeEach(async () => {
  const bench = await openTestServer();
  asked = [];
  const api = new Hono<ApiEnv>().get('/api/shares/:key', c => {
    asked.push(c.req.raw.headers);
    const { status, data } = told[c.req.param('key')] ?? { status: 404 as const, data: null };
    return c.json({ code: 0, message: '', data }, status, { 'Retry-After': '7' });
  });
  api.get('/api/shares/drawn/files/poster-0.webp', c => c.body('a picture'));
  pages = createPagesApp({ ...bench.deps, renderer, dist: '/nowhere' }, api);
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await pages.request(`http://archline.test${path}`, { headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, page: text === '' ? null : JSON.parse(text) };
};

describe('a shared page', () => {
  test('is rendered one at a time per link; more than eight at once are refused, and another link is not', async () => {
    const flood = Array.from({ length: 9 }, () =>
      pages.request('http://archline.test/threeDPatientView/open'),
    );
    const other = pages.request('http://archline.test/threeDPatientView/drawn');
    const answers = await Promise.all([...flood, other]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429, 200]);
    expect(answers[8]?.headers.get('Retry-After')).toBe('2');
  });

  test('shows its facts, in the link’s language and the clinic’s time zone, uncached', async () => {
    const { status, headers, page } = await get('/threeDPatientView/open');
    expect([status, page]).toEqual([
      200,
      { page: 'share', facts, files: '/api/shares/open/files', lang: 'zh-CN', timeZone: 'Asia/Shanghai' },
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('is not counted as opened by a HEAD request', async () => {
    await pages.request('http://archline.test/threeDPatientView/open', { method: 'HEAD' });
    await get('/threeDPatientView/open');
    expect(asked.map(headers => headers.get('X-Background'))).toEqual(['1', null]);
  });

  test('is in its reader’s chosen language, and passes no session on', async () => {
    const cookie = `lang=en; ${testCookieNames.session}=somebody`;
    expect((await get('/threeDPatientView/open', { cookie })).page.lang).toBe('en');
    expect(asked.map(headers => headers.get('cookie'))).toEqual([null]);
  });

  test.each(['/threeDNew_new/open', '/threeDNew_m/open', '/showStlView/open', '/threeDPatientView/none'])(
    '%s answers 404 without a reason',
    async path => {
      const { status, page } = await get(path);
      expect([status, page]).toEqual([404, { page: 'shareOver', over: null, lang: 'en', timeZone: 'UTC' }]);
    },
  );

  test('contains its first picture', async () => {
    const { page } = await get('/threeDPatientView/drawn');
    expect(page.picture).toBe(`data:image/webp;base64,${Buffer.from('a picture').toString('base64')}`);
  });

  test('that has ended says so, and whom to contact', async () => {
    const { status, headers, page } = await get('/threeDPatientView/over');
    expect([status, page.over, page.lang]).toEqual([410, told.over?.data, 'zh-CN']);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('that is requested too often names a retry time', async () => {
    const { status, headers } = await get('/threeDPatientView/busy');
    expect([status, headers.get('Retry-After')]).toEqual([429, '7']);
  });

  test.each(['%2e%2e%2fopenapi.json', '..%2f..%2fhealthz', '%00', 'open%3Fx=1', 'open%2fopen'])(
    'of the key %s reaches nothing else of the API',
    async key => {
      expect((await get(`/threeDPatientView/${key}`)).status).toBe(404);
    },
  );
});

describe('a case number in place of a key', () => {
  const caseId = '123456';
  const models = [
    { id: 'f-1', kind: 'stl', slot: 'upper' },
    { id: 'f-2', kind: 'stl', slot: 'lower' },
  ];
  let cookie: string;
  beforeEach(async () => {
    const bench = await openTestServer();
    const { headers } = await bench.post('/api/login', {
      body: { userName: 'doctor', password: TEST_PASSWORD },
    });
    cookie = headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ');
    const api = new Hono<ApiEnv>()
      .get('/api/cases/:id', c => {
        const seen = c.req.param('id') === caseId && c.req.header('authorization');
        return seen ? c.json({ data: { caseId, files: models } }) : c.json({ data: null }, 404);
      })
      .get('/api/files/:id/mesh', c => c.body('a mesh', 200, { 'Content-Length': '6' }))
      .get('/api/shares/:key', c => c.json({ data: null }, 404));
    pages = createPagesApp({ ...bench.deps, renderer, dist: '/nowhere' }, api);
  });
  const addresses = ['threeDPatientView', 'threeDNew_new', 'threeDNew_m', 'showStlView'];

  test.each(addresses)(
    '%s answers 404 without a session, and with one that does not see the case',
    async name => {
      expect((await get(`/${name}/${caseId}`)).status).toBe(404);
      expect((await get(`/${name}/654321`, { cookie })).status).toBe(404);
    },
  );

  test.each(addresses.slice(0, 3))('%s redirects to the case’s own view', async name => {
    const { status, headers } = await get(`/${name}/${caseId}`, { cookie });
    expect([status, headers.get('Location')]).toEqual([302, `/eSetThreeDView?id=${caseId}`]);
  });

  test('showStlView shows its models, one at a time', async () => {
    const { page } = await get(`/showStlView/${caseId}?file=f-2`, { cookie });
    expect(page).toMatchObject({
      page: 'caseModel',
      model: { slot: 'lower', bytes: 6 },
      mesh: '/api/files/f-2/mesh',
      inside: { models: [{ here: false }, { here: true }] },
    });
    expect((await get(`/showStlView/${caseId}`, { cookie })).page.mesh).toBe('/api/files/f-1/mesh');
    expect((await get(`/showStlView/${caseId}?file=f-3`, { cookie })).status).toBe(404);
  });
});
