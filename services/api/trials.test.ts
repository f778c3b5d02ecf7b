/** A trial over HTTP: its end on day 30, and how it becomes an account. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { createJoiningSteps, registrationForm, testPassword, testPhone } from './testing/joining-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { codeFor, register, signIn } = createJoiningSteps(() => bench);

describe('a trial', () => {
  const registered = async () =>
    (await register({ ...registrationForm, code: await codeFor('register', { phone: testPhone }) })).data;

  test('ends on day 30, with its sessions, and an Admin makes it permanent', async () => {
    const { user } = await registered();
    bench.clock.advance(limits.trialMs - 1);
    expect((await signIn('wang.fang', testPassword)).status).toBe(200);
    bench.clock.advance(1);
    expect((await signIn('wang.fang', 'sunny2027')).code).toBe(103016);
    const over = await signIn('wang.fang', testPassword);
    expect([over.status, over.code]).toEqual([403, 104012]);
    expect(over.message).toMatch(/Nothing was deleted: contact the service desk/);
    bench.tokens.clear();
    const permanent = await bench.post(`/api/users/${user.id}/permanent`, { as: 'admin', body: {} });
    expect(permanent).toMatchObject({ status: 200, data: { trialUntil: null } });
    expect((await signIn('wang.fang', testPassword)).status).toBe(200);
    const lines = bench.lines.filter(line => line.includes('accountPermanent'));
    expect(lines).toHaveLength(1);
  });

  test('ends for the doctor’s assistants too, with their sessions', async () => {
    const { user, token: as } = await registered();
    const assistant = {
      userName: 'min.li',
      password: testPassword,
      name: '李敏',
      phone: '13900000021',
      address: '上海',
    };
    expect((await bench.post('/api/assistants', { token: as, body: assistant })).status).toBe(200);
    bench.clock.advance(limits.trialMs - 1);
    const { token } = (await signIn('min.li', testPassword)).data;
    const who = async () => (await bench.get('/api/sysUser', { token })).code;
    expect(await who()).toBe(0);
    bench.clock.advance(1);
    expect([await who(), (await signIn('min.li', testPassword)).code]).toEqual([102028, 104012]);
    bench.tokens.clear();
    await bench.post(`/api/users/${user.id}/permanent`, { as: 'admin', body: {} });
    expect((await signIn('min.li', testPassword)).status).toBe(200);
  });

  test('is made permanent once; other accounts stay as they are', async () => {
    const { user } = await registered();
    const permanent = (id: string, as: 'admin' | 'supervisor' | 'other' = 'admin') =>
      bench.post(`/api/users/${id}/permanent`, { as, body: {} });
    expect((await permanent(user.id, 'supervisor')).status).toBe(403);
    expect((await permanent(user.id)).status).toBe(200);
    const head = await bench.deps.store.head();
    expect((await permanent(user.id)).status).toBe(200);
    expect((await permanent('p-doctor')).status).toBe(200);
    expect(await bench.deps.store.head()).toBe(head);
    expect((await permanent('p-other')).text).toBe((await permanent('nobody')).text);
  });

  test('gets a message that it is permanent now', async () => {
    const { user, token } = await registered();
    await bench.post(`/api/users/${user.id}/permanent`, { as: 'admin', body: {} });
    const { data } = await bench.get<{ items: { type: string }[] }>('/api/messages', { token });
    expect(data.items.map(item => item.type)).toContain('AccountMadePermanent');
  });
});
