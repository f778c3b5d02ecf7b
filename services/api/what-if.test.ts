/** Comparisons with other versions: who may ask for one, what is refused, and what is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditItem } from './audit-items.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';
import type { WhatIfOverview } from './what-if-answers.ts';

const path = '/api/analysis/whatif';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

const overview = async (as: TestPersonName = 'admin') => (await bench.get<WhatIfOverview>(path, { as })).data;
const ask = (body: object, as: TestPersonName = 'admin') =>
  bench.post<{ id: string; issues?: { path: string; issue: string }[] }>(path, { as, body });
const cancel = (id: string, as: TestPersonName = 'admin') => bench.send('DELETE', `${path}/${id}`, { as });

describe('a comparison', () => {
  test('is asked, waits, is refused beside another one, and is cancelled and removed', async () => {
    expect(await overview()).toMatchObject({ versions: [], items: [], limits: { runs: 10 } });
    const { status, data } = await ask({ version: null });
    expect(status).toBe(200);
    expect((await overview()).items).toMatchObject([{ id: data.id, version: null, state: 'waiting' }]);
    expect((await ask({ version: null })).code).toBe(104130);
    expect((await cancel(data.id)).status).toBe(200);
    expect((await overview()).items).toMatchObject([{ state: 'cancelled', result: null }]);
    await cancel(data.id);
    expect((await overview()).items).toEqual([]);
    expect((await cancel(data.id)).status).toBe(404);
  });

  test('names the field that is wrong', async () => {
    const issues = async (body: object) => (await ask(body)).data?.issues?.map(({ path }) => path);
    expect(await issues({})).toEqual(['version']);
    expect(await issues({ version: 'next' })).toEqual(['version']);
    expect(await issues({ version: null, from: 'yesterday' })).toEqual(['from']);
    const { logId } = bench.deps.models;
    const at = (position: number) => `${logId.slice(0, 8)}-${position}`;
    expect(await issues({ version: null, from: at(9), to: at(8) })).toEqual(['from']);
    expect(await issues({ version: null, to: '1999-01-01' })).toEqual(['to']);
    expect(await issues({ version: null, from: '2999-01-01' })).toEqual(['from']);
    expect((await ask({ version: null, to: at(999_999) })).code).toBe(104009);
    expect((await overview()).items).toEqual([]);
  });

  test('has the range of two moments', async () => {
    const { logId } = bench.deps.models;
    const to = `${logId.slice(0, 8)}-5`;
    const { data } = await ask({ version: null, from: `${logId.slice(0, 8)}-2`, to });
    expect((await overview()).items).toMatchObject([{ from: `${logId.slice(0, 8)}-2`, to }]);
    await cancel(data.id);
    await cancel(data.id);
  });

  test('is recorded for the audit, unless it is refused', async () => {
    const recorded = async () => {
      const found: unknown[] = [];
      for await (const e of bench.deps.store.readAll({ filter: { types: ['VersionsCompared'] } }))
        found.push([e.by, e.data]);
      return found;
    };
    const before = (await recorded()).length;
    const from = `${bench.deps.models.logId.slice(0, 8)}-2`;
    const { data } = await ask({ version: null, from });
    await ask({ version: null });
    await ask({ version: 'next' });
    expect((await recorded()).slice(before)).toEqual([
      [expect.any(String), { version: null, from, to: null }],
    ]);
    await bench.deps.models.reached(await bench.deps.store.head(), 10_000);
    const audit = await bench.get<{ items: AuditItem[] }>('/api/audit?kind=export', { as: 'admin' });
    const entry = audit.data.items.find(({ type }) => type === 'VersionsCompared');
    expect(entry?.facts.compared).toEqual({ version: null, from, to: null });
    await cancel(data.id);
    await cancel(data.id);
  });

  test('keeps the ten newest', async () => {
    for (let i = 0; i < 12; i++) {
      bench.clock.advance(1000);
      await cancel((await ask({ version: null })).data.id);
    }
    const { items } = await overview();
    expect(items).toHaveLength(10);
    expect(items.map(({ askedAt }) => askedAt)).toEqual(
      items
        .map(({ askedAt }) => askedAt)
        .toSorted()
        .reverse(),
    );
  });

  test.each([
    [
      'from the erasure on, before they are removed',
      (server: TestServer) => server.deps.models.logId.slice(0, 8),
    ],
    ['in a result of the log before a restored one', () => '00000000'],
  ])('shows no values of a patient %s', async (_, logOf) => {
    const caseId = await createCase(bench);
    const { id } = (await ask({ version: null })).data;
    const [run] = (await bench.deps.whatIfRuns.list()).filter(one => one.id === id);
    if (!run) throw new Error('no run');
    const fields = [{ path: 'method', values: { here: '1', there: '2' } }];
    const parting = { view: 'case', id: caseId, caseId, kind: 'differ', derivedFrom: null, event: null };
    await bench.deps.whatIfRuns.end(run, 'ready', {
      result: {
        position: `${logOf(bench)}-${await bench.deps.store.head()}`,
        views: [],
        partings: [{ ...parting, kind: 'differ' as const, before: [], fields }],
      },
    });
    const shown = async () =>
      (await overview()).items.find(one => one.id === id)?.result?.partings.map(one => one.fields);
    expect(await shown()).toEqual([fields]);
    const stamp = { id: crypto.randomUUID(), at: new Date(bench.clock.now()).toISOString(), by: 'system' };
    const erased = { type: 'PatientErased', data: { patient: caseId }, ...stamp };
    await bench.deps.store.append(`case-${caseId}`, 'any', [erased]);
    expect(await shown()).toEqual([[]]);
    await cancel(id);
  });

  test('is for Admins only', async () => {
    for (const as of ['analyst', 'supervisor', 'doctor'] as const) {
      expect((await ask({ version: null }, as)).status).toBe(403);
      expect((await bench.get(path, { as })).status).toBe(403);
    }
  });
});
