/** Registration of a trial over HTTP. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { mainOrganisation } from '#events/person/directory.ts';
import { privacyNoticeVersion, termsOfUseVersion } from '#events/person/terms.ts';
import {
  answerWithIssue,
  createJoiningSteps,
  registrationForm,
  testEmail,
  testPassword,
  testPhone,
  wrongCodeFor,
} from './testing/joining-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const { codeFor, register, signIn } = createJoiningSteps(() => bench);

const directory = () => bench.deps.people.current();

describe('POST /api/register', () => {
  test('makes a trial Doctor in an organisation of its own, and signs in', async () => {
    const code = await codeFor('register', { phone: testPhone });
    const answer = await register({ ...registrationForm, email: testEmail, code, terms: termsOfUseVersion });
    const { token, user } = answer.data;
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/session=.*device=/);
    expect(user).toMatchObject({
      userName: 'wang.fang',
      position: 'Doctor',
      phone: testPhone,
      email: null,
      trialUntil: new Date(bench.clock.now() + limits.trialMs).toISOString(),
    });
    const found = await directory();
    expect(found.organisations.get(user.orgId)).toMatchObject({
      name: '晨光口腔门诊部',
      servedBy: mainOrganisation(found)?.orgId,
      zone: 'Asia/Shanghai',
    });
    expect(found.people.get(user.id)?.unconfirmed).toBe(testEmail);
    expect((await bench.post('/api/cases', { token, body: {} })).status).toBe(200);
    expect((await signIn('wang.fang', testPassword)).status).toBe(200);
  });

  test('records the accepted versions; names, addresses and code are in no log line and no open event', async () => {
    const code = await codeFor('register', { phone: testPhone });
    const { user } = (await register({ ...registrationForm, email: testEmail, code })).data;
    const open = [];
    for await (const { type, data } of bench.deps.sealedLog.read('directory')) open.push({ type, data });
    expect(open).toContainEqual({
      type: 'TermsAccepted',
      data: { personId: user.id, terms: termsOfUseVersion, privacy: privacyNoticeVersion },
    });
    const text = `${bench.lines.join()}${JSON.stringify(open)}`;
    for (const secret of [testPhone, testEmail, '王芳', 'wang.fang', code, testPassword])
      expect(text).not.toContain(secret);
    expect(bench.lines.join()).toContain('accountCreated');
  });

  test('by e-mail confirms the e-mail, and leaves the phone unconfirmed and free for its owner', async () => {
    const code = await codeFor('register', { email: testEmail });
    const first = await register({ ...registrationForm, email: testEmail, code });
    expect((await directory()).people.get(first.data.user.id)).toMatchObject({
      email: testEmail,
      phone: null,
      unconfirmed: testPhone,
    });
    const second = await register({
      ...{ ...registrationForm, userName: 'owner', name: '李四' },
      code: await codeFor('register', { phone: testPhone }),
    });
    expect(second.data.user.phone).toBe(testPhone);
    expect((await signIn(testPhone, testPassword)).data.user.id).toBe(second.data.user.id);
  });

  test.each([
    [{ userName: 'x' }, 'userName', 'user-name-format'],
    [{ userName: '13900009999' }, 'userName', 'user-name-open'],
    [{ userName: 'li@clinic.example' }, 'userName', 'user-name-open'],
    [{ userName: 'dоctor' }, 'userName', 'user-name-open'],
    [{ password: 'short' }, 'password', 'password-format'],
    [{ password: 'password1' }, 'password', 'password-common'],
    [{ passwordAgain: 'sunny2027' }, 'passwordAgain', 'passwords-differ'],
    [{ name: '王芳1' }, 'name', 'name-letters'],
    [{ name: '王'.repeat(60) }, 'name', 'name-long'],
    [{ phone: 'abc' }, 'phone', 'phone-format'],
    [{ email: 'wang@clinic' }, 'email', 'email-format'],
    [{ phone: undefined }, 'phone', 'required'],
    [{ clinic: ' ' }, 'clinic', 'blank'],
    [{ terms: '2020-01-01' }, 'terms', 'terms-outdated'],
    [{ code: '12345' }, 'code', 'code-format'],
    [{ position: 'Admin' }, 'position', 'unknown-field'],
  ])('refuses %j at its field, stores nothing, and leaves the code valid', async (change, path, issue) => {
    const code = await codeFor('register', { phone: testPhone });
    const before = await bench.deps.store.head();
    const refused = await register({ ...registrationForm, code, ...change });
    expect([refused.status, refused.code]).toEqual([400, 104000]);
    expect(refused.data).toMatchObject(answerWithIssue(issue, path));
    expect(await bench.deps.store.head()).toBe(before);
    expect((await register({ ...registrationForm, code })).status).toBe(200);
  });

  test('refuses a wrong code, one of another purpose or number, and one that has expired', async () => {
    const code = await codeFor('register', { phone: testPhone });
    const wrong = { status: 400, code: 103015, data: answerWithIssue('code-wrong') };
    expect(await register({ ...registrationForm, code: wrongCodeFor(code) })).toMatchObject(wrong);
    expect(await register({ ...registrationForm, phone: '13900001235', code })).toMatchObject(wrong);
    bench.clock.advance(limits.codeMs);
    expect(await register({ ...registrationForm, code })).toMatchObject({
      ...wrong,
      data: answerWithIssue('code-over'),
    });
    const contact = { purpose: 'contact', address: testPhone, personId: 'p-doctor' } as const;
    const foreign = await bench.deps.contactCodes.issue(contact);
    expect(await register({ ...registrationForm, code: foreign })).toMatchObject(wrong);
  });

  test('refuses a code after five wrong tries', async () => {
    const code = await codeFor('register', { phone: testPhone });
    for (let i = 0; i < limits.codeTries; i++)
      await register({ ...registrationForm, code: wrongCodeFor(code) });
    expect(await register({ ...registrationForm, code })).toMatchObject({
      code: 103015,
      data: answerWithIssue('code-over'),
    });
  });

  test('says that a number is registered only to somebody with its code', async () => {
    await register({ ...registrationForm, code: await codeFor('register', { phone: testPhone }) });
    bench.clock.advance(limits.codeResendMs);
    const again = { ...registrationForm, userName: 'wang.two', phone: '+86 139-0000-1234' };
    const code = await codeFor('register', { phone: again.phone });
    expect((await register({ ...again, code: wrongCodeFor(code) })).code).toBe(103015);
    expect(await register({ ...again, code })).toMatchObject({
      status: 409,
      code: 103014,
      data: answerWithIssue('taken', 'phone'),
    });
  });

  test('says that a login is taken only with the right code, which stays valid for another login', async () => {
    const code = await codeFor('register', { phone: testPhone });
    expect((await register({ ...registrationForm, userName: 'DOCTOR', code: wrongCodeFor(code) })).code).toBe(
      103015,
    );
    expect(await register({ ...registrationForm, userName: 'DOCTOR', code })).toMatchObject({
      status: 409,
      code: 102025,
      data: answerWithIssue('taken', 'userName'),
    });
    expect((await register({ ...registrationForm, code })).status).toBe(200);
  });

  test('of two requests at once with one code, one gets an account', async () => {
    const code = await codeFor('register', { phone: testPhone });
    const answers = await Promise.all(
      ['wang.one', 'wang.two'].map(userName => register({ ...registrationForm, userName, code })),
    );
    expect(answers.map(a => a.status).sort()).not.toEqual([200, 200]);
    expect(answers.filter(a => a.status === 200)).toHaveLength(1);
    expect((await directory()).organisations.size).toBe(4);
  });

  test('of two people at once with one login, one gets it', async () => {
    const codes = await Promise.all([
      codeFor('register', { phone: testPhone }),
      codeFor('register', { email: testEmail }),
    ]);
    const { phone: _phone, ...rest } = registrationForm;
    const answers = await Promise.all([
      register({ ...rest, phone: testPhone, code: codes[0] }),
      register({ ...rest, email: testEmail, code: codes[1] }),
    ]);
    expect(answers.map(a => a.code).sort()).toEqual([0, 102025]);
  });

  test('from a page of another site makes nothing', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await bench.post('/api/register', { body: registrationForm, headers })).status).toBe(403);
  });

  test('is limited for one client', async () => {
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await register({})).status);
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });
});
