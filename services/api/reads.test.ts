import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { statusCodes } from '#events/case/status.ts';
import { errors } from '#events/errors.ts';
import { completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let draft: string;
let submitted: string;
beforeAll(async () => {
  bench = await openTestServer();
  draft = await createCase(bench);
  bench.clock.advance(1000);
  submitted = await completeDraft(bench);
  await performAction(bench, 'doctor', submitted, 'submitCase');
});
afterAll(() => bench.close());

type List = {
  items: { caseId: string; actions: string[]; status: number }[];
  total: number;
  page: number;
  size: number;
};
const list = (query: string, as: 'doctor' | 'supervisor' | 'other' | 'vendor' = 'doctor') =>
  bench.get<List>(`/api/cases${query}`, { as });

describe('the case list', () => {
  test('is paged, newest first, with the viewer’s open actions', async () => {
    const { data } = await list('');
    expect(data).toMatchObject({
      total: 2,
      page: 1,
      size: 10,
      items: [{ caseId: submitted }, { caseId: draft }],
    });
    expect(data.items[0]?.actions).toEqual(['withdraw']);
  });

  test.each([
    ['?filter=1', ['draft']],
    ['?filter=2', ['submitted']],
    ['?filter=1,2', ['submitted', 'draft']],
    ['?filter=0', ['submitted', 'draft']],
    ['?filter=9', []],
    ['?tab=action', ['draft']],
    ['?counter=toSubmit', ['draft']],
    ['?keyword=%E5%BC%A0%E4%BC%9F', ['submitted']],
    ['?keyword=zhangwei', ['submitted']],
    ['?productType=1', ['submitted']],
    ['?productType=2,3', []],
    ['?method=1', ['submitted']],
    ['?archived=true', []],
    ['?sort=updatedAt', ['draft', 'submitted']],
    ['?size=1&page=2', ['draft']],
    ['?page=900', []],
  ])('%s', async (query, expected) => {
    const { data } = await list(query);
    const named = { draft, submitted };
    expect(data.items.map(i => i.caseId)).toEqual(expected.map(e => named[e as keyof typeof named]));
  });

  test.each([
    ['?page=0', 'page', 'page-range'],
    ['?page=-1', 'page', 'page-range'],
    ['?page=x', 'page', 'page-range'],
    ['?size=101', 'size', 'page-range'],
    ['?size=0', 'size', 'page-range'],
    ['?filter=12', 'filter', 'not-a-choice'],
    ['?filter=1,', 'filter', 'not-a-choice'],
    ['?tab=mine', 'tab', 'not-a-choice'],
    ['?sort=name', 'sort', 'sort-unknown'],
    ['?productType=5', 'productType', 'not-a-choice'],
    ['?filter=1&filter=2', 'filter', 'repeated-key'],
    ['?colour=red', 'colour', 'unknown-field'],
  ])('%s is refused', async (query, path, issue) => {
    const { status, data } = await list(query);
    expect(status).toBe(400);
    expect(data).toMatchObject({ issues: [{ path, issue }] });
  });

  test('shows each viewer the visible cases', async () => {
    expect((await list('', 'supervisor')).data.items.map(i => i.caseId)).toEqual([submitted]);
    expect((await list('', 'other')).data).toMatchObject({ items: [], total: 0 });
    expect((await list('', 'vendor')).data.total).toBe(0);
  });
});

test('has a workbench with counts, waiting cases and news', async () => {
  const { data } = await bench.get<Record<string, unknown>>('/api/workbench', { as: 'doctor' });
  expect(data).toMatchObject({
    counters: { toSubmit: 1, designing: 1, doctorAdjust: 0, inTreatment: 0, all: 2 },
    counts: { waiting: 1 },
    waiting: [{ caseId: draft }],
    feed: expect.arrayContaining([expect.objectContaining({ type: 'CaseSubmitted', caseId: submitted })]),
  });
});

describe('messages', () => {
  test('are personal, and marked as read by id or all at once', async () => {
    const read = () =>
      bench.get<{ items: { id: string; read: boolean }[]; unread: number }>('/api/messages', {
        as: 'supervisor',
      });
    await performAction(bench, 'doctor', await completeDraft(bench), 'submitCase');
    const { items, unread } = (await read()).data;
    expect(unread).toBeGreaterThan(0);
    const [first] = items;
    await bench.post('/api/messages/read', { as: 'supervisor', body: { ids: [first?.id] } });
    expect((await read()).data.unread).toBe(unread - 1);
    await bench.post('/api/messages/read', { as: 'supervisor', body: { all: true } });
    expect((await read()).data.unread).toBe(0);
    expect((await bench.get('/api/messages?unread=1', { as: 'supervisor' })).data).toMatchObject({
      total: 0,
    });
  });

  test('marked as read all at once are pushed one by one, also when this is undone', async () => {
    const { models } = bench.deps;
    const viewer = { id: 'p-supervisor', orgId: 'main', position: 'SuperMechanic' as const, serves: [] };
    const ctx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
    bench.clock.advance(1000);
    await performAction(bench, 'doctor', await completeDraft(bench), 'submitCase');
    const items = () => models.messages(ctx, { page: 1, size: 100 }).items;
    const unread = items().filter(m => !m.read);
    expect(unread.length).toBeGreaterThan(0);
    const pushed = (since: bigint) =>
      models.changedSince(ctx, since).changes.flatMap(c => (c.view === 'messages' ? [c.row] : []));
    const ids = new Set(unread.map(m => m.id));
    const now = () => items().filter(m => ids.has(m.id));

    const before = models.position();
    const { data } = await bench.post('/api/messages/read', { as: 'supervisor', body: { all: true } });
    expect(now().every(m => m.read)).toBe(true);
    expect(new Set(pushed(before))).toEqual(new Set(now()));

    const read = models.position();
    await bench.post('/api/messages/unread', { as: 'supervisor', body: { upTo: data.before } });
    expect(now().some(m => m.read)).toBe(false);
    expect(new Set(pushed(read))).toEqual(new Set(now()));
  });

  test('to mark as read must be named', async () => {
    for (const body of [{}, { ids: [] }, { all: false }])
      expect((await bench.post('/api/messages/read', { as: 'doctor', body })).status).toBe(400);
  });
});

describe('sections of a case', () => {
  test('are closed to a manufacturer who sees the case', async () => {
    const { store, streams, clock } = bench.deps;
    const state = await streams.load(submitted);
    const stamp = { at: new Date(clock.now()).toISOString(), by: 'p-doctor', id: crypto.randomUUID() };
    const review = { to: 16, version: 1, result: 'approved', bundle: '' };
    await store.append(`case-${submitted}`, BigInt(state.revision), [
      { type: 'PlanDoctorReviewed', data: review, personal: {}, subject: submitted, ...stamp },
    ]);
    await bench.deps.models.reached(await store.head(), 120_000);
    expect((await bench.get(`/api/cases/${submitted}`, { as: 'vendor' })).status).toBe(200);
    const closed = await bench.get(`/api/cases/${submitted}/patient`, { as: 'vendor' });
    expect(closed).toMatchObject({ status: 403, code: 103009 });
  });
});

describe('public reads', () => {
  test('list the 34 provinces', async () => {
    const { data } = await bench.get<{ name: string; text: string }[]>('/api/cmAdress/getProvinceInfo');
    expect(data).toHaveLength(34);
    expect(new Set(data.map(p => p.name)).size).toBe(34);
    expect(data[0]).toMatchObject({ name: '北京市', text: 'Beijing' });
  });

  test('name the organisation on the sign-in page', async () => {
    expect(await bench.get('/resource/org/login')).toMatchObject({ code: 0, data: { orgId: 'main' } });
  });

  test.each(['en', 'zh-CN'])('give the specification, with every text in %s', async lang => {
    const { data } = await bench.get<Record<string, { text: string; key?: string; code?: number }[]>>(
      '/api/spec',
      {
        headers: { 'Accept-Language': lang },
      },
    );
    expect(Object.keys(data)).toEqual(['statuses', 'groups', 'actions', 'options', 'limits', 'errors']);
    for (const [part, rows] of Object.entries(data))
      for (const row of rows) {
        expect([part, row.code ?? row.key, typeof row.text]).toEqual([part, row.code ?? row.key, 'string']);
        expect([part, row.key, row.text === row.key]).toEqual([part, row.key, false]);
      }
    expect(data.statuses).toHaveLength(statusCodes.length);
    expect(data.errors).toHaveLength(Object.keys(errors).length);
  });

  test('report liveness, readiness and metrics', async () => {
    expect((await bench.get('/healthz')).status).toBe(200);
    expect((await bench.get('/readyz')).status).toBe(200);
    const { text } = await bench.get('/metrics');
    expect(text).toContain('archline_log_position');
    expect(text).toContain('route="/api/cases/:id"');
    expect(text).not.toContain(draft);
  });
});

describe('the log for analysts', () => {
  const lines = async (query: string, as: 'analyst' | 'admin' = 'analyst') => {
    const { text, headers, status } = await bench.get(`/api/events${query}`, { as });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    return text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
  };

  test('has one event per line, without personal parts', async () => {
    const all = await lines('');
    expect(all.length).toBeGreaterThan(10);
    expect(all[0]).toMatchObject({ type: 'CaseCreated', caseId: draft, by: 'p-doctor' });
    expect(JSON.stringify(all)).not.toContain('张伟');
    expect(all.every(e => !('personal' in e))).toBe(true);
  });

  test('is read without decrypting personal parts', async () => {
    const { keyring } = bench.deps;
    const asked = [vi.spyOn(keyring, 'cached'), vi.spyOn(keyring, 'find')];
    for (const query of ['', `?caseId=${submitted}`]) expect(await lines(query)).not.toEqual([]);
    expect(asked.flatMap(spy => spy.mock.calls)).toEqual([]);
    vi.restoreAllMocks();
  });

  test('is filtered by position, type, case, time and number', async () => {
    const all = await lines('');
    expect(await lines(`?after=${all[2].position}&limit=3`)).toEqual(all.slice(3, 6));
    const typed = await lines('?type=CaseSubmitted,CaseAccepted');
    expect(new Set(typed.map(e => e.type))).toEqual(new Set(['CaseSubmitted']));
    expect(await lines(`?caseId=${draft}`)).toEqual(all.filter(e => e.caseId === draft));
    expect(await lines('?from=2030-01-01')).toEqual([]);
    expect(await lines('?to=2030-01-01T00:00:00Z')).toHaveLength(all.length);
  });

  test('holds no events of other organisations', async () => {
    const foreign = await createCase(bench, 'other');
    expect(await lines(`?caseId=${foreign}`)).toEqual([]);
    expect(JSON.stringify(await lines('', 'admin'))).not.toContain(foreign);
  });

  test('refuses malformed queries', async () => {
    for (const query of ['?after=x', '?limit=0', '?from=then', '?what=1'])
      expect((await bench.get(`/api/events${query}`, { as: 'analyst' })).status).toBe(400);
  });
});
