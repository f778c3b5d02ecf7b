import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { MailFailedError } from '../mail/port.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

type Shown = {
  email: string | null;
  confirmed: boolean;
  topics: string[];
  suggested: string | null;
  resendAfter: number;
};
const email = 'li.ming@clinic.example';
const give = (to = email, as: TestPersonName = 'doctor', headers: Record<string, string> = {}) =>
  bench.put<Shown>('/api/mail/address', { as, body: { email: to }, headers });
const confirm = (code: string, as: TestPersonName = 'doctor', headers: Record<string, string> = {}) =>
  bench.post<Shown>('/api/mail/confirm', { as, body: { code }, headers });
const choose = (topics: string[], as: TestPersonName = 'doctor', headers: Record<string, string> = {}) =>
  bench.put<Shown>('/api/mail/topics', { as, body: { topics }, headers });
const shown = async (as: TestPersonName = 'doctor', headers: Record<string, string> = {}) =>
  (await bench.get<Shown>('/api/mail', { as, headers })).data;
/** The code in the last mail. */
const mailed = () => /\d{6}/.exec(bench.mail.sent.at(-1)?.text ?? '')?.[0] ?? 'none';
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const none = { email: null, confirmed: false, topics: [], suggested: null, resendAfter: 0 };

describe('a mail address', () => {
  test('is confirmed by the code sent to it; only then can topics be chosen', async () => {
    expect(await shown()).toEqual(none);
    expect(await give()).toMatchObject({ status: 200, data: { email, confirmed: false } });
    expect(bench.mail.sent).toMatchObject([{ to: email, lang: 'en' }]);
    expect(await choose(['plan'])).toMatchObject({
      status: 400,
      code: 104000,
      data: { issues: [{ path: 'email', issue: 'email-unconfirmed' }] },
    });
    expect((await confirm(mailed())).data).toMatchObject({ email, confirmed: true, topics: [] });
    expect((await choose(['production', 'plan'])).data.topics).toEqual(['plan', 'production']);
    expect(await shown()).toMatchObject({ email, confirmed: true, topics: ['plan', 'production'] });
  });

  test('cannot be seen or confirmed by others', async () => {
    await give();
    expect(await shown('doctor2')).toEqual(none);
    expect(await confirm(mailed(), 'doctor2')).toMatchObject({ status: 400, code: 103015 });
    expect(await shown()).toMatchObject({ confirmed: false });
    await confirm(mailed());
    await choose(['plan']);
    expect(await shown('doctor2')).toEqual(none);
    expect((await bench.del('/api/mail/address', { as: 'doctor2' })).status).toBe(404);
    expect(await shown()).toMatchObject({ confirmed: true, topics: ['plan'] });
    expect((await bench.get('/api/mail')).status).toBe(401);
  });

  test('is encrypted in the log; neither it nor a code is in a log line', async () => {
    await give();
    const code = mailed();
    await confirm(code);
    const events = await Array.fromAsync(bench.deps.store.read('mail-p-doctor'));
    expect(events.map(e => [e.type, e.subject, e.personal])).toEqual([
      ['MailAddressGiven', 'p-doctor', { email }],
      ['MailAddressConfirmed', undefined, undefined],
    ]);
    expect(JSON.stringify(events.map(e => e.data))).not.toContain('clinic.example');
    expect(bench.lines.join('')).not.toContain('clinic.example');
    expect(bench.lines.join('')).not.toContain(code);
    for await (const kept of bench.deps.vault.list('mail/'))
      expect(JSON.stringify(kept)).not.toMatch(new RegExp(`clinic|${code}`));
  });

  test('is masked while the eye is closed', async () => {
    await give();
    expect((await shown('doctor', { 'X-Eye': 'hidden' })).email).toBe('l**@clinic.example');
  });

  test('is removed together with its topics', async () => {
    await give();
    await confirm(mailed());
    await choose(['plan']);
    const gone = await bench.del<Shown>('/api/mail/address', { as: 'doctor' });
    expect(gone.data).toMatchObject({ email: null, confirmed: false, topics: [] });
    expect((await bench.del('/api/mail/address', { as: 'doctor' })).status).toBe(404);
  });
});

describe('a confirmation code', () => {
  test('works once', async () => {
    await give();
    const code = mailed();
    await confirm(code);
    await bench.del('/api/mail/address', { as: 'doctor' });
    bench.clock.advance(limits.codeResendMs);
    await give();
    expect((await confirm(code === mailed() ? other(code) : code)).code).toBe(103015);
  });

  test('works for ten minutes', async () => {
    await give();
    bench.clock.advance(limits.codeMs);
    expect((await confirm(mailed())).code).toBe(103015);
  });

  test('is invalid after five tries', async () => {
    await give();
    const wrong = other(mailed());
    for (let n = 0; n < limits.codeTries; n++) expect((await confirm(wrong)).code).toBe(103015);
    expect((await confirm(mailed())).code).toBe(103015);
  });

  test('is tried five times at most by parallel guesses', async () => {
    await give();
    const wrong = other(mailed());
    await Promise.all(Array.from({ length: 12 }, () => confirm(wrong)));
    expect((await confirm(mailed())).code).toBe(103015);
  });

  test('confirms only the address it was sent to', async () => {
    await give();
    const first = mailed();
    bench.clock.advance(limits.codeResendMs);
    await give('li@home.example');
    if (first !== mailed()) expect((await confirm(first)).code).toBe(103015);
    expect((await confirm(mailed())).data.email).toBe('li@home.example');
  });

  test('has six digits', async () => {
    expect(await confirm('12345')).toMatchObject({
      data: { issues: [{ path: 'code', issue: 'code-format' }] },
    });
  });

  test('is sent again after a minute, and five times an hour', async () => {
    expect((await give()).data.resendAfter).toBe(60);
    const refused = await give('li@home.example');
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([429, 104007, '60']);
    expect((await shown()).email).toBe(email);
    for (let n = 0; n < 4; n++) {
      bench.clock.advance(limits.codeResendMs);
      expect((await give()).status).toBe(200);
    }
    bench.clock.advance(limits.codeResendMs);
    expect((await give()).status).toBe(429);
    expect(bench.mail.sent).toHaveLength(5);
    bench.clock.advance(3_600_000);
    bench.tokens.clear();
    expect((await give()).status).toBe(200);
  });

  test('is sent once for parallel requests', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(name => give(`${name}@clinic.example`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
    expect(bench.mail.sent).toHaveLength(1);
    expect((await confirm(mailed())).data).toMatchObject({ email: bench.mail.sent[0]?.to, confirmed: true });
  });

  test('is sent, and confirms, once for parallel copies of a command', async () => {
    const many = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, run));
    const given = await many(() => give(email, 'doctor', { 'Idempotency-Key': 'a' }));
    expect([given.every(a => a.status === 200), bench.mail.sent.length]).toEqual([true, 1]);
    const code = mailed();
    const confirmed = await many(() => confirm(code, 'doctor', { 'Idempotency-Key': 'b' }));
    expect(confirmed.map(a => a.data.confirmed)).toEqual(confirmed.map(() => true));
  });

  test('is sent once for a repeated command', async () => {
    const headers = { 'Idempotency-Key': 'a' };
    await give(email, 'doctor', headers);
    expect((await give(email, 'doctor', headers)).status).toBe(200);
    expect(bench.mail.sent).toHaveLength(1);
    const once = { 'Idempotency-Key': 'b' };
    const code = mailed();
    await confirm(code, 'doctor', once);
    expect(await confirm(code, 'doctor', once)).toMatchObject({ status: 200, data: { confirmed: true } });
  });

  test('loses no tries to a repeated confirmation of an earlier address', async () => {
    const headers = { 'Idempotency-Key': 'a' };
    await give();
    const code = mailed();
    await confirm(code, 'doctor', headers);
    bench.clock.advance(limits.codeResendMs);
    await give('li@home.example');
    for (let n = 0; n < limits.codeTries; n++)
      expect((await confirm(code, 'doctor', headers)).data).toMatchObject({ email, confirmed: true });
    expect((await confirm(mailed())).data).toMatchObject({ email: 'li@home.example', confirmed: true });
  });

  test('that could not be sent is reported, and can be requested again at once', async () => {
    const headers = { 'Idempotency-Key': 'a' };
    bench.mail.fail = new MailFailedError('ESOCKET');
    expect(await give(email, 'doctor', headers)).toMatchObject({ status: 503, code: 104040 });
    expect(await shown()).toEqual(none);
    bench.mail.fail = undefined;
    expect((await give(email, 'doctor', headers)).status).toBe(200);
    expect((await confirm(mailed())).status).toBe(200);
  });

  test.each([
    ['zh-CN', 'Archline：验证此邮箱'],
    ['en', 'Archline: confirm this e-mail address'],
  ])(
    'is sent in %s as requested, and not in the subject, which locked screens show',
    async (lang, subject) => {
      await give(email, 'doctor', { 'Accept-Language': lang });
      expect(bench.mail.sent).toMatchObject([{ lang, subject }]);
      expect(mailed()).toMatch(/^\d{6}$/);
    },
  );
});
