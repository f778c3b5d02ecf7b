/** The link of a first start: who may use it, and what it creates. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createAdmin } from '#services/cli/create-admin.ts';
import { openTestServer, type TestServer, testCookieNames } from '../api/testing/test-server.ts';
import { createFirstStartSentence } from '../start/first-start-link.ts';
import { createPagesApp } from './pages.ts';
import { jsonPageRenderer } from './testing/json-renderer.ts';

const MINUTE_MS = 60_000;
const wanted = {
  nameZh: '仁和口腔',
  nameEn: 'Renhe Dental',
  zone: 'Asia/Shanghai',
  userName: 'founder',
  password: 'archline1',
  passwordAgain: 'archline1',
  name: '李明',
  phone: '',
  email: 'founder@example.org',
};

let bench: TestServer;
let pages: ReturnType<typeof createPagesApp>;
const openPages = (unset: readonly string[] = ['PUBLIC_URL', 'SMTP_URL']) =>
  createPagesApp({ ...bench.deps, unset, renderer: jsonPageRenderer, dist: '/nowhere' }, bench.app);
beforeEach(async () => {
  bench = await openTestServer({ empty: true });
  pages = openPages();
});

const issue = () => bench.deps.firstStart.issue();
const addressOf = (token: string) => `http://archline.test/firstStart?${new URLSearchParams({ token })}`;
const pageOf = async (answer: Response) => {
  const text = await answer.text();
  return { status: answer.status, to: answer.headers.get('location'), page: text ? JSON.parse(text) : null };
};
const open = async (token: string) => pageOf(await pages.request(addressOf(token)));
const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  pages.request('http://archline.test/firstStart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const submit = async (fields: Record<string, string>, headers?: Record<string, string>) =>
  pageOf(await send(fields, headers));
const unknownGet = async () => pageOf(await pages.request('http://archline.test/firstStarts?token=x'));
const unknownPost = async () =>
  pageOf(await pages.request('http://archline.test/firstStarts', { method: 'POST', body: '' }));

describe('the sentence of a start', () => {
  const sentence = () => createFirstStartSentence(bench.deps, { unset: [] }, 'http://127.0.0.1:3000');

  test('has the link of the public address while there is no Admin', async () => {
    const link = /https:\S+$/.exec((await sentence()) ?? '')?.[0] ?? '';
    expect(link).toMatch(/^https:\/\/archline\.example\/firstStart\?token=/);
    expect((await open(new URL(link).searchParams.get('token') ?? '')).status).toBe(200);
    expect(bench.lines.join('\n')).not.toContain(new URL(link).searchParams.get('token'));
  });

  test('has the address of the process if PUBLIC_URL is unset', async () => {
    const said = await createFirstStartSentence(
      bench.deps,
      { unset: ['PUBLIC_URL'] },
      'http://127.0.0.1:3000',
    );
    expect(said).toContain('http://127.0.0.1:3000/firstStart?token=');
  });

  test('is absent once an Admin exists, also a frozen one', async () => {
    const admin = {
      userName: 'root1',
      password: 'archline1',
      name: '李明',
      orgId: 'main',
      orgName: 'Clinic',
    };
    const id = await createAdmin(bench.deps, admin);
    expect(await sentence()).toBeUndefined();
    await bench.deps.people.change({
      by: 'system',
      commandId: crypto.randomUUID(),
      decide: () => [{ type: 'PersonFrozen', data: { personId: id } }],
    });
    expect(await sentence()).toBeUndefined();
  });
});

describe('the page', () => {
  test('names the unset settings and presets the time zone', async () => {
    const { page } = await open(await issue());
    expect(page).toMatchObject({
      page: 'firstStart',
      organisation: null,
      unset: ['PUBLIC_URL', 'SMTP_URL'],
      zone: 'Asia/Shanghai',
    });
    expect(page.zones).toContain('Europe/Berlin');
  });

  test('creates the organisation and its Admin, who is signed in', async () => {
    const answer = await send({ token: await issue(), ...wanted });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/backOffice?section=people']);
    const { organisations, people } = await bench.deps.people.current();
    expect([...organisations.values()]).toEqual([
      {
        orgId: 'main',
        name: '仁和口腔',
        names: { en: 'Renhe Dental', 'zh-CN': '仁和口腔' },
        servedBy: 'main',
        zone: 'Asia/Shanghai',
        addedAt: '2026-11-20T08:00:00.000Z',
      },
    ]);
    const [admin] = people.values();
    expect(admin).toMatchObject({
      ...{ orgId: 'main', position: 'Admin', userName: 'founder' },
      ...{ name: '李明', phone: null, email: 'founder@example.org' },
    });
    const cookie = answer.headers.getSetCookie().find(one => one.startsWith(testCookieNames.session));
    const token = cookie?.split(';')[0]?.split('=')[1] ?? '';
    expect((await bench.get('/api/sysUser', { token })).data).toMatchObject({ userName: 'founder' });
    expect(bench.lines.some(line => line.includes('"audit":"accountCreated"'))).toBe(true);
  });

  test('asks for the Admin only if an organisation exists', async () => {
    await bench.deps.accounts.addOrganisation(
      { by: 'system', commandId: crypto.randomUUID() },
      { orgId: 'clinic', name: 'Clinic', servedBy: 'clinic', zone: 'Asia/Shanghai' },
    );
    const token = await issue();
    expect((await open(token)).page.organisation).toBe('Clinic');
    const { nameZh, nameEn, zone, ...admin } = wanted;
    expect((await submit({ token, ...admin })).status).toBe(303);
    const { people, organisations } = await bench.deps.people.current();
    expect([...people.values()].map(p => p.orgId)).toEqual(['clinic']);
    expect(organisations.size).toBe(1);
  });

  test.each([
    [{ userName: '' }, 'userName'],
    [{ userName: 'а' }, 'userName'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password1', passwordAgain: 'password1' }, 'password'],
    [{ passwordAgain: 'archline2' }, 'passwordAgain'],
    [{ name: 'Li 9' }, 'name'],
    [{ phone: 'abc' }, 'phone'],
    [{ email: 'abc' }, 'email'],
    [{ nameZh: '' }, 'nameZh'],
    [{ nameEn: ' ' }, 'nameEn'],
    [{ zone: 'Mars/Base' }, 'zone'],
  ])('refuses %o at its field, stores nothing, and keeps the link valid', async (wrong, field) => {
    const token = await issue();
    const { status, page } = await submit({ token, ...wanted, ...wrong });
    expect([status, Object.keys(page.typed.errors)]).toEqual([400, [field]]);
    expect(page.typed.values).not.toHaveProperty('password');
    expect(page.typed.values.nameZh ?? '').toBe({ ...wanted, ...wrong }.nameZh);
    expect((await bench.deps.people.current()).revision).toBe(-1);
    expect((await submit({ token, ...wanted })).status).toBe(303);
  });

  test.each([
    ['lang=zh-CN', '两次输入的密码不一致'],
    ['lang=en', 'The passwords do not match'],
  ])('words an error in the language of the page (%s)', async (cookie, text) => {
    const { page } = await submit({ token: await issue(), ...wanted, passwordAgain: 'x' }, { cookie });
    expect(page.typed.errors.passwordAgain).toBe(text);
  });

  test('refuses a form of another site', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await submit({ token: await issue(), ...wanted }, headers)).status).not.toBe(303);
    expect((await bench.deps.people.current()).people.size).toBe(0);
  });
});

describe('a link', () => {
  const closedLink = { status: 410, page: { page: 'closedLink', purpose: 'firstStart' } };

  test('is refused after 30 minutes, when replaced, and when mistyped', async () => {
    const old = await issue();
    const current = await issue();
    for (const token of [old, `${current}x`, '']) {
      expect(await open(token)).toMatchObject(closedLink);
      expect(await submit({ token, ...wanted })).toMatchObject(closedLink);
    }
    bench.clock.advance(30 * MINUTE_MS);
    expect(await open(current)).toMatchObject(closedLink);
    expect(await submit({ token: current, ...wanted })).toMatchObject(closedLink);
    expect((await bench.deps.people.current()).people.size).toBe(0);
  });

  test('answers like an unknown address once an Admin exists', async () => {
    const token = await issue();
    await submit({ token, ...wanted });
    const other = await issue();
    for (const one of [token, other]) {
      expect(await open(one)).toEqual(await unknownGet());
      const [answer, unknown] = [await submit({ token: one, ...wanted }), await unknownPost()];
      expect([answer.status, answer.page.problem]).toEqual([unknown.status, unknown.page.problem]);
    }
    expect((await bench.deps.people.current()).people.size).toBe(1);
  });

  test('creates one Admin of two forms sent at once', async () => {
    const token = await issue();
    const both = await Promise.all([
      submit({ token, ...wanted }),
      submit({ token, ...wanted, userName: 'second' }),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([303, 404]);
    expect((await bench.deps.people.current()).people.size).toBe(1);
  });
});
