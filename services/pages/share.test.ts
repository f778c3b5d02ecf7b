/** What a link's pages answer; how they look is the end-to-end tests'. */
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiEnv } from '../api/context.ts';
import { openBench } from '../api/testing/bench.ts';
import { pagesApp } from './pages.ts';
import type { Renderer } from './render.ts';

/** Draws what it was given, as JSON. */
const renderer: Renderer = {
  built: {
    manifest: { routes: {} },
    stylesOf: () => '',
    pageCss: '',
    pageScript: null,
    shareScript: null,
    viewBytes: { patient: 0, colleague: 0, model: 0 },
    font: null,
  },
  plain: (page, world) => JSON.stringify({ ...page, lang: world.lang, timeZone: world.timeZone }),
  app: async () => new Response('the app'),
};

const facts = {
  for: 'patient',
  lang: 'zh-CN',
  clinic: 'Clinic',
  zone: 'Asia/Shanghai',
  plan: null,
  model: null,
};
/** What the API tells of each key. */
const told: Record<string, { status: 200 | 404 | 410 | 429; data: unknown }> = {
  open: { status: 200, data: facts },
  over: { status: 410, data: { why: 'revoked', clinic: 'Clinic', lang: 'zh-CN' } },
  busy: { status: 429, data: null },
};

let pages: Hono<ApiEnv>;
let asked: Headers[];
beforeEach(async () => {
  const bench = await openBench();
  asked = [];
  const api = new Hono<ApiEnv>().get('/api/shares/:key', c => {
    asked.push(c.req.raw.headers);
    const { status, data } = told[c.req.param('key')] ?? { status: 404 as const, data: null };
    return c.json({ code: 0, message: '', data }, status, { 'Retry-After': '7' });
  });
  pages = pagesApp({ ...bench.deps, renderer, dist: '/nowhere' }, api);
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await pages.request(`http://archline.test${path}`, { headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, page: text === '' ? null : JSON.parse(text) };
};

describe('a shared page', () => {
  test('is its facts, in the link’s language and the clinic’s time, kept by nobody', async () => {
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

  test('is in its reader’s language where one was chosen, and takes no session along', async () => {
    const cookie = 'lang=en; session=somebody';
    expect((await get('/threeDPatientView/open', { cookie })).page.lang).toBe('en');
    expect(asked.map(headers => headers.get('cookie'))).toEqual([null]);
  });

  test.each(['/threeDNew_new/open', '/threeDNew_m/open', '/showStlView/open', '/threeDPatientView/none'])(
    '%s is nothing: 404 without a word of why',
    async path => {
      const { status, page } = await get(path);
      expect([status, page]).toEqual([404, { page: 'shareOver', over: null, lang: 'en', timeZone: 'UTC' }]);
    },
  );

  test('that is over says so, and whom to ask', async () => {
    const { status, headers, page } = await get('/threeDPatientView/over');
    expect([status, page.over, page.lang]).toEqual([410, told.over?.data, 'zh-CN']);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('that was asked for too often says when to come again', async () => {
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
