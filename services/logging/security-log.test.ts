/** The security log: a line for each security event, without personal data, limited in rate. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, TEST_PASSWORD } from '../api/testing/test-server.ts';
import { maxLogLinesPerWindow, securityLogMessages, securityLogWindowMs } from './security-log.ts';

let bench: Awaited<ReturnType<typeof openTestServer>>;
beforeEach(async () => {
  bench = await openTestServer();
  await bench.tokenOf('admin');
  await bench.tokenOf('doctor');
  bench.lines.length = 0;
});
afterEach(() => bench.close());

type Line = Record<string, unknown> & { audit: string };
const written = (): Line[] => bench.lines.map(line => JSON.parse(line)).filter(line => 'audit' in line);
const kinds = () => written().map(line => line.audit);
const signIn = (userName: string, password: string) =>
  bench.post('/api/login', { body: { userName, password } });

describe('the security log has a line for', () => {
  it('each wrong password, the following freeze, and each try at the frozen account', async () => {
    for (let i = 0; i < 5; i++) await signIn('doctor2', 'wrong1234');
    await signIn('doctor2', TEST_PASSWORD);
    expect(kinds()).toEqual([
      ...Array(4).fill('wrongPassword'),
      ...['accountLocked', 'wrongPassword', 'lockedOut'],
    ]);
    const [first, , , , locked] = written();
    expect(first).toMatchObject({
      msg: securityLogMessages.wrongPassword,
      account: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(locked?.account).toBe(first?.account);
  });

  it('a wrong password typed into the form', async () => {
    await bench.send('POST', '/login', { form: { userName: 'doctor2', password: 'wrong1234' } });
    expect(kinds()).toEqual(['wrongPassword']);
  });

  it('a forged token, but none for an expired one', async () => {
    const [head, body] = (await bench.tokenOf('doctor')).split('.');
    await bench.get('/api/sysUser', { token: `${head}.${body}.AAAA` });
    expect(kinds()).toEqual(['forgedToken']);
    bench.clock.advance(24 * 60 * 60_000);
    await bench.get('/api/sysUser', { as: 'doctor' });
    expect(kinds()).toEqual(['forgedToken']);
  });

  it('a request outside a person’s rights', async () => {
    await bench.get('/api/users', { as: 'doctor' });
    expect(written()).toMatchObject([
      {
        audit: 'notPermitted',
        method: 'GET',
        route: '/api/users',
        by: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
    ]);
  });

  it('a request above a rate limit', async () => {
    const limited = await openTestServer({ acts: { burst: 1, perSecond: 0 } });
    await limited.post('/api/cases', { as: 'doctor' });
    limited.lines.length = 0;
    expect((await limited.post('/api/cases', { as: 'doctor' })).status).toBe(429);
    const lines = limited.lines.map(line => JSON.parse(line)).filter(line => 'audit' in line);
    expect(lines).toMatchObject([{ audit: 'tooMany', method: 'POST', route: '/api/cases' }]);
    await limited.close();
  });

  it('a form sign-in above a rate limit, which answers with a page', async () => {
    const limited = await openTestServer({ parts: { limits: { tries: 0 } } });
    const answer = await limited.send('POST', '/login', {
      form: { userName: 'doctor', password: TEST_PASSWORD },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('error=104007'),
    ]);
    const lines = limited.lines.map(line => JSON.parse(line)).filter(line => 'audit' in line);
    expect(lines).toMatchObject([{ audit: 'tooMany', method: 'POST', route: '/login' }]);
    await limited.close();
  });

  it('each change of an account by an Admin, with both persons', async () => {
    const body = { userName: 'newcomer', password: TEST_PASSWORD, name: '周涛', position: 'Technician' };
    const { id } = (await bench.post<{ id: string }>('/api/users', { as: 'admin', body })).data;
    bench.lines.length = 0;
    await bench.put(`/api/users/${id}`, { as: 'admin', body: { name: '周海', phone: '13900000009' } });
    await bench.put(`/api/users/${id}`, { as: 'admin', body: { password: 'archline2' } });
    await bench.post(`/api/users/${id}/freeze`, { as: 'admin', body: {} });
    await bench.post(`/api/users/${id}/unfreeze`, { as: 'admin', body: {} });
    expect(written()).toMatchObject([
      { audit: 'accountChanged', person: id, why: 'name+phone' },
      { audit: 'passwordSet', person: id },
      { audit: 'accountFrozen', person: id },
      { audit: 'accountUnfrozen', person: id },
    ]);
    expect(new Set(written().map(line => line.by)).size).toBe(1);
  });

  it('a new account', async () => {
    const body = { userName: 'newcomer', password: TEST_PASSWORD, name: '周涛', position: 'Technician' };
    const { id } = (await bench.post<{ id: string }>('/api/users', { as: 'admin', body })).data;
    expect(written()).toMatchObject([{ audit: 'accountCreated', person: id }]);
  });
});

it('security log lines contain no name, password, address or token', async () => {
  const token = await bench.tokenOf('doctor');
  await signIn('张雨桐', 'secretpass1');
  await signIn('doctor2', 'secretpass1');
  await bench.get('/api/users', { as: 'doctor' });
  await bench.get('/api/sysUser', { token: `${token}x` });
  expect(kinds()).toHaveLength(4);
  const text = JSON.stringify(written());
  for (const part of ['张雨桐', 'doctor2', 'p-doctor', 'secretpass1', token, 'local', '127.0.0.1'])
    expect(text).not.toContain(part);
});

it('security log lines of one kind are limited per minute, and the rest is counted', async () => {
  const { audit } = bench.deps;
  for (let i = 0; i < maxLogLinesPerWindow + 25; i++) audit.note('wrongPassword', { account: String(i) });
  audit.note('forgedToken', {});
  expect(written()).toHaveLength(maxLogLinesPerWindow + 1);
  bench.clock.advance(securityLogWindowMs);
  audit.flush();
  expect(written().at(-1)).toMatchObject({ audit: 'wrongPassword', count: 25 });
  audit.note('wrongPassword', { account: 'again' });
  expect(written()).toHaveLength(maxLogLinesPerWindow + 3);
});

it('security log lines for account changes are never dropped', () => {
  const { audit } = bench.deps;
  for (let i = 0; i < maxLogLinesPerWindow + 25; i++) audit.note('accountFrozen', {});
  expect(written()).toHaveLength(maxLogLinesPerWindow + 25);
});
