import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestServer,
  testCookieNames,
} from '#services/api/testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { session, remember } = testCookieNames;
const MINUTE = 60_000;
const DAY = 86_400_000;

const signIn = (userName: string, password = TEST_PASSWORD, more: object = {}) =>
  bench.post<{ token: string; expiresAt: string; user: { id: string } }>('/api/login', {
    body: { userName, password, ...more },
  });
const who = (token: string, headers: Record<string, string> = {}) =>
  bench.get('/api/sysUser', { token, headers });

describe('signing in', () => {
  test('answers with token, expiry and user, and sets a cookie that no script can read', async () => {
    const { status, data, headers } = await signIn('doctor');
    expect(status).toBe(200);
    expect(data).toMatchObject({ expiresAt: '2026-11-20T08:15:00.000Z', user: { position: 'Doctor' } });
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-session=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('accepts a form-encoded body', async () => {
    const form = { userName: 'doctor', password: TEST_PASSWORD, remember: 'false' };
    expect((await bench.post('/api/login', { form })).status).toBe(200);
  });

  test('answers a wrong name and a wrong password alike', async () => {
    const [name, password] = [await signIn('nobody'), await signIn('doctor', 'archline2')];
    expect(name).toMatchObject({ status: 401, code: 103016 });
    expect(name.text).toBe(password.text);
  });

  test('requires both fields', async () => {
    const { status, data } = await signIn('', '');
    expect(status).toBe(400);
    expect(data).toMatchObject({ issues: [{ path: 'userName' }, { path: 'password' }] });
  });

  test('during a live session is refused with 101013', async () => {
    const { data } = await signIn('doctor');
    const body = { userName: 'doctor2', password: TEST_PASSWORD };
    expect(await bench.post('/api/login', { body, token: data.token })).toMatchObject({
      status: 409,
      code: 101013,
    });
    bench.clock.advance(16 * MINUTE);
    expect(await bench.post('/api/login', { body, token: data.token })).toMatchObject({ status: 200 });
  });

  test.each(['doctor', 'nobody'])(
    'as %s is frozen for 15 minutes by five wrong passwords',
    async userName => {
      for (let i = 0; i < 5; i++) expect((await signIn(userName, 'archline2')).code).toBe(103016);
      expect(await signIn(userName)).toMatchObject({ status: 403, code: 103017 });
      bench.clock.advance(15 * MINUTE);
      expect((await signIn(userName)).code).toBe(userName === 'doctor' ? 0 : 103016);
    },
  );

  test('freezes despite parallel wrong passwords', async () => {
    const codes = await Promise.all(Array.from({ length: 12 }, () => signIn('doctor', 'archline2')));
    expect(codes.filter(a => a.code === 103016)).toHaveLength(5);
    expect(codes.filter(a => a.code === 103017)).toHaveLength(7);
  });

  test('accepts many parallel right passwords without freezing, also after four wrong ones', async () => {
    for (let i = 0; i < 4; i++) await signIn('doctor', 'archline2');
    const codes = await Promise.all(Array.from({ length: 10 }, async () => (await signIn('doctor')).code));
    expect(codes).toEqual(Array(10).fill(0));
  });

  test('allows five more wrong passwords at most when a right one is among parallel wrong ones', async () => {
    const passwords = Array.from({ length: 20 }, (_, i) => (i === 3 ? TEST_PASSWORD : 'archline2'));
    const codes = await Promise.all(passwords.map(async password => (await signIn('doctor', password)).code));
    expect(codes.filter(code => code === 103016).length).toBeLessThanOrEqual(4 + 5);
    expect(codes.filter(code => code === 103017).length).toBeGreaterThanOrEqual(10);
  });

  test('resets the count after a right password, and after a time', async () => {
    for (let i = 0; i < 4; i++) await signIn('doctor', 'archline2');
    expect((await signIn('doctor')).code).toBe(0);
    for (let i = 0; i < 4; i++) await signIn('doctor', 'archline2');
    bench.clock.advance(16 * MINUTE);
    for (let i = 0; i < 4; i++) expect((await signIn('doctor', 'archline2')).code).toBe(103016);
    expect((await signIn('doctor')).code).toBe(0);
  });

  test('reports an expired trial only to a person with the right password', async () => {
    const account = {
      userName: 'trial',
      password: TEST_PASSWORD,
      name: '李明',
      orgId: 'main',
      trial: true,
    } as const;
    const order = { by: 'system', commandId: crypto.randomUUID() };
    await bench.deps.accounts.add(order, { ...account, position: 'Doctor' });
    const { data } = await signIn('trial');
    bench.clock.advance(30 * DAY);
    expect(await signIn('trial')).toMatchObject({ status: 403, code: 104012 });
    expect((await signIn('trial', 'archline2')).code).toBe(103016);
    expect((await who(data.token)).status).toBe(401);
  });

  test('is limited by address', async () => {
    const limited = await openTestServer({ parts: { limits: { tries: 3, wrong: 100 } } });
    const tryOnce = () =>
      limited.post('/api/login', { body: { userName: 'doctor', password: TEST_PASSWORD } });
    for (let i = 0; i < 3; i++) expect((await tryOnce()).status).toBe(200);
    const refused = await tryOnce();
    expect(refused).toMatchObject({ status: 429, code: 104007 });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    await limited.close();
  });
});

describe('a session', () => {
  test('accepts the token with and without Bearer, and nothing else', async () => {
    const { data } = await signIn('doctor');
    expect((await who(data.token)).data).toMatchObject({
      userName: 'doctor',
      position: 'Doctor',
      orgId: 'main',
    });
    expect((await who(`Bearer ${data.token}`)).status).toBe(200);
    const forged = `${data.token.slice(0, -4)}AAAA`;
    for (const token of ['', 'nonsense', forged, 'a.b.c', data.token.split('.').slice(0, 2).join('.')])
      expect(await who(token)).toMatchObject({ status: 401, code: 101014 });
  });

  test('expires 15 minutes after the last act', async () => {
    const { data } = await signIn('doctor');
    bench.clock.advance(14 * MINUTE);
    expect((await who(data.token)).status).toBe(200);
    bench.clock.advance(14 * MINUTE);
    expect((await who(data.token)).status).toBe(200);
    bench.clock.advance(15 * MINUTE);
    expect(await who(data.token)).toMatchObject({ status: 401, code: 101014 });
  });

  test('is not extended by a page’s own requests', async () => {
    const { data } = await signIn('doctor');
    bench.clock.advance(10 * MINUTE);
    const background = await who(data.token, { 'X-Background': '1' });
    expect([background.status, background.headers.get('X-Token')]).toEqual([200, null]);
    bench.clock.advance(6 * MINUTE);
    expect((await who(data.token)).status).toBe(401);
  });

  test('is not extended by a page’s own requests after an act either', async () => {
    const { data } = await signIn('doctor');
    bench.clock.advance(10 * MINUTE);
    expect((await who(data.token)).status).toBe(200);
    bench.clock.advance(10 * MINUTE);
    expect((await who(data.token, { 'X-Background': '1' })).status).toBe(200);
    bench.clock.advance(6 * MINUTE);
    expect((await who(data.token)).status).toBe(401);
  });

  test('renews a token that is older than a minute', async () => {
    const { data } = await signIn('doctor');
    expect((await who(data.token)).headers.get('X-Token')).toBeNull();
    bench.clock.advance(2 * MINUTE);
    const renewed = (await who(data.token)).headers.get('X-Token') ?? '';
    expect(renewed).not.toBe('');
    bench.clock.advance(14 * MINUTE);
    expect((await who(renewed)).status).toBe(200);
  });

  test('is ended by its own sign-out only', async () => {
    const [one, two] = [await signIn('doctor'), await signIn('doctor')];
    const out = await bench.put(`/api/login/${one.data.token}`);
    expect([out.status, out.code]).toEqual([200, 0]);
    expect(out.headers.get('set-cookie')).toContain(`${session}=; Max-Age=0`);
    expect(await who(one.data.token)).toMatchObject({ status: 401, code: 102028 });
    expect((await who(two.data.token)).status).toBe(200);
    expect(await bench.put(`/api/login/${one.data.token}`)).toMatchObject({ status: 401, code: 102028 });
  });

  test('ended by another node has ended here too', async () => {
    const stop = await bench.deps.sessions.start();
    const { data } = await signIn('doctor');
    const { sessionId } = await bench.deps.sessions.verify(data.token, { act: false });
    const ended = new Promise(resolve => bench.deps.sessions.onEnded(resolve));
    await bench.deps.store.append('session-p-doctor', 'any', [
      {
        type: 'SignedOut',
        data: { personId: 'p-doctor', sessionId },
        id: crypto.randomUUID(),
        at: new Date(bench.clock.now()).toISOString(),
        by: 'p-doctor',
      },
    ]);
    expect(await ended).toEqual({ personId: 'p-doctor', sessionId });
    expect(await who(data.token)).toMatchObject({ status: 401, code: 102028 });
    stop();
  });

  test('that ended before this node started has ended here too', async () => {
    const { data } = await signIn('doctor');
    await bench.put(`/api/login/${data.token}`);
    const { createSessionEndings: createEndings } = await import('./session-endings.ts');
    const { sessionId, personId } = JSON.parse(
      JSON.stringify(await bench.deps.sessions.verify((await signIn('doctor')).data.token, { act: false })),
      (key, value) => (key === 'person' ? undefined : value),
    );
    const endings = createEndings({ store: bench.deps.store, clock: bench.clock, ended: () => undefined });
    const stop = await endings.start();
    const said = JSON.parse(atob(data.token.split('.')[1] ?? ''));
    expect(endings.has('p-doctor', said.sid)).toBe(true);
    expect(endings.has(personId ?? 'p-doctor', sessionId)).toBe(false);
    stop();
  });

  test('ends at once when an Admin freezes its person', async () => {
    const { data } = await signIn('technician');
    await bench.post('/api/users/p-technician/freeze', { as: 'admin', body: {} });
    expect(await who(data.token)).toMatchObject({ status: 401, code: 102028 });
    expect(await signIn('technician')).toMatchObject({ status: 403, code: 103017 });
    await bench.post('/api/users/p-technician/unfreeze', { as: 'admin', body: {} });
    bench.clock.advance(1000);
    expect((await signIn('technician')).status).toBe(200);
    expect((await who(data.token)).code).toBe(102028);
  });

  test('ends when somebody else changes the password', async () => {
    const { data } = await signIn('technician');
    bench.clock.advance(1000);
    await bench.put('/api/users/p-technician', { as: 'admin', body: { password: 'archline2' } });
    expect((await who(data.token)).code).toBe(102028);
    bench.clock.advance(1000);
    expect((await signIn('technician', 'archline2')).status).toBe(200);
  });
});

describe('the two token calls', () => {
  test('validate and answer with a token', async () => {
    const { data } = await signIn('doctor');
    const path = `/api/login/${data.token}`;
    expect((await bench.post<{ token: string }>(path, { form: { token: data.token } })).data.token).toBe(
      data.token,
    );
    bench.clock.advance(2 * MINUTE);
    const fresh = await bench.post<{ token: string }>(path, { body: { token: data.token } });
    expect(fresh.data.token).not.toBe(data.token);
    expect((await who(fresh.data.token)).status).toBe(200);
    expect(await bench.post('/api/login/nonsense', { body: { token: 'nonsense' } })).toMatchObject({
      status: 401,
      code: 101014,
    });
  });

  test('require the same token in path and body', async () => {
    const { data } = await signIn('doctor');
    const other = await signIn('doctor2');
    const how = { body: { token: other.data.token } };
    expect(await bench.post(`/api/login/${data.token}`, how)).toMatchObject({ status: 400, code: 104000 });
    expect(await bench.put(`/api/login/${data.token}`, how)).toMatchObject({ status: 400, code: 103008 });
    expect((await who(data.token)).status).toBe(200);
  });

  test('leave no token and no password in the log, like all other calls', async () => {
    const { data } = await signIn('doctor');
    await bench.post(`/api/login/${data.token}`, { body: {} });
    await who(data.token);
    await bench.put(`/api/login/${data.token}`);
    const lines = bench.lines.join('');
    expect(lines).toContain('/api/login/:token');
    for (const secret of [data.token, data.token.split('.')[2] ?? '', TEST_PASSWORD])
      expect(lines).not.toContain(secret);
  });
});

describe('the session cookie', () => {
  const cookieOf = (answer: { headers: Headers }, name: string) =>
    new RegExp(`${name}=([^;]+)`).exec(answer.headers.getSetCookie().join('; '))?.[1] ?? '';

  test('does not authenticate the API', async () => {
    const cookie = `${session}=${cookieOf(await signIn('doctor'), session)}`;
    expect(await bench.get('/api/sysUser', { headers: { Cookie: cookie } })).toMatchObject({ status: 401 });
    expect(await bench.post('/api/cases', { body: {}, headers: { Cookie: cookie } })).toMatchObject({
      status: 401,
    });
  });

  test('of two weeks signs in again, each token once', async () => {
    const first = cookieOf(await signIn('doctor', TEST_PASSWORD, { remember: true }), remember);
    bench.clock.advance(13 * DAY);
    const second = await bench.deps.sessions.resume(first);
    expect(second?.person.id).toBe('p-doctor');
    expect(await bench.deps.sessions.resume(first)).toMatchObject({ remember: second?.remember });
    bench.clock.advance(2 * MINUTE);
    expect(await bench.deps.sessions.resume(first)).toBeUndefined();
    expect(await bench.deps.sessions.resume(second?.remember ?? '')).toBeUndefined();
  });

  test('of two weeks expires after two weeks, and is refused if forged', async () => {
    const token = cookieOf(await signIn('doctor', TEST_PASSWORD, { remember: true }), remember);
    const [family, , mac] = token.split('.');
    for (const forged of [`${family}.1.${mac}`, `${family}.0.x`, 'x', ''])
      expect(await bench.deps.sessions.resume(forged)).toBeUndefined();
    bench.clock.advance(14 * DAY);
    expect(await bench.deps.sessions.resume(token)).toBeUndefined();
  });

  test('of two weeks ends with the sign-out', async () => {
    const answer = await signIn('doctor', TEST_PASSWORD, { remember: true });
    const token = cookieOf(answer, remember);
    await bench.put(`/api/login/${answer.data.token}`, { headers: { Cookie: `${remember}=${token}` } });
    expect(await bench.deps.sessions.resume(token)).toBeUndefined();
  });

  test('is deleted after its expiry', async () => {
    await signIn('doctor', TEST_PASSWORD, { remember: true });
    const left = async () => (await Array.fromAsync(bench.deps.vault.list('remember/'))).length;
    await bench.remember.sweep();
    expect(await left()).toBe(1);
    bench.clock.advance(15 * DAY);
    await bench.remember.sweep();
    expect(await left()).toBe(0);
  });
});

describe('the forms that work without a script', () => {
  const form = {
    userName: 'doctor',
    password: TEST_PASSWORD,
    remember: 'on',
    returnTo: '/caseList?filter=3',
  };

  test('sign in and redirect', async () => {
    const response = await bench.send('POST', '/login', { form });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/caseList?filter=3']);
    expect(response.headers.getSetCookie().map(c => c.split('=')[0])).toEqual([
      ...[session, remember],
      '__Host-device',
    ]);
  });

  test('redirect back with the error', async () => {
    const response = await bench.send('POST', '/login', { form: { ...form, password: 'archline2' } });
    const back = new URL(response.headers.get('Location') ?? '', 'http://localhost');
    expect([response.status, back.pathname]).toEqual([303, '/login']);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: '103016',
      returnTo: '/caseList?filter=3',
    });
  });

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', ''])(
    'never redirect to %s',
    async returnTo => {
      const response = await bench.send('POST', '/login', { form: { ...form, returnTo } });
      expect(response.headers.get('Location')).toBe('/workbench');
    },
  );

  test('are refused from another site', async () => {
    const headers = { Origin: 'https://evil.example', Host: 'localhost' };
    expect((await bench.send('POST', '/login', { form, headers })).status).toBe(403);
    expect(
      (await bench.send('POST', '/logout', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status,
    ).toBe(403);
  });

  test('sign out', async () => {
    const { data } = await signIn('doctor');
    const headers = { Cookie: `${session}=${data.token}` };
    const response = await bench.send('POST', '/logout', { headers });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/login']);
    expect((await who(data.token)).code).toBe(102028);
  });
});

test('the button rights of a position are its menu entries and the actions that it may ever take', async () => {
  const rights = async (as: 'doctor' | 'designer' | 'admin' | 'supervisor' | 'analyst') =>
    (await bench.get<{ buttonIds: string[] }>('/api/auth/sysUser/view', { as })).data.buttonIds;
  expect(await rights('doctor')).toEqual(
    expect.arrayContaining(['PreferenceSet', 'submitCase', 'confirmDoctor']),
  );
  expect(await rights('doctor')).not.toContain('backstageManage');
  expect(await rights('designer')).toEqual(
    expect.arrayContaining(['PreferenceSet', 'diyDesignBtn', 'getCase']),
  );
  expect(await rights('supervisor')).toEqual(expect.arrayContaining(['backstageManage', 'allocateCase']));
  expect(await rights('admin')).toEqual(['backstageManage', 'archive', 'unarchive']);
  expect(await rights('analyst')).toEqual([]);
});
