/** The security log: a line for each event that concerns security, without personal data, and not without end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBench, PASSWORD } from '../api/testing/bench.ts';
import { auditMessages, linesMost, windowMs } from './audit.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
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

describe('the security log has one line for', () => {
  it('each wrong password, the lock that follows, and each try at the locked account', async () => {
    for (let i = 0; i < 5; i++) await signIn('doctor2', 'wrong1234');
    await signIn('doctor2', PASSWORD);
    expect(kinds()).toEqual([
      ...Array(4).fill('wrongPassword'),
      ...['accountLocked', 'wrongPassword', 'lockedOut'],
    ]);
    const [first, , , , locked] = written();
    expect(first).toMatchObject({
      msg: auditMessages.wrongPassword,
      account: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(locked?.account).toBe(first?.account);
  });

  it('a wrong password typed into the form', async () => {
    await bench.send('POST', '/login', { form: { userName: 'doctor2', password: 'wrong1234' } });
    expect(kinds()).toEqual(['wrongPassword']);
  });

  it('a forged token, and none for one that is over', async () => {
    const [head, body] = (await bench.tokenOf('doctor')).split('.');
    await bench.get('/api/sysUser', { token: `${head}.${body}.AAAA` });
    expect(kinds()).toEqual(['forgedToken']);
    bench.clock.advance(24 * 60 * 60_000);
    await bench.get('/api/sysUser', { as: 'doctor' });
    expect(kinds()).toEqual(['forgedToken']);
  });

  it('a request outside the rights of a person', async () => {
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

  it('a request beyond a rate limit', async () => {
    const limited = await openBench({ acts: { burst: 1, perSecond: 0 } });
    await limited.post('/api/cases', { as: 'doctor' });
    limited.lines.length = 0;
    expect((await limited.post('/api/cases', { as: 'doctor' })).status).toBe(429);
    const lines = limited.lines.map(line => JSON.parse(line)).filter(line => 'audit' in line);
    expect(lines).toMatchObject([{ audit: 'tooMany', method: 'POST', route: '/api/cases' }]);
    await limited.close();
  });

  it('a sign-in by the form beyond a rate limit, which answers with a page', async () => {
    const limited = await openBench({ parts: { limits: { tries: 0 } } });
    const answer = await limited.send('POST', '/login', {
      form: { userName: 'doctor', password: PASSWORD },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('error=104007'),
    ]);
    const lines = limited.lines.map(line => JSON.parse(line)).filter(line => 'audit' in line);
    expect(lines).toMatchObject([{ audit: 'tooMany', method: 'POST', route: '/login' }]);
    await limited.close();
  });

  it('each change of an account by an Admin, with who did it to whom', async () => {
    const body = { userName: 'newcomer', password: PASSWORD, name: '周涛', position: 'Technician' };
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
    const body = { userName: 'newcomer', password: PASSWORD, name: '周涛', position: 'Technician' };
    const { id } = (await bench.post<{ id: string }>('/api/users', { as: 'admin', body })).data;
    expect(written()).toMatchObject([{ audit: 'accountCreated', person: id }]);
  });
});

it('no line holds a name, a password, an address or a token', async () => {
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

it('an attack fills no disk: lines of one kind are bounded in a minute, and the rest is counted', async () => {
  const { audit } = bench.deps;
  for (let i = 0; i < linesMost + 25; i++) audit.note('wrongPassword', { account: String(i) });
  audit.note('forgedToken', {});
  expect(written()).toHaveLength(linesMost + 1);
  bench.clock.advance(windowMs);
  audit.flush();
  expect(written().at(-1)).toMatchObject({ audit: 'wrongPassword', count: 25 });
  audit.note('wrongPassword', { account: 'again' });
  expect(written()).toHaveLength(linesMost + 3);
});

it('no change of an account is ever left out', () => {
  const { audit } = bench.deps;
  for (let i = 0; i < linesMost + 25; i++) audit.note('accountFrozen', {});
  expect(written()).toHaveLength(linesMost + 25);
});
