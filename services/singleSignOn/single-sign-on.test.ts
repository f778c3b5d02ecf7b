/** Sign-in by an organisation's provider: with a real provider, through the forms of the pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { createPagesApp } from '../pages/pages.ts';
import { jsonPageRenderer } from '../pages/testing/json-renderer.ts';
import { totpCodeAt } from '../people/totp.ts';
import {
  createProviderVisit,
  openTestProvider,
  type ProviderAccount,
  providerClient,
  type TestProvider,
} from './testing/openid-provider.ts';

const dist = mkdtempSync(join(tmpdir(), 'archline-sso-'));
afterAll(() => rmSync(dist, { recursive: true }));

const origin = 'http://archline.test';
const TOTP_SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let bench: TestServer;
let provider: TestProvider;
let pages: ReturnType<typeof createPagesApp>;

beforeEach(async () => {
  bench = await openTestServer({ publicUrl: origin });
  pages = createPagesApp({ ...bench.deps, renderer: jsonPageRenderer, dist }, bench.app);
  provider = await openTestProvider({
    clients: ['main', 'other', 'ediy'].map(orgId => ({ origin, orgId })),
  });
  await setUp('main');
});
afterEach(async () => {
  await provider.close();
  await bench.close();
});

const settings = () => ({
  ...{ issuer: provider.issuer, clientId: providerClient.id, clientSecret: providerClient.secret },
  ...{ scope: 'profile email', claim: 'groups', secondFactor: 'here' as const },
  positions: [
    { value: 'lab', position: 'Technician' as const },
    { value: 'doctors', position: 'Doctor' as const },
  ],
});

/** Sets an organisation's single sign-on as its Admin would. */
const setUp = (orgId: string, change: object = {}) =>
  bench.deps.singleSignOnAdministration.set({ by: 'p-admin', commandId: crypto.randomUUID() }, orgId, {
    ...settings(),
    ...change,
  });

const zhou: ProviderAccount = {
  ...{ email: 'zhou@clinic.example', email_verified: true, name: '周涛', groups: ['everybody', 'lab'] },
};

/** A browser: keeps the cookies of this server's answers. */
function createBrowser(lang = 'en') {
  const cookies = new Map([['lang', lang]]);
  const visit = createProviderVisit(provider.issuer);
  const send = async (path: string, fields?: Record<string, string>) => {
    const answer = await pages.request(new URL(path, origin).href, {
      method: fields ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(pair => pair.join('=')).join('; '),
        ...(fields ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(fields ? { body: new URLSearchParams(fields).toString() } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const begin = (org: string, returnTo = '/caseList') => send('/login/organisation', { org, returnTo });
  /** Signs in at the provider. @returns where this server sends the browser then */
  const signIn = async (login: string | null, org = 'main'): Promise<string> => {
    const started = await begin(org);
    const { url } = (await started.json()) as { url: string };
    const back = await visit.signIn(url, login);
    return (await send(back)).headers.get('location') ?? '';
  };
  const sentence = async (path: string) => ((await (await send(path)).json()) as { error: string }).error;
  return { cookies, send, begin, signIn, visit, sentence };
}

const people = async () => [...(await bench.deps.people.current()).people.values()];
const personByEmail = async (email: string) => (await people()).find(p => p.email === email);
const problemIn = (path: string) => new URL(path, origin).searchParams.get('problem');

describe('a first sign-in', () => {
  test('creates the account with the position that the claim gives, and the next one finds it', async () => {
    provider.accounts.set('zhou', zhou);
    const browser = createBrowser();
    expect(await browser.signIn('zhou')).toBe('/caseList');
    const person = await personByEmail('zhou@clinic.example');
    expect(person).toMatchObject({ name: '周涛', position: 'Technician', orgId: 'main', userName: 'zhou' });
    const session = await bench.deps.sessions.verify(browser.cookies.get('session'), { act: false });
    expect(session.person.id).toBe(person?.id);
    // The address may change at the provider, because a person is linked by the provider's own id.
    provider.accounts.set('zhou', { ...zhou, email: 'tao.zhou@clinic.example' });
    const count = (await people()).length;
    expect(await createBrowser().signIn('zhou')).toBe('/caseList');
    expect(await people()).toHaveLength(count);
    const token = browser.cookies.get('session') ?? '';
    const renaming = { token, body: { userName: 'tao', oldPassword: 'guess1' } };
    const renamed = await bench.put<{ issues: object[] }>('/api/profile', renaming);
    expect(renamed.data.issues).toMatchObject([{ path: 'oldPassword', issue: 'password-none' }]);
    const own = await bench.get<{ items: object[] }>('/api/sessions', {
      token: browser.cookies.get('session') ?? '',
    });
    expect(own.data.items).toHaveLength(2);
  });

  test('leaves the person without a password, who ends own sessions without being asked for one', async () => {
    provider.accounts.set('zhou', zhou);
    const browsers = [createBrowser(), createBrowser(), createBrowser()];
    for (const browser of browsers) await browser.signIn('zhou');
    const [token = '', second = '', third = ''] = browsers.map(({ cookies }) => cookies.get('session'));
    const { sessionId } = await bench.deps.sessions.verify(second, { act: false });
    const asked = await bench.get('/api/sessions', { token });
    expect(asked.data).toMatchObject({ asksPassword: false });
    expect((await bench.post(`/api/sessions/${sessionId}/end`, { token, body: {} })).status).toBe(200);
    const codes = async () =>
      Promise.all(
        [token, second, third].map(async one => (await bench.get('/api/sysUser', { token: one })).code),
      );
    expect(await codes()).toEqual([0, 102028, 0]);
    expect((await bench.post('/api/sessions/endOthers', { token, body: {} })).status).toBe(200);
    expect(await codes()).toEqual([0, 102028, 102028]);
  });

  test('links the account of the same organisation that has the verified address', async () => {
    await bench.deps.accounts.change({ by: 'system', commandId: crypto.randomUUID() }, 'p-technician', {
      email: 'zhou@clinic.example',
    });
    provider.accounts.set('zhou', zhou);
    const browser = createBrowser();
    await browser.signIn('zhou');
    const session = await bench.deps.sessions.verify(browser.cookies.get('session'), { act: false });
    expect(session.person.id).toBe('p-technician');
  });

  test('takes the place of an open invitation to the same address', async () => {
    const body = { name: '周涛', email: 'zhou@clinic.example', position: 'Technician', lang: 'zh-CN' };
    expect((await bench.post('/api/invitations', { as: 'admin', body })).status).toBe(200);
    provider.accounts.set('zhou', zhou);
    expect(await createBrowser().signIn('zhou')).toBe('/caseList');
    expect((await bench.deps.people.current()).invitations.size).toBe(0);
  });

  test.each([
    ['noMail', { email_verified: false }],
    ['noMail', { email: 'not an address' }],
    ['noPosition', { groups: ['everybody'] }],
    ['noPosition', { groups: [] }],
    ['noName', { name: '' }],
  ] as const)('is refused as %s for %j, and creates nothing', async (problem, change) => {
    const count = (await people()).length;
    provider.accounts.set('zhou', { ...zhou, ...change });
    const browser = createBrowser();
    const path = await browser.signIn('zhou');
    expect(problemIn(path)).toBe(problem);
    expect(await people()).toHaveLength(count);
    expect(browser.cookies.has('session')).toBe(false);
    await bench.deps.failures.flush();
    const counted = (await Array.fromAsync(bench.deps.store.readAll())).filter(
      e => e.type === 'SignInsFailed',
    );
    expect(counted.map(({ data }) => data)).toMatchObject([{ why: 'provider', count: 1 }]);
  });
});

describe('a provider vouches for its own organisation only', () => {
  const give = (personId: string, email: string) =>
    bench.deps.accounts.change({ by: 'system', commandId: crypto.randomUUID() }, personId, { email });

  test('not for a verified address of another organisation’s account', async () => {
    await give('p-other', 'zhou@clinic.example');
    provider.accounts.set('zhou', { ...zhou, groups: ['doctors'] });
    const browser = createBrowser();
    expect(problemIn(await browser.signIn('zhou'))).toBe('mailTaken');
    expect(browser.cookies.has('session')).toBe(false);
  });

  test('not for the same id at the same provider in another organisation', async () => {
    await setUp('other');
    provider.accounts.set('zhou', zhou);
    await createBrowser().signIn('zhou', 'main');
    const browser = createBrowser();
    expect(problemIn(await browser.signIn('zhou', 'other'))).toBe('mailTaken');
    expect(browser.cookies.has('session')).toBe(false);
  });

  test('not for a person who has moved to another organisation, or was removed', async () => {
    provider.accounts.set('zhou', zhou);
    await createBrowser().signIn('zhou');
    const { id = '' } = (await personByEmail('zhou@clinic.example')) ?? {};
    const order = () => ({ by: 'system', commandId: crypto.randomUUID() });
    const held = () => ({ owned: 0, assigned: 0 });
    const to = { orgId: 'other', position: 'Technician' as const, serves: [] };
    await bench.deps.accounts.move(order(), id, to, held);
    expect(problemIn(await createBrowser().signIn('zhou'))).toBe('ended');
    await bench.deps.accounts.move(order(), id, { ...to, orgId: 'main' }, held);
    await bench.deps.accounts.remove(order(), id);
    expect(problemIn(await createBrowser().signIn('zhou'))).toBe('ended');
  });

  test('not for an Admin, unless a line of the table names the position', async () => {
    await give('p-admin', 'boss@clinic.example');
    provider.accounts.set('boss', {
      ...zhou,
      email: 'boss@clinic.example',
      groups: ['doctors', 'Admin', 'admin'],
    });
    expect(problemIn(await createBrowser().signIn('boss'))).toBe('otherPosition');
    await setUp('main', { positions: [{ value: 'admin', position: 'Admin' }] });
    expect(await createBrowser().signIn('boss')).toBe('/caseList');
  });

  test('not with an answer that was meant for another organisation', async () => {
    await setUp('other');
    provider.accounts.set('zhou', zhou);
    const browser = createBrowser();
    const started = (await (await browser.begin('main')).json()) as { url: string };
    const back = new URL(await browser.visit.signIn(started.url, 'zhou'));
    back.pathname = back.pathname.replace('/main/', '/other/');
    const { headers } = await browser.send(back.href);
    expect(problemIn(headers.get('location') ?? '')).toBe('late');
  });
});

describe('an answer of the provider', () => {
  const answerOf = async (browser: ReturnType<typeof createBrowser>) => {
    provider.accounts.set('zhou', zhou);
    const { url } = (await (await browser.begin('main')).json()) as { url: string };
    return browser.visit.signIn(url, 'zhou');
  };
  const problemOf = async (browser: ReturnType<typeof createBrowser>, path: string) =>
    problemIn((await browser.send(path)).headers.get('location') ?? '');

  test('works once, in the browser that asked, within 15 minutes', async () => {
    const browser = createBrowser();
    const answer = await answerOf(browser);
    expect(await problemOf(createBrowser(), answer)).toBe('late');
    const ticket = browser.cookies.get('provider') ?? '';
    await browser.send(answer);
    expect(browser.cookies.has('session')).toBe(true);
    browser.cookies.set('provider', ticket);
    expect(await problemOf(browser, answer)).toBe('late');
    const slow = createBrowser();
    const late = await answerOf(slow);
    bench.clock.advance(16 * 60_000);
    expect(await problemOf(slow, late)).toBe('late');
  });

  test('with another state, or a code of another request, signs nobody in', async () => {
    const browser = createBrowser();
    const other = new URL(await answerOf(createBrowser()));
    const own = new URL(await answerOf(browser));
    const wrongState = new URL(own);
    wrongState.searchParams.set('state', 'guessed');
    expect(await problemOf(browser, wrongState.href)).toBe('late');
    const again = createBrowser();
    const mixed = new URL(await answerOf(again));
    mixed.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect(await problemOf(again, mixed.href)).toBe('wrongAnswer');
    expect(again.cookies.has('session')).toBe(false);
  });

  test('asks the provider for a code with PKCE, and sends no person’s data in addresses', async () => {
    const started = (await (await createBrowser('zh-CN').begin('main')).json()) as { url: string };
    const { searchParams } = new URL(started.url);
    expect([...searchParams.keys()].sort()).toEqual([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'ui_locales',
    ]);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('redirect_uri')).toBe(`${origin}/login/organisation/main/return`);
    expect(searchParams.get('ui_locales')).toBe('zh-CN');
  });
});

describe('a session of a provider', () => {
  test('is refused to a frozen person, with the usual sentence', async () => {
    provider.accounts.set('zhou', zhou);
    await createBrowser().signIn('zhou');
    const { id = '' } = (await personByEmail('zhou@clinic.example')) ?? {};
    await bench.deps.accounts.freeze({ by: 'p-admin', commandId: crypto.randomUUID() }, id);
    const browser = createBrowser();
    const path = await browser.signIn('zhou');
    expect(new URL(path, origin).searchParams.get('error')).toBe('103017');
    expect(await browser.sentence(path)).toBe(bench.deps.words.find('en', 'error:103017'));
  });

  test('asks for the second factor here, unless the settings and the statement name the provider’s', async () => {
    provider.accounts.set('zhou', zhou);
    await createBrowser().signIn('zhou');
    const { id = '' } = (await personByEmail('zhou@clinic.example')) ?? {};
    const { factors } = bench.deps;
    await factors.startTotp(id, TOTP_SECRET);
    await factors.confirmTotp(id, totpCodeAt(TOTP_SECRET, bench.clock.now()), []);
    bench.clock.advance(60_000);
    const browser = createBrowser();
    expect(await browser.signIn('zhou')).toBe('/login/secondStep?returnTo=%2FcaseList');
    expect(browser.cookies.has('session')).toBe(false);
    const step = await bench.post<{ token: string }>('/api/secondStep', {
      body: {
        ticket: browser.cookies.get('ticket'),
        kind: 'totp',
        code: totpCodeAt(TOTP_SECRET, bench.clock.now()),
      },
    });
    expect([step.status, typeof step.data.token]).toEqual([200, 'string']);
    await setUp('main', { secondFactor: 'provider' });
    expect(await createBrowser().signIn('zhou')).toBe('/login/secondStep?returnTo=%2FcaseList');
    provider.accounts.set('zhou', { ...zhou, amr: ['pwd', 'otp'] });
    expect(await createBrowser().signIn('zhou')).toBe('/caseList');
  });

  test('is held where a second factor is demanded, unless the provider has shown one', async () => {
    const order = { by: 'p-admin', commandId: crypto.randomUUID() };
    await bench.deps.organisations.change(order, 'main', { secondFactor: ['Technician'] });
    provider.accounts.set('zhou', zhou);
    const heldBy = async () => {
      const browser = createBrowser();
      await browser.signIn('zhou');
      const token = browser.cookies.get('session') ?? '';
      const { held } = await bench.deps.sessions.verify(token, { act: false, held: true });
      return { held, token };
    };
    const { held, token } = await heldBy();
    expect(held).toBe(true);
    // A person without a password here is not asked for one.
    expect((await bench.post('/api/factors/totp', { token, body: { oldPassword: '-' } })).status).toBe(200);
    await setUp('main', { secondFactor: 'provider' });
    expect((await heldBy()).held).toBe(true);
    provider.accounts.set('zhou', { ...zhou, amr: ['mfa'] });
    expect((await heldBy()).held).toBe(false);
  });

  test('ends here and, if wanted, at the provider', async () => {
    provider.accounts.set('zhou', zhou);
    const browser = createBrowser();
    await browser.signIn('zhou');
    await bench.send('POST', '/logout', { headers: { cookie: `session=${browser.cookies.get('session')}` } });
    browser.cookies.delete('session');
    const page = (await (await browser.send('/login')).json()) as { organisation: object };
    expect(page.organisation).toEqual({ id: 'main', used: true });
    const out = new URL((await browser.send('/login/organisation/signOut')).headers.get('location') ?? '');
    expect(out.origin + out.pathname).toBe(`${provider.issuer}/session/end`);
    expect([...out.searchParams]).toEqual([
      ['post_logout_redirect_uri', `${origin}/login`],
      ['client_id', providerClient.id],
    ]);
    expect(await (await browser.send('/login')).json()).toMatchObject({ organisation: null });
  });
});

describe('the way to a sign-in', () => {
  test('is a link with the organisation, or its id, typed in any case', async () => {
    const browser = createBrowser();
    expect(await (await browser.send('/login?org=main')).json()).toMatchObject({
      organisation: { id: 'main', used: false },
    });
    expect(await (await browser.send('/login?org=nowhere')).json()).toMatchObject({ organisation: null });
    const started = await browser.begin(' MAIN ');
    expect(started.headers.get('refresh')).toMatch(new RegExp(`^0;url=${provider.issuer}/auth\\?`));
    expect(started.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('is not told for an unknown organisation or one without single sign-on: both get one sentence', async () => {
    for (const org of ['nowhere', 'ediy', '']) {
      const { headers } = await createBrowser().begin(org);
      expect(problemIn(headers.get('location') ?? '')).toBe('unknown');
    }
  });

  test('is refused to a form of another site', async () => {
    const answer = await pages.request(`${origin}/login/organisation`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
      body: 'org=main',
    });
    expect(answer.headers.get('location')).toMatch(/^\/login\/organisation\?.*error=102029$/);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('ends at a page that says why, in both languages, when the person cancels or the provider is away', async () => {
    provider.accounts.set('zhou', zhou);
    for (const lang of ['en', 'zh-CN'] as const) {
      const browser = createBrowser(lang);
      const path = await browser.signIn(null);
      expect(problemIn(path)).toBe('cancelled');
      expect(await browser.sentence(path)).toBe(bench.deps.words.find(lang, 'sso:problem.cancelled'));
    }
    await setUp('main', { issuer: 'http://127.0.0.1:9' });
    const { headers } = await createBrowser().begin('main');
    expect(problemIn(headers.get('location') ?? '')).toBe('unreachable');
  });

  test('leaves no token, code, address or name in the log', async () => {
    provider.accounts.set('zhou', zhou);
    const browser = createBrowser();
    const { url } = (await (await browser.begin('main')).json()) as { url: string };
    const back = await browser.visit.signIn(url, 'zhou');
    await browser.send(back);
    provider.accounts.set('zhou', { ...zhou, groups: [] });
    await createBrowser().signIn('zhou');
    const secrets = ['zhou', '周涛', providerClient.secret, new URL(back).searchParams.get('code') ?? '-'];
    const said = bench.lines.join('\n');
    for (const secret of secrets) expect(said).not.toContain(secret);
    expect(said).toContain('singleSignOnRefused');
  });
});
