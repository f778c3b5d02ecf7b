import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '../http/context.ts';
import { createCookies } from '../http/cookies.ts';
import { createApp } from './app.ts';
import { openTestServer } from './testing/test-server.ts';

/** Answers that are Response objects of their own, like those of pages and files. */
const pages = () =>
  new Hono<ApiEnv>()
    .get('/', c => c.redirect('/workbench', 302))
    .get('/favicon.svg', () => new Response('<svg/>'))
    .get('/framed', () => new Response('', { headers: { 'Referrer-Policy': 'no-referrer' } }));

const paths = ['/', '/favicon.svg', '/assets/none.js', '/healthz', '/api/sysUser', '/api/nothing'];

test.each(paths)('%s has the security headers, and HSTS over https only', async path => {
  const bench = await openTestServer();
  const secure = createApp(bench.deps, { pages });
  const plain = createApp({ ...bench.deps, cookies: createCookies('http://127.0.0.1:3000') }, { pages });
  const { headers } = await secure.app.request(path);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  const proto = { 'X-Forwarded-Proto': 'https' };
  const insecure = await plain.app.request(path, { headers: proto });
  expect(insecure.headers.get('Strict-Transport-Security')).toBeNull();
  await bench.close();
});

test('an answer’s own header wins over the default', async () => {
  const bench = await openTestServer({ parts: { pages } });
  const { headers } = await bench.send('GET', '/framed');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  await bench.close();
});
