/** Lists, counters, workbench and board as of a moment: moments, rights, what is withheld, and limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import { parseWirePosition } from '#events/wire.ts';
import type { CaseCounts, CaseListItem } from '#projections/caseList/item.ts';
import type { AsOfFields } from './answers.ts';
import { createPastReader } from './past-reader.ts';
import { completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

type List = AsOfFields & { items: CaseListItem[]; total: number; counts: CaseCounts };

let bench: TestServer;
/** A case in production, from the beginning on. */
let made: string;
let first: string;
let submitted: string;
/** Position and time before the case is submitted. */
let draftAt: string;
let draftTime: string;
beforeAll(async () => {
  bench = await openTestServer();
  made = await createCaseWithPast(bench, pastAt[Status.InProduction]);
  first = await createCase(bench);
  bench.clock.advance(60_000);
  submitted = await completeDraft(bench);
  draftAt = (await bench.get('/api/cases', { as: 'doctor' })).headers.get('X-Position') ?? '';
  draftTime = new Date(bench.clock.now()).toISOString();
  bench.clock.advance(60_000);
  await performAction(bench, 'doctor', submitted, 'submitCase');
});
afterAll(() => bench.close());

const get = <D = List>(path: string, as: TestPersonName = 'doctor') => bench.get<D>(path, { as });

describe('the case list as of a moment', () => {
  test('is asked by position or by time, and says both', async () => {
    for (const asOf of [draftAt, draftTime]) {
      const { data } = await get(`/api/cases?asOf=${asOf}`);
      expect(data.asOf).toEqual({ position: draftAt, at: draftTime });
      expect(data.withheld).toBe(0);
      expect(data.items.map(({ caseId, status }) => [caseId, status])).toEqual([
        [submitted, Status.ToSubmit],
        [first, Status.ClinicalInfoIncomplete],
        [made, Status.InProduction],
      ]);
      expect(data.counts.counters).toMatchObject({ toSubmit: 2, all: 3 });
    }
    const { data } = await get('/api/cases');
    expect([data.asOf, data.total]).toEqual([undefined, 3]);
  });

  test('offers no action', async () => {
    const { data } = await get(`/api/cases?asOf=${draftAt}`);
    expect(data.items.map(({ actions, lead }) => [actions, lead])).toEqual(Array(3).fill([[], null]));
  });

  test('is filtered, searched and paged as the present one', async () => {
    const ids = async (query: string) =>
      (await get(`/api/cases?asOf=${draftAt}&${query}`)).data.items.map(({ caseId }) => caseId);
    expect(await ids('keyword=zhangwei')).toEqual([submitted, made]);
    expect(await ids('size=1&page=2')).toEqual([first]);
    expect(await ids('filter=2')).toEqual([]);
    expect(await ids('counter=inTreatment')).toEqual([made]);
  });

  test('shows what the rooms of the viewer held then', async () => {
    expect((await get(`/api/cases?asOf=${draftAt}`, 'supervisor')).data.total).toBe(1);
    expect((await get(`/api/cases?asOf=${draftAt}`, 'analyst')).data.total).toBe(3);
    expect((await get(`/api/cases?asOf=${draftAt}`, 'other')).data.total).toBe(0);
  });

  test('counts a case that the viewer may not see any more, and withholds its row', async () => {
    const caseId = await createCase(bench);
    const { headers } = await get('/api/cases');
    await performAction(bench, 'doctor', caseId, 'deleteDraft');
    const { data } = await get(`/api/cases?asOf=${headers.get('X-Position')}`);
    expect([data.total, data.items.length, data.withheld]).toEqual([4, 3, 1]);
    expect(data.items.some(item => item.caseId === caseId)).toBe(false);
  });
});

describe('other reads as of a moment', () => {
  test('are the workbench with its counters and newest events', async () => {
    const { data } = await get<AsOfFields & { counts: CaseCounts; waiting: CaseListItem[]; feed: unknown[] }>(
      `/api/workbench?asOf=${draftTime}`,
    );
    expect(data.asOf?.position).toBe(draftAt);
    expect(data.counts.waiting).toBe(2);
    expect(data.waiting.map(({ caseId }) => caseId)).toEqual([submitted, first]);
    expect(data.feed[0]).toMatchObject({ caseId: submitted, type: 'FileAttached' });
  });

  test('are the retainers and the manufacturer’s board', async () => {
    expect((await get(`/api/retainers?asOf=${draftAt}`)).data).toMatchObject({ total: 0, withheld: 0 });
    expect((await get(`/api/shop?asOf=${draftAt}`, 'vendor')).data).toMatchObject({
      total: 1,
      items: [{ caseId: made, actions: [] }],
    });
  });
});

describe('a moment that the log does not have', () => {
  const head = async () => (await get('/api/cases')).headers.get('X-Position') ?? '';
  const paths = ['/api/cases', '/api/workbench', '/api/retainers'];

  test.each(paths)('is refused by %s', async path => {
    const [log = '', last = ''] = (await head()).split('-');
    for (const [asOf, code] of [
      [`${log}-${Number(last) + 1}`, 104009],
      ['other-1', 104009],
      [`${log}-0`, 104000],
      ['2020-01-01T00:00:00Z', 104000],
      ['2026-02-31T00:00:00Z', 104000],
      ['yesterday', 104000],
    ] as const)
      expect([asOf, await get(`${path}?asOf=${asOf}`)]).toMatchObject([asOf, { status: 400, code }]);
  });

  test('is refused by the export, which is of the present', async () => {
    expect((await get(`/api/cases/export.xlsx?asOf=${draftAt}`)).status).not.toBe(200);
  });
});

describe('a reader of the past', () => {
  test('builds two moments at once, lets others wait, and gives up on them in time', async () => {
    const models = bench.deps.models;
    const waiting: (() => void)[] = [];
    const timed: (() => void)[] = [];
    let [running, most] = [0, 0];
    const past: typeof models.past = {
      ...models.past,
      opened: () => undefined,
      read: async () => {
        most = Math.max(most, ++running);
        await new Promise<void>(resolve => waiting.push(resolve));
        running -= 1;
        return {} as never;
      },
    };
    const timers = {
      every: (_ms: number, run: () => void) => {
        timed.push(run);
        return () => undefined;
      },
    };
    const reader = createPastReader({ models: { ...models, past }, timers });
    const viewer = (id: string) => ({ id, position: 'Analyst', orgId: 'main', serves: [] }) as const;
    const read = (id: string) =>
      reader(viewer(id), draftAt, () => ({})).then(
        () => 'read',
        error => error.refusal as string,
      );
    const asked = ['a', 'b', 'c'].map(read);
    await expect.poll(() => waiting.length).toBe(2);
    expect(most).toBe(2);
    for (const run of timed) run();
    // The third request has waited in vain. The builds of the first two continue.
    expect(await Promise.all(asked)).toEqual(['notCaughtUp', 'notCaughtUp', 'tooMany']);
    for (const resolve of waiting.splice(0)) resolve();
    await expect.poll(() => running).toBe(0);
  });

  test('finds a known moment again without another build', async () => {
    const position = parseWirePosition(bench.deps.models.logId, draftAt) ?? 0n;
    await get(`/api/cases?asOf=${draftAt}`);
    expect(bench.deps.models.past.opened(position)).toMatchObject({ position });
  });
});
