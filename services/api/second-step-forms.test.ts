/** The second step in native forms. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFactorSteps } from './testing/factor-steps.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { codeOf, setUpApp } = createFactorSteps(() => bench);

describe('the forms that work without a script', () => {
  const cookiesOf = (answer: { headers: Headers }) =>
    answer.headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '');
  const sendPassword = () =>
    bench.send('POST', '/login', {
      form: { userName: 'doctor', password: TEST_PASSWORD, returnTo: '/caseList' },
    });
  const sendCode = (code: string, cookie = '') =>
    bench.send('POST', '/login/secondStep', {
      form: { code, returnTo: '/caseList' },
      headers: { Cookie: cookie },
    });
  const ticketOf = (answer: { headers: Headers }) =>
    cookiesOf(answer).find(cookie => cookie.startsWith('__Host-ticket=')) ?? '';
  const isSignedIn = (answer: { headers: Headers }) =>
    cookiesOf(answer).some(cookie => cookie.startsWith('__Host-session='));

  test('ask for the code on a page of its own, and then go where the person wanted', async () => {
    const { secret } = await setUpApp();
    const first = await sendPassword();
    expect([first.status, first.headers.get('Location'), isSignedIn(first)]).toEqual([
      303,
      '/login/secondStep?returnTo=%2FcaseList',
      false,
    ]);
    const wrong = await sendCode('000 000', ticketOf(first));
    expect(wrong.headers.get('Location')).toBe('/login/secondStep?error=103015&returnTo=%2FcaseList');
    const code = codeOf(secret);
    const done = await sendCode(`${code.slice(0, 3)} ${code.slice(3)}`, ticketOf(first));
    expect([done.status, done.headers.get('Location'), isSignedIn(done)]).toEqual([303, '/caseList', true]);
  });

  test('accept a recovery code in the same field', async () => {
    const { recoveryCodes } = await setUpApp();
    const [code = ''] = recoveryCodes;
    expect(isSignedIn(await sendCode(code, ticketOf(await sendPassword())))).toBe(true);
  });

  test('start over without a first step', async () => {
    const answer = await sendCode('123456');
    expect(answer.headers.get('Location')).toBe('/login?error=104101&returnTo=%2FcaseList');
  });
});
