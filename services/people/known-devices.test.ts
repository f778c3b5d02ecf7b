/** Wrong passwords by strangers, and devices that have their own count. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, TEST_PASSWORD, type TestServer } from '#services/api/testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const WRONG = 'archline2';
const MINUTE = 60_000;
type Browser = { cookie: string };
const stranger = (): Browser => ({ cookie: '' });

async function signIn(browser: Browser, userName: string, password = TEST_PASSWORD, on = bench) {
  const headers = browser.cookie ? { Cookie: browser.cookie } : undefined;
  const answer = await on.post('/api/login', { body: { userName, password }, ...(headers && { headers }) });
  const set = answer.headers.getSetCookie().find(one => one.startsWith('__Host-device='));
  if (set) browser.cookie = set.split(';')[0] ?? '';
  return answer;
}
async function fail(times: number, browser: Browser, userName: string, on = bench) {
  const codes: number[] = [];
  for (let i = 0; i < times; i++) codes.push((await signIn(browser, userName, WRONG, on)).code);
  return codes;
}

const wrong = 103016;
const frozen = 103017;

describe('a browser that has signed in before', () => {
  test('gets a cookie that no script can read and that lasts a year; a refusal sets none', async () => {
    const { headers } = await signIn(stranger(), 'doctor');
    const set = headers.getSetCookie().find(cookie => cookie.includes('device')) ?? '';
    expect(set).toMatch(/^__Host-device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await signIn(stranger(), 'doctor', WRONG)).headers.getSetCookie()).toEqual([]);
  });

  test('is unknown with a forged cookie, also one of multi-byte characters', async () => {
    const own = stranger();
    await signIn(own, 'doctor');
    const [name = '', id = '', mac = ''] = own.cookie.split(/[=.]/);
    const longer = (text: string) => `${encodeURIComponent('é')}${text.slice(1)}`;
    const forged = [`${id}.${longer(mac)}`, `${id}.${mac}.${longer(mac)}`, `${longer(id)}.${mac}`];
    const codes = [];
    for (const value of forged)
      codes.push((await signIn({ cookie: `${name}=${value}` }, 'doctor', WRONG)).code);
    expect(codes).toEqual(forged.map(() => wrong));
  });

  test('signs in while strangers have frozen the account for strangers', async () => {
    const own = stranger();
    await signIn(own, 'doctor');
    expect(await fail(6, stranger(), 'doctor')).toEqual([...Array(5).fill(wrong), frozen]);
    expect((await signIn(stranger(), 'doctor')).code).toBe(frozen);
    expect((await signIn(own, 'doctor')).code).toBe(0);
    expect((await signIn(stranger(), 'doctor')).code).toBe(frozen);
    bench.clock.advance(15 * MINUTE);
    expect((await signIn(stranger(), 'doctor')).code).toBe(0);
  });

  test('has five wrong passwords of its own, which freeze nobody else', async () => {
    const [own, other] = [stranger(), stranger()];
    await signIn(own, 'doctor');
    await signIn(other, 'doctor');
    expect(await fail(6, own, 'doctor')).toEqual([...Array(5).fill(wrong), frozen]);
    expect((await signIn(own, 'doctor')).code).toBe(frozen);
    expect((await signIn(other, 'doctor')).code).toBe(0);
    expect((await signIn(stranger(), 'doctor')).code).toBe(0);
    bench.clock.advance(15 * MINUTE);
    expect((await signIn(own, 'doctor')).code).toBe(0);
  });

  test('is known for its own accounts only, and can have several', async () => {
    const shared = stranger();
    await signIn(shared, 'doctor');
    await signIn(shared, 'assistant');
    for (const name of ['doctor', 'assistant', 'expert']) await fail(5, stranger(), name);
    const codes = [];
    for (const name of ['doctor', 'assistant', 'expert']) codes.push((await signIn(shared, name)).code);
    expect(codes).toEqual([0, 0, frozen]);
  });

  test('is unknown again after a password change', async () => {
    const old = stranger();
    await signIn(old, 'doctor');
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { password: WRONG } });
    for (let i = 0; i < 5; i++) await signIn(stranger(), 'doctor', TEST_PASSWORD);
    expect((await signIn(old, 'doctor', WRONG)).code).toBe(frozen);
  });

  test('has a cookie that cannot be forged and is no session', async () => {
    const own = stranger();
    await signIn(own, 'doctor');
    await fail(5, stranger(), 'doctor');
    const [name = '', value = ''] = own.cookie.split('=');
    const [id, sealed, tag = ''] = value.split('.');
    const other = `${'A'.repeat(21)}-`;
    for (const forged of [
      `${other}.${sealed}.${tag}`,
      `${id}.${sealed}.${'A'.repeat(22)}`,
      `${id}.${tag}.${tag}`,
      'x',
    ])
      expect((await signIn({ cookie: `${name}=${forged}` }, 'doctor')).code).toBe(frozen);
    expect((await bench.get('/api/sysUser', { headers: { Cookie: own.cookie } })).status).toBe(401);
  });
});

describe('an address', () => {
  test('that fails often blocks the accounts that failed there, and no others', async () => {
    const clinic = await openTestServer({ parts: { limits: { wrong: 3 } } });
    const own = stranger();
    await signIn(own, 'assistant', TEST_PASSWORD, clinic);
    await fail(2, stranger(), 'assistant', clinic);
    await fail(1, stranger(), 'nobody', clinic);
    for (const name of ['assistant', 'nobody', 'NOBODY'])
      expect((await signIn(stranger(), name, TEST_PASSWORD, clinic)).status).toBe(429);
    expect((await signIn(own, 'assistant', TEST_PASSWORD, clinic)).status).toBe(200);
    expect((await signIn(stranger(), 'doctor', TEST_PASSWORD, clinic)).status).toBe(200);
    await clinic.close();
  });

  test('that tries many accounts once each is blocked, except for known devices', async () => {
    const clinic = await openTestServer({ parts: { limits: { accounts: 4 } } });
    const own = stranger();
    await signIn(own, 'doctor', TEST_PASSWORD, clinic);
    const spray = async (n: number) => (await signIn(stranger(), `nobody${n}`, WRONG, clinic)).status;
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push(await spray(n));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect((await signIn(stranger(), 'expert', TEST_PASSWORD, clinic)).status).toBe(429);
    expect((await signIn(own, 'doctor', TEST_PASSWORD, clinic)).status).toBe(200);
    await clinic.close();
  });

  test('that tries too often does not use up the tries of a known device', async () => {
    const clinic = await openTestServer({ parts: { limits: { tries: 3 } } });
    const own = stranger();
    await signIn(own, 'doctor', TEST_PASSWORD, clinic);
    for (let i = 0; i < 3; i++) await signIn(stranger(), 'expert', TEST_PASSWORD, clinic);
    expect((await signIn(stranger(), 'expert', TEST_PASSWORD, clinic)).status).toBe(429);
    expect((await signIn(own, 'doctor', TEST_PASSWORD, clinic)).status).toBe(200);
    await clinic.close();
  });
});

test('gets the same bytes for an unknown name as for an existing one, frozen or not', async () => {
  const device = stranger();
  await signIn(device, 'expert');
  for (const browser of [stranger(), device])
    for (let i = 0; i < 7; i++) {
      const [real, none] = [await signIn(browser, 'doctor', WRONG), await signIn(browser, 'nobody', WRONG)];
      expect([real.status, real.text, real.headers.getSetCookie()]).toEqual([
        ...[none.status, none.text],
        none.headers.getSetCookie(),
      ]);
    }
});
