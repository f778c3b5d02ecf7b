/** Requests of a hostile client: refused at the right step, nothing stored or revealed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, TEST_PASSWORD, type TestServer, testCookieNames } from './testing/test-server.ts';

let bench: TestServer;
let caseId: string;
beforeAll(async () => {
  bench = await openTestServer();
  caseId = await createCase(bench);
});
afterAll(() => bench.close());

const put = (section: string, body: unknown, headers: Record<string, string> = {}) =>
  bench.put<{ issues: { path: string; issue: string }[] }>(`/api/cases/${caseId}/${section}`, {
    as: 'doctor',
    body,
    headers,
  });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a body that is nested too deeply', () => {
  test.each([
    ['plain', `{"name":${nested(100_000)}}`],
    ['with an escape', `{"name":"\\u0041","x":${nested(100_000)}}`],
    ['in a form', undefined],
  ])('%s is refused by its field', async (_how, body) => {
    const answer = await (body === undefined
      ? bench.put<{ issues: unknown[] }>(`/api/cases/${caseId}/patient`, {
          as: 'doctor',
          form: { gender: nested(100_000) },
        })
      : put('patient', body, { 'Idempotency-Key': 'deep' }));
    expect(answer).toMatchObject({ status: 400, code: 104000 });
    expect(answer.data.issues).toEqual([expect.objectContaining({ issue: 'wrong-type' })]);
  });
});

describe('a body with too many values', () => {
  const many = (n: number) => Array.from({ length: n }, () => 0);
  test.each([
    ['in a list', { body: { note: many(5001) } }],
    ['in lists', { body: { note: Array.from({ length: 51 }, () => many(99)) } }],
    ['as fields', { body: Object.fromEntries(many(5001).map((_, n) => [`f${n}`, 0])) }],
    ['as fields of a form', { form: Object.fromEntries(many(5001).map((_, n) => [`f${n}`, '0'])) }],
    ['in a form', { form: { lingual: JSON.stringify({ archwires: many(5001) }) } }],
  ])('%s is too large', async (_how, sent) => {
    const answer = await bench.put(`/api/cases/${caseId}/prescription`, { as: 'doctor', ...sent });
    expect(answer).toMatchObject({ status: 413, code: 104003, data: { values: 5000 } });
  });
  test('the fullest lingual sheet is far below the limit', async () => {
    const sheet = <V>(value: V) => Object.fromEntries(TEETH.map(tooth => [tooth, value]));
    const wire = { arch: 'both', material: 'ss', diameter: '0.016x0.022', quantity: 20, extraTorque: -12.5 };
    const lingual = {
      archShape: 'oval',
      archWidth: 'widen',
      brackets: sheet(['B', 'H', 'T', 'R', 'W']),
      torque: sheet(-12.5),
      extraTorsion: sheet(-12.5),
      tip: sheet(-12.5),
      slice: sheet(0.25),
      archwires: Array.from({ length: limits.archwires }, () => wire),
      surchargeAccepted: true,
    };
    const saved = await put('prescription', { method: 2, lingual });
    expect([saved.code, saved.data.issues]).toEqual([0, undefined]);
  });
});

describe('a deceptive text', () => {
  test.each([
    ['a filler for a name', { name: '\u3164' }, 'name', 'name-letters'],
    ['a mark without its letter', { name: '\u0301' }, 'name', 'name-letters'],
    ['spaces without a width', { clinic: '\u200b\u200d\u2060' }, 'clinic', 'blank'],
    ['marks without a letter', { remarks: '\u0301\u20dd ' }, 'remarks', 'blank'],
    ['a filler for a text', { clinic: '\u3164' }, 'clinic', 'blank'],
    ['text turned around', { clinic: 'Dental\u202eexe.fdp' }, 'clinic', 'control-characters'],
    ['half a pair', { clinic: 'Dental \ud800' }, 'clinic', 'control-characters'],
    ['no character', { clinic: 'Dental \uffff' }, 'clinic', 'control-characters'],
    ['a control of the second table', { clinic: 'Dental \u0085' }, 'clinic', 'control-characters'],
  ])('%s is refused', async (_what, body, path, issue) => {
    const answer = await put('patient', body);
    expect(answer.status).toBe(400);
    expect(answer.data.issues).toEqual([expect.objectContaining({ path, issue })]);
  });

  test.each([
    { name: 'Ngọc Ánh' },
    { name: 'आनन्द' },
    { name: '葛\u{e0100}城' },
    { clinic: '🦷 Dental 👩\u200d⚕\ufe0f' },
    { clinic: 'عيادة الأسنان' },
    { remarks: 'e\u0301' },
  ])('%o is accepted', async body => expect((await put('patient', body)).status).toBe(200));
});

test('a stale section’s refusal reveals no more behind a closed eye than reading it', async () => {
  await put('patient', { name: '张伟明', address: '18 Riverside Road' });
  const stale = { 'If-Match': '"0"', 'X-Eye': 'hidden' };
  const hidden = await put('patient', { name: '李明' }, stale);
  expect(hidden).toMatchObject({ status: 409, code: 104010, data: { theirs: { name: '张**' } } });
  expect(hidden.text).not.toMatch(/张伟明|Riverside/);
  const open = await put('patient', { name: '李明' }, { 'If-Match': '"0"' });
  expect(open.data).toMatchObject({ theirs: { name: '张伟明', address: '18 Riverside Road' } });
});

describe('values read behind a closed eye', () => {
  const eye = { 'X-Eye': 'hidden' };
  const read = async (section: string, headers: Record<string, string> = {}) =>
    (await bench.get<{ value: object }>(`/api/cases/${caseId}/${section}`, { as: 'doctor', headers })).data
      .value;
  const deliveryAddress = {
    consignee: '周敏',
    phone: '13812345678',
    address: '18 Riverside Road',
    zip: '200002',
    clinic: 'Riverside',
  };
  test.each([
    ['patient', { name: '张伟明', address: '18 Riverside Road' }, ['name', 'address']],
    ['patient', { address: '18 Riverside Road' }, ['address']],
    ['data', { receiver: '王芳', deliveryAddress }, ['receiver', 'deliveryAddress.address']],
  ])('of %s are never saved: %o', async (section, value, paths) => {
    await put(section, value);
    const stars = await read(section, eye);
    for (const headers of [eye, {}]) {
      const answer = await put(section, stars, headers);
      expect([answer.status, answer.data.issues.map(({ path, issue }) => [path, issue])]).toEqual([
        400,
        paths.map(path => [path, 'eye-hidden']),
      ]);
    }
    expect(await read(section)).toEqual(value);
  });
  test('do not prevent saving of typed values', async () => {
    const typed = { name: '李明', address: '20 Riverside Road' };
    expect((await put('patient', typed, eye)).status).toBe(200);
    expect(await read('patient')).toEqual(typed);
  });
});

describe('a request from another site', () => {
  const credentials = { userName: 'doctor2', password: TEST_PASSWORD };
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://evil.localhost' },
    { Origin: 'https://evil.example', Host: 'localhost' },
    { Origin: 'null', Host: 'localhost' },
    { Origin: 'garbage', Host: 'localhost' },
  ];
  test.each(foreign)('%o signs nobody in or out', async headers => {
    const token = await bench.tokenOf('doctor2');
    for (const path of ['/login', '/api/login', `/api/login/${token}`, '/logout']) {
      const form = path.includes(token) ? '' : credentials;
      const answer = await bench.post(path, {
        form,
        headers: { ...headers, Cookie: `${testCookieNames.session}=${token}` },
      });
      expect([path, answer.status, answer.code]).toEqual([path, 403, 102029]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await bench.get('/api/sysUser', { token })).status).toBe(200);
  });

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://archline.example' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'http://localhost:3000', Host: 'localhost:3000' },
    {},
  ])('%o is our own page, or no browser', async headers =>
    expect((await bench.post('/api/login', { form: credentials, headers })).code).toBe(0),
  );
});

test.each(['constructor', 'toString', 'nothing'])('the counter %s is refused', async counter => {
  const answer = await bench.get(`/api/cases?counter=${counter}`, { as: 'doctor' });
  expect(answer).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'counter', issue: 'not-a-choice' }] },
  });
});

test('a case as of 31 February is refused', async () => {
  const answer = await bench.get(`/api/cases/${caseId}?asOf=2026-02-31T08:00:00Z`, { as: 'doctor' });
  expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: 'asOf', issue: 'invalid' }] } });
});

test.each(['from', 'to'])('events %s 31 February are refused', async bound => {
  const answer = await bench.get(`/api/events?${bound}=2026-02-31`, { as: 'analyst' });
  expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: bound, issue: 'date-format' }] } });
});

test.each(['ｄoctor', 'd\u3164octor'])('%s does not pose as another account', async userName => {
  const account = { userName, password: TEST_PASSWORD, name: '李明', position: 'Doctor' };
  const answer = await bench.post('/api/users', { as: 'admin', body: account });
  expect(answer).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'userName', issue: 'user-name-format' }] },
  });
});
