/** The audit: its entries, its readers, and data that it never holds. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repeatedReadWindowMs } from '../audit/audit-trail.ts';
import type { AuditAnswer, AuditItem } from './audit-items.ts';
import { createCase } from './testing/case-steps.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
  testPeople,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer({ parts: { workbook: async sheet => new Uint8Array([sheet.rows.length]) } });
});
afterEach(() => bench.close());

const page = async (query = '', as: TestPersonName = 'admin') =>
  (await bench.get<AuditAnswer>(`/api/audit${query}`, { as })).data;
const followed = async () => void (await bench.deps.models.reached(await bench.deps.store.head(), 120_000));
const read = async (query = '', as: TestPersonName = 'admin') => {
  await followed();
  return (await page(query, as)).items;
};
const typesOf = (items: readonly AuditItem[]) => items.map(({ type }) => type);
const failSignIn = (userName: string, address = '203.0.113.7') =>
  bench.post('/api/login', {
    body: { userName, password: 'wrong1' },
    headers: { 'X-Forwarded-For': address },
  });

describe('the audit', () => {
  test('has sign-ins, changes of people, opened eyes and its own readers', async () => {
    const admin = { as: 'admin' } as const;
    await bench.post('/api/eye', { as: 'technician', body: { hidden: false } });
    await bench.post('/api/users/p-technician/freeze', { ...admin, body: {} });
    await bench.put('/api/users/p-technician2', { ...admin, body: { name: '周涛' } });
    const items = await read('?personId=p-technician');
    expect(typesOf(items)).toEqual([
      ...['SessionsEnded', 'PersonFrozen', 'EyeOpened', 'SignedIn', 'PersonAdded'],
    ]);
    expect(items[1]).toMatchObject({
      kind: 'freeze',
      by: { id: 'p-admin', name: '李明' },
      people: [{ id: 'p-technician' }],
    });
    const [changed] = await read('?personId=p-technician2&kind=account');
    expect(changed).toMatchObject({ type: 'PersonChanged', facts: { fields: ['name'] } });
    const [look] = await read('?kind=audit');
    expect(look).toMatchObject({
      type: 'AuditRead',
      by: { id: 'p-admin' },
      sought: { id: 'p-technician2' },
      facts: { filter: { personId: 'p-technician2', kind: 'account' } },
    });
  });

  test('has one look for a filter and its pages, and another after a quarter of an hour', async () => {
    const looks = async () => (await read('?kind=audit')).length;
    const first = await page('?size=2');
    await page(`?size=2&before=${encodeURIComponent(first.next ?? '')}`);
    // A read of the audit is recorded before its answer, and shown from the next read on.
    expect([await looks(), await looks(), await looks()]).toEqual([1, 2, 2]);
    bench.clock.advance(repeatedReadWindowMs);
    bench.tokens.clear();
    expect([await looks(), await looks(), await looks()]).toEqual([2, 3, 3]);
  });

  test('adds up failed sign-ins, with the range of their addresses', async () => {
    for (let i = 0; i < 3; i++) await failSignIn('nobody.here');
    await failSignIn('technician');
    expect(await read('?kind=failure')).toEqual([]);
    await bench.deps.failures.flush();
    const items = await read('?kind=failure');
    expect(items).toMatchObject([
      { people: [{ id: 'p-technician' }], facts: { why: 'password', count: 1 }, range: 'local' },
      { people: [], by: { id: 'system' }, facts: { why: 'password', count: 3 } },
    ]);
    expect(JSON.stringify(items)).not.toContain('nobody.here');
  });

  test('selects by local day and case', async () => {
    const caseId = await createCase(bench);
    const { deps } = bench;
    const viewer = { id: 'p-doctor', position: 'Doctor', orgId: 'main', serves: [] } as const;
    await deps.auditTrail.downloaded(viewer, caseId, 'archive');
    // 17:00 UTC is the next day in Shanghai.
    bench.clock.advance(9 * 3_600_000);
    bench.tokens.clear();
    await deps.auditTrail.downloaded(viewer, caseId, 'order');
    const records = async (query: string) =>
      (await read(`?caseId=${caseId}${query}`)).map(({ facts }) => facts.what);
    expect(await records('')).toEqual(['order', 'archive']);
    expect(await records('&to=2026-11-20')).toEqual(['archive']);
    expect(await records('&from=2026-11-21')).toEqual(['order']);
  });

  test('opens one entry by its id', async () => {
    await bench.post('/api/eye', { as: 'technician', body: { hidden: false } });
    const [entry] = await read('?kind=reveal');
    const { data } = await bench.get(`/api/audit/${entry?.id}`, { as: 'admin' });
    expect(data).toEqual(entry);
  });
});

test('a person sees the own sign-ins, failed ones included, and nobody else’s', async () => {
  await bench.tokenOf('doctor2');
  await failSignIn('doctor');
  await failSignIn('doctor2');
  const token = await bench.tokenOf('doctor');
  await bench.deps.failures.flush();
  await followed();
  const { data } = await bench.get<{ items: AuditItem[] }>('/api/sessions/signIns', { token });
  expect(data.items).toMatchObject([
    { type: 'SignInsFailed', people: [{ id: 'p-doctor' }], range: 'local' },
    { type: 'SignedIn', by: { id: 'p-doctor' } },
  ]);
  expect(await read('?kind=audit')).toEqual([]);
});

test('entries that are kept no longer are not shown, and their ranges are erased', async () => {
  await failSignIn('technician', '203.0.113.7');
  await bench.deps.failures.flush();
  const [old] = await read('?kind=failure');
  const keys = () => Array.fromAsync(bench.deps.vault.list('key/audit.'));
  const sweep = () => Promise.all(bench.swept.map(records => records.sweep()));
  bench.clock.advance((bench.deps.auditDays - 1) * 86_400_000);
  bench.tokens.clear();
  await sweep();
  expect(await read('?kind=failure')).toMatchObject([{ id: old?.id, range: 'local' }]);
  bench.clock.advance(40 * 86_400_000);
  bench.tokens.clear();
  expect(await read('?kind=failure')).toEqual([]);
  expect((await bench.get(`/api/audit/${old?.id}`, { as: 'admin' })).status).toBe(404);
  expect((await keys()).map(({ value }) => value)).not.toEqual(['erased']);
  await sweep();
  expect((await keys()).map(({ value }) => value)).toEqual(['erased']);
  await sweep();
});

describe('an export', () => {
  test('has the filtered entries in the reader’s language, and is recorded in the audit', async () => {
    await bench.put('/api/users/p-technician2', { as: 'admin', body: { name: '周涛' } });
    await bench.put('/api/users/p-technician2', { as: 'admin', body: { phone: '13900005678' } });
    const answer = await bench.get('/api/audit.csv?personId=p-technician2', {
      as: 'admin',
      headers: { 'Accept-Language': 'zh-CN' },
    });
    expect(answer.headers.get('content-disposition')).toContain('archline-audit-2026-11-20.csv');
    const lines = answer.text.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('李明');
    await followed();
    expect((await read('?kind=audit')).find(({ type }) => type === 'AuditExported')).toMatchObject({
      facts: { format: 'csv', count: 3, filter: { personId: 'p-technician2' } },
    });
    const workbook = await bench.send('GET', '/api/audit.xlsx', { as: 'admin' });
    const [rows] = new Uint8Array(await workbook.arrayBuffer());
    expect(rows).toBeGreaterThan(4);
  });
});

describe('reading the audit', () => {
  const readers: readonly TestPersonName[] = ['supervisor', 'service', 'admin'];

  test.each(testPersonNames.filter(name => !readers.includes(name)))('is refused to %s', async as => {
    for (const path of ['/api/audit', '/api/audit/directory:0', '/api/audit.csv', '/api/audit.xlsx'])
      expect([path, (await bench.send('GET', path, { as })).status]).toEqual([path, 403]);
  });

  test('shows staff the own organisation, and an Admin those served, too', async () => {
    for (const as of ['designer', 'other', 'doctor'] as const) await bench.tokenOf(as);
    const seen = async (as: TestPersonName) =>
      (await read('?kind=signIn&size=100', as)).map(({ by }) => by.id.slice(2));
    expect(new Set(await seen('admin'))).toEqual(new Set(['admin', 'doctor', 'designer']));
    expect(new Set(await seen('supervisor'))).toEqual(new Set(['admin', 'supervisor', 'doctor']));
    expect(await read('?orgId=ediy&kind=signIn')).toMatchObject([{ by: { id: 'p-designer' } }]);
  });

  test('answers for foreign people, organisations and entries like for missing ones', async () => {
    await bench.tokenOf('other');
    const told = async (path: string) => {
      const answer = await bench.send('GET', path, { as: 'admin' });
      return [answer.status, await answer.text()];
    };
    expect(await told('/api/audit?personId=p-other')).toEqual(await told('/api/audit?personId=p-missing'));
    expect(await told('/api/audit?orgId=other')).toEqual(await told('/api/audit?orgId=missing'));
    expect(await told('/api/audit/session-p-other:0')).toEqual(await told('/api/audit/session-p-missing:0'));
    // The entry of the read names no person outside the reader's reach.
    const looks = (await read('?kind=audit')).filter(({ facts }) => facts.filter?.personId === 'p-other');
    expect(looks).toMatchObject([{ sought: null, people: [] }]);
    expect(testPeople.other.orgId).toBe('other');
  });

  test.each([['?kind=gossip'], ['?from=2026-02-31'], ['?size=101'], ['?before=x'], ['?who=p-doctor']])(
    '%s is refused',
    async query => expect((await bench.get(`/api/audit${query}`, { as: 'admin' })).status).toBe(400),
  );
});

test('stored events of the audit contain no login, name, address or password', async () => {
  await failSignIn('13900001234');
  await failSignIn('someone@clinic.example');
  await bench.put('/api/users/p-technician2', { as: 'admin', body: { name: '周涛', phone: '13900005678' } });
  await read('?personId=p-technician2');
  const typed = encodeURIComponent('王小明');
  await read(`?caseId=${typed}&personId=${typed}&orgId=${typed}`);
  await bench.get(`/api/audit.csv?caseId=${typed}`, { as: 'admin' });
  await bench.send('GET', `/api/events?caseId=${typed}`, { as: 'analyst' });
  await bench.deps.failures.flush();
  const stored = JSON.stringify(
    (await Array.fromAsync(bench.deps.sealedLog.readAll())).map(event => ({ ...event, position: 0 })),
  );
  const secrets = [
    '13900001234',
    'someone@clinic',
    '王小明',
    '周涛',
    '13900005678',
    '李明',
    '203.0.113',
    'wrong1',
    TEST_PASSWORD,
  ];
  expect(stored).toContain('SignInsFailed');
  expect(secrets.filter(secret => stored.includes(secret))).toEqual([]);
});
