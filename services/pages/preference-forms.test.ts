import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '../http/context.ts';
import { createCookies } from '../http/cookies.ts';
import { addLanguageAndThemeForms } from './preference-forms.ts';

const app = new Hono<ApiEnv>();
const timers = { every: () => () => undefined };
addLanguageAndThemeForms(app, { timers, cookies: createCookies('http://archline.test') });

async function post(body: string, more: Record<string, string> = {}) {
  const headers = {
    host: 'archline.test',
    'content-type': 'application/x-www-form-urlencoded',
    ...more,
  };
  const answer = await app.request('http://archline.test/lang', { method: 'POST', body, headers });
  return { status: answer.status, cookies: answer.headers.getSetCookie() };
}

const foreign = { status: 403, cookies: [] };
test.each([
  ['a body in another format', 'lang=en', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['two languages', 'lang=en&lang=zh-CN', {}, 400],
  ['more than a form holds', `lang=en&back=${'x'.repeat(1_100_000)}`, {}, 413],
])('preference form with %s changes nothing', async (_what, body, more, status) =>
  expect(await post(body, more)).toEqual({ status, cookies: [] }),
);

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('preference form from %o changes nothing', async headers =>
  expect(await post('lang=en', headers)).toEqual(foreign),
);

test('preference form of our own page changes the preference', async () => {
  const own = { 'sec-fetch-site': 'same-origin', origin: 'http://archline.test' };
  expect(await post('lang=en&back=/login', own)).toMatchObject({
    status: 303,
    cookies: [expect.stringMatching(/^lang=en;/)],
  });
});
