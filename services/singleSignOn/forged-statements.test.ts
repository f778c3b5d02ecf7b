/** Statements that the provider did not make, providers that misbehave, and notices of sign-outs. */
import { type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignInRefusedError } from '#events/person/single-sign-on.ts';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { type ForgingProvider, openForgingProvider } from './testing/forging-provider.ts';

const CLIENT_SECRET = 'a-secret-of-32-characters-or-more';
const client = { address: 'local', userAgent: undefined };

let bench: TestServer;
let provider: ForgingProvider;
beforeEach(async () => {
  bench = await openTestServer({ publicUrl: 'http://archline.test' });
  provider = await openForgingProvider();
  await setUp('main', provider.issuer);
});
afterEach(async () => {
  await provider.close();
  await bench.close();
});

const setUp = (orgId: string, issuer: string) =>
  bench.deps.singleSignOnAdministration.set({ by: 'p-admin', commandId: crypto.randomUUID() }, orgId, {
    ...{ issuer, clientId: 'archline', clientSecret: CLIENT_SECRET, scope: 'email', claim: 'groups' },
    ...{ secondFactor: 'here', positions: [{ value: 'lab', position: 'Technician' }] },
  });

const begin = (orgId = 'main') =>
  bench.deps.singleSignOn.begin(orgId, { returnTo: '/workbench', lang: 'en', again: false });

/** The library compares times with the system's clock. */
const nowS = () => Math.floor(Date.now() / 1000);

const payloadFor = (nonce: string): JWTPayload => ({
  ...{ iss: provider.issuer, aud: 'archline', sub: '248289761001', nonce, iat: nowS(), exp: nowS() + 300 },
  ...{ email: 'zhou@clinic.example', email_verified: true, name: '周涛', groups: ['lab'] },
});

/** Signs in with a token that the provider's token endpoint returns. */
async function signInBy(
  tokenOf: (payload: JWTPayload) => Promise<string>,
  more: Record<string, string> = {},
) {
  const { url, ticket } = await begin();
  const token = await tokenOf(payloadFor(url.searchParams.get('nonce') ?? ''));
  provider.answers.set('/token', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: token }),
  });
  const query = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '', ...more });
  return bench.deps.singleSignOn.finish({ orgId: 'main', query, ticket, client });
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'signed in',
    (error: unknown) => (error instanceof SignInRefusedError ? error.problem : String(error)),
  );

const unsigned = ({ ...payload }: JWTPayload) =>
  [{ alg: 'none' }, payload].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') +
  '.';

describe('a statement', () => {
  test('of the provider signs in', async () => {
    const { person } = await signInBy(payload => provider.sign(payload));
    expect(person).toMatchObject({ name: '周涛', position: 'Technician' });
  });

  test.each<[string, (payload: JWTPayload) => Promise<string>]>([
    ['signed with another key', payload => provider.sign(payload, { key: 'other' })],
    ['without a signature', async payload => unsigned(payload)],
    [
      'signed with the client’s secret',
      payload =>
        new SignJWT(payload)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(CLIENT_SECRET)),
    ],
    ['for another client', payload => provider.sign({ ...payload, aud: 'other' })],
    ['of another issuer', payload => provider.sign({ ...payload, iss: 'https://login.other.example' })],
    ['for another request', payload => provider.sign({ ...payload, nonce: 'other' })],
    ['for no request', ({ nonce: _nonce, ...payload }) => provider.sign(payload)],
    ['that has expired', payload => provider.sign({ ...payload, exp: nowS() - 3600 })],
    ['without a subject', ({ sub: _sub, ...payload }) => provider.sign(payload)],
    ['that is no token', async () => 'token'],
  ])('%s signs nobody in', async (_name, tokenOf) => {
    expect(await problemOf(signInBy(tokenOf))).toBe('wrongAnswer');
  });

  test('with another issuer in the answer’s address signs nobody in', async () => {
    const problem = problemOf(
      signInBy(payload => provider.sign(payload), { iss: 'https://login.other.example' }),
    );
    expect(await problem).toBe('wrongAnswer');
  });

  test('of a provider that has been replaced meanwhile signs nobody in', async () => {
    const other = await openForgingProvider();
    const { url, ticket } = await begin();
    await setUp('main', other.issuer);
    const token = await provider.sign(payloadFor(url.searchParams.get('nonce') ?? ''));
    other.answers.set('/token', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: token }),
    });
    const query = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' });
    expect(await problemOf(bench.deps.singleSignOn.finish({ orgId: 'main', query, ticket, client }))).toBe(
      'wrongAnswer',
    );
    await other.close();
  });
});

describe('a provider', () => {
  const metadata = '/.well-known/openid-configuration';
  const change = async (part: object) => {
    const { body } = (await provider.answers.get(metadata)) ?? { body: '{}' };
    provider.answers.set(metadata, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...JSON.parse(body), ...part }),
    });
  };
  const report = async () => {
    const answer = await bench.post<{ fault: string }>('/api/organisations/main/singleSignOn/test', {
      as: 'admin',
      body: { issuer: provider.issuer, clientId: 'archline' },
    });
    return answer.data.fault;
  };

  test.each([
    ['otherIssuer', { issuer: 'https://login.other.example' }],
    ['noCode', { response_types_supported: ['id_token'] }],
    ['noPkce', { code_challenge_methods_supported: ['plain'] }],
    ['notHttps', { authorization_endpoint: 'javascript:alert(1)' }],
    ['notHttps', { authorization_endpoint: 'http://login.other.example/auth' }],
    ['privateAddress', { end_session_endpoint: 'https://10.0.0.7/out' }],
  ])('is not used: %s for %j', async (fault, part) => {
    await change(part);
    expect(await report()).toBe(fault);
    expect(await problemOf(begin())).not.toBe('signed in');
  });

  test('is not followed to another address, and its answers have a greatest size', async () => {
    await change({ filler: 'x'.repeat(300_000) });
    expect(await report()).toBe('unreachable');
    provider.answers.set(metadata, {
      status: 302,
      headers: { Location: 'http://169.254.169.254/' },
      body: '',
    });
    expect(await report()).toBe('noProvider');
  });

  test('that does not answer keeps no other organisation waiting', async () => {
    const other = await openForgingProvider();
    await setUp('other', other.issuer);
    const { body } = (await provider.answers.get(metadata)) ?? { body: '' };
    const held = Promise.withResolvers<{ body: string; headers: Record<string, string> }>();
    provider.answers.set(metadata, held.promise);
    const waiting = Array.from({ length: 20 }, () => problemOf(begin('main')));
    const { url } = await begin('other');
    expect(url.origin).toBe(other.issuer);
    held.resolve({ body, headers: { 'Content-Type': 'application/json' } });
    const outcomes = await Promise.all(waiting);
    // Sixteen requests wait for one read of the provider's settings; the others are refused at once.
    expect(outcomes.filter(outcome => outcome === 'busy')).toHaveLength(4);
    await other.close();
  });
});

describe('a notice of a sign-out', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  const notice = (): JWTPayload => ({
    ...{ iss: provider.issuer, aud: 'archline', sub: '248289761001', iat: nowS(), jti: crypto.randomUUID() },
    events: { [EVENT]: {} },
  });
  const send = (token: string, orgId = 'main') => bench.deps.backChannel.signedOut(orgId, token);
  const isLive = (token: string) =>
    bench.deps.sessions.verify(token, { act: false }).then(
      () => true,
      () => false,
    );

  test('ends all sessions of the person, and of nobody else', async () => {
    const { token } = await signInBy(payload => provider.sign(payload));
    const doctor = await bench.tokenOf('doctor');
    expect(await send(await provider.sign(notice(), { typ: 'logout+jwt' }))).toBe('done');
    expect([await isLive(token), await isLive(doctor)]).toEqual([false, true]);
  });

  test('about a person who never signed in ends nothing', async () => {
    expect(await send(await provider.sign({ ...notice(), sub: 'nobody' }))).toBe('done');
  });

  test.each<[string, (payload: JWTPayload) => Promise<string>]>([
    ['signed with another key', payload => provider.sign(payload, { key: 'other' })],
    ['without a signature', async payload => unsigned(payload)],
    ['for another client', payload => provider.sign({ ...payload, aud: 'other' })],
    ['of another issuer', payload => provider.sign({ ...payload, iss: 'https://login.other.example' })],
    ['an hour old', payload => provider.sign({ ...payload, iat: nowS() - 3600 })],
    ['that is an ID token', payload => provider.sign({ ...payload, nonce: 'n' })],
    ['of another event', payload => provider.sign({ ...payload, events: {} })],
    ['without a subject', ({ sub: _sub, ...payload }) => provider.sign({ ...payload, sid: 's' })],
    ['that is no token', async () => ''],
  ])('%s is refused', async (_name, tokenOf) => {
    const { token } = await signInBy(payload => provider.sign(payload));
    expect(await send(await tokenOf(notice()))).toBe('invalid');
    expect(await isLive(token)).toBe(true);
  });

  test('of one organisation’s provider ends no session in another organisation', async () => {
    const { token } = await signInBy(payload => provider.sign(payload));
    await setUp('other', provider.issuer);
    expect(await send(await provider.sign(notice()), 'other')).toBe('done');
    expect(await send(await provider.sign(notice()), 'ediy')).toBe('invalid');
    expect(await isLive(token)).toBe(true);
  });

  test('waits for another try while the provider’s keys are away', async () => {
    provider.answers.set('/jwks', { status: 500, body: 'x' });
    expect(await send(await provider.sign(notice()))).toBe('unavailable');
  });
});
