import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { openTestServer, TEST_PASSWORD, testCookieNames } from '../api/testing/test-server.ts';
import type { ApiEnv } from './context.ts';
import { clearSessionCookies, createCookies, setSessionCookies } from './cookies.ts';

function setBy(publicUrl: string, headers: Record<string, string> = {}) {
  const cookies = createCookies(publicUrl);
  const app = new Hono<ApiEnv>()
    .get('/in', c => {
      setSessionCookies(c, cookies, { token: 't', remember: 'r' });
      cookies.prefer(c, 'eye', '1');
      return c.text('');
    })
    .get('/out', c => {
      clearSessionCookies(c, cookies);
      return c.text('');
    })
    .get('/read', c => c.text(cookies.read(c, 'session') ?? 'none'));
  return (path: string, more = {}) => app.request(path, { headers: { ...headers, ...more } });
}

test('cookies under https are host-only for credentials, and all Secure', async () => {
  const ask = setBy('https://archline.example');
  const set = (await ask('/in')).headers.getSetCookie();
  expect(set).toEqual([
    '__Host-session=t; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-remember=r; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax',
    'eyeHidden=1; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
  ]);
  expect(await (await ask('/read', { Cookie: 'session=planted' })).text()).toBe('none');
  expect(await (await ask('/read', { Cookie: 'session=planted; __Host-session=t' })).text()).toBe('t');
  for (const gone of (await ask('/out')).headers.getSetCookie())
    expect(gone).toMatch(/^__Host-\w+=; .*Secure/);
});

test('cookies over http have plain names, whatever X-Forwarded-Proto says', async () => {
  const ask = setBy('http://127.0.0.1:3000', { 'X-Forwarded-Proto': 'https' });
  expect((await ask('/in')).headers.getSetCookie()).toEqual([
    'session=t; Path=/; HttpOnly; SameSite=Lax',
    'remember=r; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax',
    'eyeHidden=1; Max-Age=31536000; Path=/; SameSite=Lax',
  ]);
});

test('signing out clears the cache, by the API and by the form', async () => {
  const bench = await openTestServer();
  const body = { userName: 'doctor', password: TEST_PASSWORD };
  const { data } = await bench.post<{ token: string }>('/api/login', { body });
  const form = await bench.post('/logout', {
    headers: { Cookie: `${testCookieNames.session}=${data.token}` },
  });
  expect(form.headers.get('Clear-Site-Data')).toBe('"cache"');
  const { headers } = await bench.put(`/api/login/${await bench.tokenOf('doctor2')}`);
  expect(headers.get('Clear-Site-Data')).toBe('"cache"');
  await bench.close();
});
