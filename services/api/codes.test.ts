/** Codes sent by text message and e-mail, and the demo's list of sent messages. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { MailFailedError } from '../mail/port.ts';
import { type Sms, SmsFailedError } from '../sms/port.ts';
import { openTestServer, type TestCall, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const phone = '13900001234';
const email = 'li.ming@clinic.example';
const ask = (body: object, how: Omit<TestCall, 'body'> = {}) =>
  bench.post<{ resendAfter: number }>('/api/codes', { ...how, body });
/** The only message to an address. Waits, because sending is not awaited by the answer. */
const messageTo = async (to: string) => {
  await vi.waitFor(() => expect(bench.messages.list(to)).toHaveLength(1));
  return bench.messages.list(to)[0];
};
const codeIn = (text = '') => /\d{6}/.exec(text)?.[0] ?? 'none';

const withAddresses = () =>
  bench.put('/api/users/p-doctor', { as: 'admin', body: { phone, email } }).then(({ status }) => status);

describe('POST /api/codes', () => {
  test.each([
    ['phone', phone, 'sms'],
    ['email', email, 'mail'],
  ])('sends a code by %s that confirms the address', async (field, address, channel) => {
    expect(await ask({ purpose: 'register', [field]: address })).toMatchObject({
      status: 200,
      data: { resendAfter: 60 },
    });
    const message = await messageTo(address);
    expect(message).toMatchObject({ to: address, channel });
    const subject = { purpose: 'register', address } as const;
    expect(await bench.deps.contactCodes.check(subject, codeIn(message?.text))).toBe(true);
  });

  test('writes in the language of the request', async () => {
    await ask({ purpose: 'register', phone }, { headers: { 'Accept-Language': 'zh-CN' } });
    expect((await messageTo(phone))?.text).toMatch(/^【齐列】验证码 \d{6}，用于注册试用账号/);
  });

  test.each([
    [{ purpose: 'register' }, 'phone', 'required'],
    [{ purpose: 'register', phone, email }, 'email', 'one-contact'],
    [{ purpose: 'register', phone: '0755-8888 1111' }, 'phone', 'phone-mobile'],
    [{ purpose: 'register', phone: 'abc' }, 'phone', 'phone-format'],
    [{ purpose: 'register', email: 'li@clinic' }, 'email', 'email-format'],
    [{ purpose: 'login', phone }, 'purpose', 'not-a-choice'],
    [{ purpose: 'register', phone, name: 'x' }, 'name', 'unknown-field'],
  ])('refuses %j at its field', async (body, path, issue) => {
    expect(await ask(body)).toMatchObject({
      status: 400,
      code: 104000,
      data: { issues: [{ path, issue }] },
    });
    expect(bench.messages.list()).toEqual([]);
  });

  test('says after how many seconds the next code can be sent, in any spelling of the number', async () => {
    await ask({ purpose: 'register', phone });
    const again = await ask({ purpose: 'forgotPwd', phone: '+86 139-0000-1234' });
    expect(again).toMatchObject({ status: 429, code: 104007, data: { retryAfter: 60 } });
    expect(again.headers.get('retry-after')).toBe('60');
    bench.clock.advance(limits.codeResendMs);
    expect((await ask({ purpose: 'register', phone })).status).toBe(200);
  });

  test('for a forgotten password answers alike for every address, and sends only to those of an account', async () => {
    expect(await withAddresses()).toBe(200);
    const people = vi.spyOn(bench.deps.people, 'current');
    const answers = [];
    for (const body of [{ phone: '13900009999' }, { phone }, { email: 'nobody@clinic.example' }, { email }]) {
      const before = people.mock.calls.length;
      const { status, text, headers } = await ask({ purpose: 'forgotPwd', ...body });
      const names = [...headers.keys()].sort();
      await vi.waitFor(() => expect(people.mock.calls.length).toBe(before + 1));
      answers.push(JSON.stringify([status, text, names]));
    }
    expect(new Set(answers).size).toBe(1);
    await messageTo(email);
    expect(bench.messages.list().map(({ to }) => to)).toEqual([email, phone]);
  });

  test('waits alike for the next code, whether or not the address has an account', async () => {
    await withAddresses();
    bench.mail.fail = new MailFailedError('ECONNECTION');
    const answers = [];
    for (const to of ['nobody@clinic.example', email])
      for (let i = 0; i < 2; i++) answers.push((await ask({ purpose: 'forgotPwd', email: to })).text);
    expect(answers.slice(0, 2)).toEqual(answers.slice(2));
  });

  test('to confirm an own address needs a session', async () => {
    expect((await ask({ purpose: 'contact', phone })).status).toBe(401);
    expect((await ask({ purpose: 'contact', phone }, { as: 'doctor' })).status).toBe(200);
    const code = codeIn((await messageTo(phone))?.text);
    const subject = { purpose: 'contact', address: phone, personId: 'p-doctor' } as const;
    expect(await bench.deps.contactCodes.check(subject, code)).toBe(true);
  });

  test('sends at most thirty codes in ten minutes for one client, without a trace of the addresses', async () => {
    const statuses = [];
    for (let i = 0; i < 31; i++)
      statuses.push(
        (await ask({ purpose: 'register', phone: `139000020${String(i).padStart(2, '0')}` })).status,
      );
    expect(statuses.filter(status => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect(bench.lines.join()).not.toContain('139000020');
  });

  test('from a page of another site sends nothing', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await ask({ purpose: 'register', phone }, { headers })).status).toBe(403);
  });
});

describe('a code that cannot be sent', () => {
  test('is taken back, and logged without the address and the code', async () => {
    bench.mail.fail = new MailFailedError('ECONNECTION');
    expect((await ask({ purpose: 'register', email })).status).toBe(200);
    await vi.waitFor(async () => expect(await bench.deps.contactCodes.wait(email)).toBe(0));
    const log = bench.lines.join();
    expect(log).toContain('ECONNECTION');
    for (const secret of [email, codeIn(bench.messages.list(email)[0]?.text)])
      expect(log).not.toContain(secret);
  });

  test('by text message is taken back too', async () => {
    await bench.close();
    const down: Sms = { send: () => Promise.reject(new SmsFailedError('unavailable', 'ECONNREFUSED')) };
    bench = await openTestServer({ sms: down });
    await ask({ purpose: 'register', phone });
    await vi.waitFor(async () => expect(await bench.deps.contactCodes.wait(phone)).toBe(0));
    expect(bench.lines.join()).toContain('ECONNREFUSED');
  });
});

describe('without text messages', () => {
  beforeEach(async () => {
    await bench.close();
    bench = await openTestServer({ sms: null });
  });

  test('a phone is refused and an e-mail address accepted', async () => {
    expect(await ask({ purpose: 'register', phone })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'phone', issue: 'sms-off' }] },
    });
    expect((await ask({ purpose: 'register', email })).status).toBe(200);
    await vi.waitFor(() => expect(bench.mail.sent).toHaveLength(1));
  });

  test('the list of messages answers like an unknown address', async () => {
    const missing = await bench.get('/api/demo/nothing');
    const list = await bench.get('/api/demo/messages');
    expect([list.status, list.text]).toEqual([missing.status, missing.text]);
  });
});

test('the demo lists text messages and mails, newest first, also of one address', async () => {
  await ask({ purpose: 'register', phone });
  await ask({ purpose: 'register', email });
  await messageTo(email);
  const all = await bench.get<{ items: object[]; total: number }>('/api/demo/messages');
  expect(all.data).toMatchObject({ total: 2, page: 1, items: [{ channel: 'mail' }, { channel: 'sms' }] });
  const at = new Date(bench.clock.now()).toISOString();
  const own = await bench.get('/api/demo/messages?to=%2B86%20139%200000%201234');
  expect(own.data).toMatchObject({ items: [{ to: phone, channel: 'sms', text: expect.any(String), at }] });
  expect((await bench.get('/api/demo/messages?size=101')).status).toBe(400);
});

test('no code goes to a phone once the installation’s text messages of the hour are used up', async () => {
  const limited = await openTestServer({ smsPerHour: 1 });
  const ask = (contact: object) =>
    limited.post<{ retryAfter?: number }>('/api/codes', { body: { purpose: 'register', ...contact } });
  expect((await ask({ phone: '13900001111' })).code).toBe(0);
  await vi.waitFor(() => expect(limited.messages.list('13900001111')).toHaveLength(1));
  const refused = await ask({ phone: '13900002222' });
  expect(refused).toMatchObject({ status: 429, data: { issues: [{ path: 'phone', issue: 'sms-limit' }] } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await ask({ email: 'wang@clinic.example' })).code).toBe(0);
  await limited.close();
});
