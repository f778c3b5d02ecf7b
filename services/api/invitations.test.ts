/** Invitations: who invites whom, the mail with its link, and what the link does. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deliverInvitations, type InvitationDeps, startInvitations } from '../effects/invitations.ts';
import { mailRetryDelaysMs } from '../effects/mail.ts';
import { MailFailedError } from '../mail/port.ts';
import { createPagesApp } from '../pages/pages.ts';
import { jsonPageRenderer } from '../pages/testing/json-renderer.ts';
import { SmsFailedError, type SmsFailure } from '../sms/port.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
  testPeople,
  testPersonNames,
} from './testing/test-server.ts';

const DAY_MS = 86_400_000;
const wanted = { name: '周涛', email: 'zhou@clinic.example', position: 'Technician', lang: 'zh-CN' };
const chosen = { name: '周涛', userName: 'zhoutao', password: TEST_PASSWORD, passwordAgain: TEST_PASSWORD };

let bench: TestServer;
let pages: ReturnType<typeof createPagesApp>;
beforeEach(async () => {
  bench = await openTestServer();
  pages = createPagesApp({ ...bench.deps, renderer: jsonPageRenderer, dist: '/nowhere' }, bench.app);
});
afterEach(() => bench.close());

type Item = { id: string; email: string; sending: string; until: string | null };
const invite = (more: object = {}, headers = {}, as: TestPersonName = 'admin') =>
  bench.post<Item>('/api/invitations', { as, body: { ...wanted, ...more }, headers });
const open = async (as: TestPersonName = 'admin') =>
  (await bench.get<{ items: Item[]; total: number }>('/api/invitations', { as })).data.items;

/** Sends the mails that are due. */
async function follow(): Promise<void> {
  const follower = startInvitations(bench.deps);
  await follower.idle();
  await follower.stop();
}
const linkIn = (mail: { text: string } | undefined) =>
  new URL(/https:\S+\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'https://none.example');
const tokenIn = (mail: { text: string } | undefined) => linkIn(mail).searchParams.get('token') ?? '';
/** Invites and returns the mailed token. */
async function mailed(more: object = {}): Promise<string> {
  expect((await invite(more)).status).toBe(200);
  await follow();
  return tokenIn(bench.mail.sent.at(-1));
}
async function page(token: string, fields?: Record<string, string>) {
  const path = 'http://archline.test/invitation';
  const answer = fields
    ? await pages.request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token, ...fields }).toString(),
      })
    : await pages.request(`${path}?${new URLSearchParams({ token })}`);
  const text = await answer.text();
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
  return { status: answer.status, to: answer.headers.get('location'), shown: text ? JSON.parse(text) : null };
}

describe('an invitation', () => {
  test('is mailed with a link that makes the account, and nobody else knows the password', async () => {
    const token = await mailed();
    const [mail] = bench.mail.sent;
    expect(mail).toMatchObject({ to: wanted.email, lang: 'zh-CN', subject: 'main邀请您使用齐列' });
    expect(mail?.text).toContain('岗位为：技师');
    expect((await open()).map(({ sending, until }) => [sending, until])).toEqual([
      ['sent', '2026-11-27T08:00:00.000Z'],
    ]);
    expect((await page(token)).shown).toMatchObject({
      ...{ page: 'invitation', lang: 'zh-CN', organisation: 'main', position: 'Technician' },
      typed: { values: { name: '周涛' } },
    });
    expect(await page(token, chosen)).toMatchObject({ status: 303, to: '/workbench' });
    const body = { userName: 'ZHOUTAO', password: TEST_PASSWORD };
    const session = await bench.post<{ user: object }>('/api/login', { body });
    expect(session.data.user).toMatchObject({ position: 'Technician', orgId: 'main', email: wanted.email });
    expect(await open()).toEqual([]);
    expect(await page(token)).toMatchObject({
      status: 410,
      shown: { page: 'closedLink', purpose: 'invitation' },
    });
  });

  test('is made once per key', async () => {
    const first = await invite({}, { 'Idempotency-Key': 'k1' });
    expect((await invite({}, { 'Idempotency-Key': 'k1' })).text).toBe(first.text);
    expect(await open()).toHaveLength(1);
    await follow();
    await follow();
    expect(bench.mail.sent).toHaveLength(1);
  });

  test.each([
    [{ email: 'abc' }, 400, 104000],
    [{ name: 'Zhou 9' }, 400, 104000],
    [{ position: 'Surgeon' }, 400, 101015],
    [{ lang: 'fr' }, 400, 104000],
    [{ orgId: 'other' }, 400, 104000],
    [{ orgId: 'nowhere' }, 400, 104000],
    [{ serves: ['p-doctor'] }, 400, 104000],
    [{ password: TEST_PASSWORD }, 400, 104000],
  ])('of %o is refused', async (more, status, code) => {
    expect(await invite(more)).toMatchObject({ status, code });
    expect(await open()).toEqual([]);
  });

  test('to a taken or invited address is refused', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li@clinic.example' } });
    expect(await invite({ email: 'LI@clinic.example' })).toMatchObject({ status: 409, code: 102025 });
    await invite();
    const again = await invite({ email: wanted.email.toUpperCase() });
    expect(again).toMatchObject({ status: 409, data: { issues: [{ path: 'email', issue: 'invited' }] } });
  });

  test('by two Admins at once to one address is made once', async () => {
    const both = await Promise.all([invite(), invite()]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 102025]);
  });

  test('stands in no log line and in no unsealed event with name or address', async () => {
    const token = await mailed();
    await page(token, { ...chosen, passwordAgain: 'x' });
    const events = await Array.fromAsync(bench.deps.sealedLog.readAll({}));
    const written = JSON.stringify([bench.lines, events.map(({ data }) => data)]);
    for (const secret of [wanted.email, wanted.name, token]) expect(written).not.toContain(secret);
  });
});

describe('an invitation by phone', () => {
  const phone = '139 0000 0021';
  const { email: _email, ...nameless } = wanted;
  const invitePhone = (more: object = {}) =>
    bench.post<Item>('/api/invitations', { as: 'admin', body: { ...nameless, phone, ...more } });
  const texts = () => bench.messages.list(phone).filter(({ channel }) => channel === 'sms');

  test('sends a text message whose link confirms the phone', async () => {
    expect(await invitePhone()).toMatchObject({
      status: 200,
      data: { email: null, phone, channel: 'sms', sending: 'waiting' },
    });
    await follow();
    expect(bench.mail.sent).toEqual([]);
    const [text] = texts();
    expect(text?.text).toContain('main邀请您加入');
    expect(await page(tokenIn(text), chosen)).toMatchObject({ status: 303, to: '/workbench' });
    const body = { userName: phone, password: TEST_PASSWORD };
    const session = await bench.post<{ user: object }>('/api/login', { body });
    expect(session.data.user).toMatchObject({ phone, position: 'Technician' });
  });

  test('beside an e-mail leaves the phone unconfirmed', async () => {
    const token = await mailed({ phone });
    expect(texts()).toEqual([]);
    await page(token, chosen);
    const person = [...(await bench.deps.people.current()).people.values()].at(-1);
    expect(person).toMatchObject({ email: wanted.email, phone: null, unconfirmed: phone });
  });

  test.each([
    [{ phone: '0755-8888 1111' }, 'phone', 'phone-mobile'],
    [{ phone: 'abc' }, 'phone', 'phone-format'],
    [{ phone: undefined }, 'email', 'contact-required'],
  ])('of %o is refused', async (more, path, issue) => {
    expect(await invitePhone(more)).toMatchObject({ status: 400, data: { issues: [{ path, issue }] } });
  });

  test('to a taken or invited phone in another spelling is refused', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { phone: '+86 13900000022' } });
    expect(await invitePhone({ phone: '139-0000-0022' })).toMatchObject({ status: 409, code: 103014 });
    await invitePhone();
    expect(await invitePhone({ phone: '+8613900000021' })).toMatchObject({
      data: { issues: [{ path: 'phone', issue: 'invited' }] },
    });
  });

  test('is sent again after a minute, at most five times an hour', async () => {
    const { data } = await invitePhone();
    await follow();
    for (let sent = 1; sent <= 5; sent++) {
      bench.clock.advance(1000);
      await bench.post(`/api/invitations/${data.id}/renew`, { as: 'admin', body: {} });
      await follow();
      expect([texts().length, (await open()).map(({ sending }) => sending)]).toEqual([sent, ['waiting']]);
      bench.clock.advance(60_000);
      await deliverInvitations(bench.deps);
    }
    expect(texts()).toHaveLength(5);
    bench.clock.advance(3_600_000);
    bench.tokens.clear();
    await deliverInvitations(bench.deps);
    expect(texts()).toHaveLength(6);
  });

  test('is given up if the service rejects it, and tried again if it is busy', async () => {
    await bench.close();
    let failure: SmsFailure = 'throttled';
    bench = await openTestServer({
      sms: { send: async () => Promise.reject(new SmsFailedError(failure, 'X')) },
    });
    await invitePhone();
    await follow();
    expect((await open()).map(({ sending }) => sending)).toEqual(['waiting']);
    failure = 'rejected';
    bench.clock.advance(3_600_000);
    bench.tokens.clear();
    await deliverInvitations(bench.deps);
    expect((await open()).map(({ sending }) => sending)).toEqual(['failed']);
    expect(JSON.stringify(bench.lines)).not.toContain('0000 0021');
  });
});

describe('a link', () => {
  test('is replaced when the invitation is sent again', async () => {
    const first = await mailed();
    const [{ id = '' } = {}] = await open();
    expect((await bench.post(`/api/invitations/${id}/renew`, { as: 'admin', body: {} })).status).toBe(200);
    await follow();
    const second = tokenIn(bench.mail.sent.at(-1));
    expect((await page(first)).status).toBe(410);
    expect((await page(second)).status).toBe(200);
  });

  test('is dead once the invitation is withdrawn, also while its page is open', async () => {
    const token = await mailed();
    const [{ id = '' } = {}] = await open();
    const withdraw = () =>
      bench.del(`/api/invitations/${id}`, { as: 'admin', headers: { 'Idempotency-Key': 'k1' } });
    const first = await withdraw();
    expect(first.status).toBe(200);
    expect((await withdraw()).text).toBe(first.text);
    expect((await page(token)).status).toBe(410);
    expect((await page(token, chosen)).status).toBe(410);
    expect((await bench.deps.people.current()).people.size).toBe(testPersonNames.length);
  });

  test('ends after seven days, which the list says', async () => {
    const token = await mailed();
    bench.clock.advance(7 * DAY_MS);
    bench.tokens.clear();
    expect((await page(token)).status).toBe(410);
    expect((await open()).map(({ sending }) => sending)).toEqual(['expired']);
  });

  test('stays valid after a refused form, and makes one account of two forms', async () => {
    const token = await mailed();
    const wrong = await page(token, { ...chosen, userName: 'doctor' });
    expect([wrong.status, Object.keys(wrong.shown.typed.errors)]).toEqual([409, ['userName']]);
    const both = await Promise.all([page(token, chosen), page(token, { ...chosen, userName: 'zhou2' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  test('gives the account the password of the form that made it, whichever form comes last', async () => {
    const token = await mailed();
    const forms = [
      { userName: 'zhou1', password: 'rain4umbrella' },
      { userName: 'zhou2', password: 'snow5shovels' },
      { userName: 'zhou3', password: 'wind6windmill' },
    ];
    const sent = await Promise.all(
      forms.map(form => page(token, { ...chosen, ...form, passwordAgain: form.password })),
    );
    const winner = forms[sent.findIndex(({ status }) => status === 303)];
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(1);
    const signIn = async (password = '') =>
      (await bench.post('/api/login', { body: { userName: winner?.userName, password } })).status;
    for (const { password } of forms)
      expect([password, await signIn(password)]).toEqual([
        password,
        password === winner?.password ? 200 : 401,
      ]);
  });
});

describe('a mail that fails', () => {
  const fail = (answer?: number) => {
    bench.mail.fail = new MailFailedError(answer === undefined ? 'ECONNECTION' : 'EENVELOPE', answer);
  };
  const later = async (ms: number) => {
    bench.clock.advance(ms);
    await deliverInvitations(bench.deps satisfies InvitationDeps);
  };
  const states = async () => {
    bench.tokens.clear();
    return (await open()).map(({ sending }) => sending);
  };

  test('is tried again, and then given up', async () => {
    fail();
    await invite();
    await follow();
    expect(await states()).toEqual(['waiting']);
    for (const ms of mailRetryDelaysMs) await later(ms);
    expect(await states()).toEqual(['failed']);
    bench.mail.fail = undefined;
    await later(DAY_MS);
    expect(bench.mail.sent).toEqual([]);
  });

  test('is given up at once if the address does not exist, and delays no other', async () => {
    fail(550);
    await invite();
    await follow();
    expect(await states()).toEqual(['failed']);
    bench.mail.fail = undefined;
    await mailed({ email: 'second@clinic.example' });
    expect(bench.mail.sent.map(({ to }) => to)).toEqual(['second@clinic.example']);
  });
});

describe('the calls', () => {
  test.each(testPersonNames.filter(name => testPeople[name].position !== 'Admin'))(
    'are not open to %s',
    async as => {
      await invite();
      const [{ id = '' } = {}] = await open();
      for (const [method, path] of [
        ['GET', '/api/invitations'],
        ['POST', '/api/invitations'],
        ['POST', `/api/invitations/${id}/renew`],
        ['DELETE', `/api/invitations/${id}`],
      ] as const) {
        const body = method === 'POST' ? (path.endsWith('renew') ? {} : wanted) : undefined;
        expect((await bench.send(method, path, { as, body })).status).toBe(403);
      }
    },
  );

  test('answer for an invitation of another organisation like for a missing one', async () => {
    const order = { by: 'system', commandId: crypto.randomUUID() };
    const theirs = {
      ...wanted,
      personId: 'theirs',
      orgId: 'other',
      position: 'Technician',
      serves: [],
      phone: null,
    } as const;
    await bench.deps.invitations.invite(order, [{ ...theirs, lang: 'en' }]);
    expect(await open()).toEqual([]);
    for (const [method, suffix] of [
      ['POST', '/renew'],
      ['DELETE', ''],
    ] as const) {
      const sent = async (id: string) => {
        const body = method === 'POST' ? {} : undefined;
        const answer = await bench.send(method, `/api/invitations/${id}${suffix}`, { as: 'admin', body });
        return [answer.status, await answer.text()];
      };
      expect(await sent('theirs')).toEqual(await sent('nobody'));
      expect((await sent('theirs'))[0]).toBe(404);
    }
    expect((await bench.deps.people.current()).invitations.size).toBe(1);
  });
});
