/** Words that a new password must not contain, wherever a password is set. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdmin } from '#services/cli/create-admin.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
const open = async (options: Parameters<typeof openTestServer>[0] = {}) => {
  bench = await openTestServer(options);
};
beforeEach(() => open());
afterEach(() => bench.close());

const GOOD = 'rain4umbrella';
type Refused = { issues?: { path: string; issue: string; values?: { word: string } }[] };
const refusedFor = (word: string) => ({
  status: 400,
  data: { issues: [{ path: 'password', issue: 'password-word', values: { word } }] },
});
const email = 'li@clinic.example';

describe('a new password contains no word of its owner or organisation', () => {
  test('when an Admin creates or changes an account', async () => {
    const account = { userName: 'taozhou', name: 'Zhou Tao', position: 'Technician' };
    const create = (password: string) =>
      bench.post<Refused & { id: string }>('/api/users', { as: 'admin', body: { ...account, password } });
    expect(await create('7TaoZhou7')).toMatchObject(refusedFor('taozhou'));
    const { data } = await create(GOOD);
    const body = { password: 'zhou2026x' };
    expect(await bench.put(`/api/users/${data.id}`, { as: 'admin', body })).toMatchObject(refusedFor('zhou'));
  });

  test('when the person changes it', async () => {
    const body = { oldPassword: TEST_PASSWORD, password: 'mydoctor7' };
    expect(await bench.put('/api/profile/password', { as: 'doctor', body })).toMatchObject(
      refusedFor('doctor'),
    );
  });

  test('when it is reset, and the code stays valid for another one', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email } });
    await bench.post('/api/codes', { body: { purpose: 'forgotPwd', email } });
    await vi.waitFor(() => expect(bench.messages.list(email)).toHaveLength(1));
    const code = /\d{6}/.exec(bench.messages.list(email)[0]?.text ?? '')?.[0];
    const reset = (password: string) =>
      bench.post<Refused>('/api/forgotPwd', { body: { email, code, password } });
    expect(await reset('1Doctor1')).toMatchObject(refusedFor('doctor'));
    expect((await reset(GOOD)).code).toBe(0);
  });

  test('when somebody registers, with the clinic’s name too', async () => {
    await bench.post('/api/codes', { body: { purpose: 'register', email } });
    await vi.waitFor(() => expect(bench.messages.list(email)).toHaveLength(1));
    const code = /\d{6}/.exec(bench.messages.list(email)[0]?.text ?? '')?.[0];
    const account = { code, email, userName: 'wang.fang', name: '王芳', clinic: 'Morning Light Dental' };
    const register = (password: string) =>
      bench.post<Refused>('/api/register', { body: { ...account, password } });
    expect(await register('morning2026')).toMatchObject(refusedFor('morning'));
    expect((await register(GOOD)).code).toBe(0);
  });
});

test('the product’s own words are refused, except in the demo with its public password', async () => {
  bench.close();
  await open({ demo: false, empty: true });
  const wanted = { userName: 'founder', name: '孙晓', orgId: 'main', orgName: '仁和口腔' };
  await expect(createAdmin(bench.deps, { ...wanted, password: TEST_PASSWORD })).rejects.toMatchObject({
    data: refusedFor('archline').data,
  });
  await createAdmin(bench.deps, { ...wanted, password: GOOD });
});

test('a password of a known breach is refused, though it is well-formed and not among the commonest', async () => {
  const body = { oldPassword: TEST_PASSWORD, password: 'expert44' };
  expect(await bench.put('/api/profile/password', { as: 'service', body })).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'password', issue: 'password-breached' }] },
  });
});

test('the demo’s organisation, which has the product’s name, does not forbid the demo’s password', async () => {
  const names = { en: 'Archline Demo', 'zh-CN': '齐列演示' };
  expect((await bench.put('/api/organisations/main', { as: 'admin', body: { names } })).status).toBe(200);
  const account = { userName: 'tao.zhou', name: '周涛', position: 'Technician', password: TEST_PASSWORD };
  expect((await bench.post('/api/users', { as: 'admin', body: account })).status).toBe(200);
});
