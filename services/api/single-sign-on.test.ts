/**
 * The back office's single sign-on: who may set it, which settings are refused, and that no answer contains the secret.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInProblems } from '#events/person/single-sign-on.ts';
import { connectionFaults } from '../singleSignOn/connection-test.ts';
import {
  openTestProvider,
  providerClient,
  type TestProvider,
} from '../singleSignOn/testing/openid-provider.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer({ lookup: async host => hosts[host] ?? [] });
});
afterEach(() => bench.close());

/** Hosts that the name servers know, also ones that lead inside. */
const hosts: Record<string, string[]> = {
  'login.clinic.example': ['203.0.113.1'],
  'inside.clinic.example': ['8.8.8.8', '10.0.0.7'],
  'metadata.clinic.example': ['169.254.169.254'],
};

const path = '/api/organisations/main/singleSignOn';
const SECRET = 'kept-by-the-provider-7f3a';
const body = {
  ...{ issuer: 'https://login.clinic.example', clientId: 'archline', clientSecret: SECRET },
  ...{ scope: 'openid profile email', claim: 'groups', secondFactor: 'here' },
  positions: [{ value: 'orthodontists', position: 'Doctor' }],
};

describe('the settings', () => {
  test('are an Admin’s of the organisation or of the one that serves it; others see nothing', async () => {
    for (const as of testPersonNames.filter(name => name !== 'admin'))
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect([
          as,
          method,
          (await bench.send(method, path, { as, body: method === 'PUT' ? body : undefined })).status,
        ]).toEqual([as, method, 403]);
    const foreign = await bench.get('/api/organisations/other/singleSignOn', { as: 'admin' });
    const missing = await bench.get('/api/organisations/nowhere/singleSignOn', { as: 'admin' });
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    const put = await bench.put('/api/organisations/other/singleSignOn', { as: 'admin', body });
    expect([put.status, put.text]).toEqual([404, missing.text]);
    expect((await bench.put('/api/organisations/ediy/singleSignOn', { as: 'admin', body })).status).toBe(200);
  });

  test('never answer or log the secret, which the vault holds sealed', async () => {
    const saved = await bench.put(path, { as: 'admin', body });
    const { clientSecret: _secret, ...settings } = body;
    expect(saved.data).toEqual({
      settings,
      hasSecret: true,
      signInUrl: 'https://archline.example/login?org=main',
      redirectUri: 'https://archline.example/login/organisation/main/return',
      signedOutUri: 'https://archline.example/login',
      noticeUri: 'https://archline.example/login/organisation/main/signedOut',
    });
    const read = await bench.get(path, { as: 'admin' });
    expect(read.data).toEqual(saved.data);
    const stored = await Array.fromAsync(bench.deps.vault.list(''));
    const log = await Array.fromAsync(bench.deps.store.readAll());
    const all = [saved.text, read.text, bench.lines, stored, log.map(e => JSON.stringify(e.data))];
    expect(JSON.stringify(all)).not.toContain(SECRET);
    expect(await bench.deps.clientSecrets.read('main')).toBe(SECRET);
  });

  test('keep the secret for the same provider, and want it again for another', async () => {
    await bench.put(path, { as: 'admin', body });
    const { clientSecret: _secret, ...without } = body;
    expect((await bench.put(path, { as: 'admin', body: { ...without, claim: 'roles' } })).status).toBe(200);
    expect(await bench.deps.clientSecrets.read('main')).toBe(SECRET);
    const elsewhere = { ...without, issuer: 'https://login.attacker.example' };
    const refused = await bench.put(path, { as: 'admin', body: elsewhere });
    expect([refused.status, refused.data.issues]).toEqual([
      400,
      [{ path: 'clientSecret', issue: 'required', message: 'Required' }],
    ]);
    const tested = await bench.post(`${path}/test`, {
      as: 'admin',
      body: { issuer: elsewhere.issuer, clientId: 'archline' },
    });
    expect(tested.status).toBe(400);
    await bench.put(path, { as: 'admin', body: { ...elsewhere, clientSecret: null } });
    expect(await bench.deps.clientSecrets.has('main')).toBe(false);
  });

  test('are gone once switched off, with the secret', async () => {
    await bench.put(path, { as: 'admin', body });
    const removed = await bench.del(path, { as: 'admin' });
    expect(removed.data).toMatchObject({ settings: null, hasSecret: false });
    expect(await Array.fromAsync(bench.deps.vault.list('singleSignOn/'))).toEqual([]);
  });

  test.each([
    ['issuer', 'http://login.clinic.example', 'https-address'],
    ['issuer', 'ftp://login.clinic.example', 'https-address'],
    ['issuer', 'login.clinic.example', 'https-address'],
    ['issuer', 'https://user:pass@login.clinic.example', 'https-address'],
    ['issuer', 'https://login.clinic.example/?tenant=1', 'https-address'],
    ['issuer', 'https://10.0.0.7', 'private-address'],
    ['issuer', 'https://169.254.169.254', 'private-address'],
    ['issuer', 'https://[fd00::1]', 'private-address'],
    ['issuer', 'https://[::ffff:10.0.0.7]', 'private-address'],
    ['scope', 'openid "profile"', 'invalid'],
    ['positions', [], 'too-few'],
    ['positions', [{ value: 'x', position: 'Owner' }], 'not-a-choice'],
    ['secondFactor', 'nobody', 'not-a-choice'],
    ['clientSecret', 'with space', 'invalid'],
  ])('refuse %s %j', async (field, value, issue) => {
    const refused = await bench.put<{ issues: { path: string; issue: string }[] }>(path, {
      as: 'admin',
      body: { ...body, [field]: value },
    });
    const [found] = refused.data.issues;
    expect([refused.status, found?.path.split('.')[0], found?.issue]).toEqual([400, field, issue]);
    expect((await bench.get(path, { as: 'admin' })).data).toMatchObject({ settings: null, hasSecret: false });
  });
});

describe('the test of the connection', () => {
  let provider: TestProvider;
  beforeEach(async () => {
    provider = await openTestProvider({ clients: [{ origin: 'https://archline.example', orgId: 'main' }] });
  });
  afterEach(() => provider.close());

  const run = async (given: object, as: TestPersonName = 'admin') => {
    const typed = {
      issuer: provider.issuer,
      clientId: providerClient.id,
      clientSecret: providerClient.secret,
    };
    return (
      await bench.post<{ fault: string | null; signOut: boolean }>(`${path}/test`, {
        as,
        body: { ...typed, ...given },
      })
    ).data;
  };

  test('finds nothing wrong with a provider that knows the client', async () => {
    expect(await run({})).toEqual({ fault: null, signOut: true });
  });

  test.each([
    ['credentials', { clientSecret: 'wrong' }],
    ['credentials', { clientId: 'nobody' }],
    ['unknownHost', { issuer: 'https://nowhere.clinic.example' }],
    ['unknownHost', { issuer: 'https://inside.clinic.example' }],
    ['unknownHost', { issuer: 'https://metadata.clinic.example' }],
    ['unreachable', { issuer: 'http://127.0.0.1:9' }],
  ])('says %s for %j', async (fault, given) => {
    expect(await run(given)).toEqual({ fault, signOut: fault === 'credentials' });
  });

  test('says that a provider names another address, or that there is none', async () => {
    const [, port] = /:(\d+)$/.exec(provider.issuer) ?? [];
    expect((await run({ issuer: `http://localhost:${port}` })).fault).toBe('otherIssuer');
    expect((await run({ issuer: `${provider.issuer}/nothing` })).fault).toBe('noProvider');
  });
});

test.each(['en', 'zh-CN'] as const)('every problem and fault has a sentence in %s', lang => {
  const { words } = bench.deps;
  const keys = [
    ...signInProblems.map(p => `sso:problem.${p}`),
    ...connectionFaults.map(f => `sso:fault.${f}`),
  ];
  expect(keys.filter(key => !words.find(lang, key))).toEqual([]);
});
