/** Compares the read models with the states that a walk folds independently. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CaseState } from '#events/case/case.ts';
import { isWaitingForViewer, listActionsFor, seesCase } from '#events/case/permissions.ts';
import { statusesByGroup, statusGroupNames } from '#events/case/status.ts';
import type { Viewer } from '#events/person/position.ts';
import { createRandom } from '#events/script/random.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import { hasNamesHidden } from './analyst-filter.ts';
import { caseListRow } from './caseList/row.ts';
import type { CaseQuery, ReadModels } from './contract.ts';
import { openReadModels } from './readmodels.ts';
import { createWalk } from './testing/walk.ts';
import { allCasesQuery, openWalkModels, testClock, type WalkModels } from './testing/walk-models.ts';

const opened: Pick<ReadModels, 'close'>[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const models of opened.splice(0)) await models.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function walked(seed: number, steps: number, cases?: number): Promise<WalkModels> {
  const all = await openWalkModels({ seed, cases });
  opened.push(all.models);
  await all.go(steps);
  return all;
}

const seen = ({ walk }: WalkModels, viewer: Viewer) =>
  [...walk.states.values()].filter(s => seesCase(viewer, s));

/** A second, independent implementation of the query. */
function wanted(s: CaseState, viewer: Viewer, query: CaseQuery): boolean {
  const row = caseListRow(s);
  const names = (query.filters ?? []).map(n => statusGroupNames[n]);
  const statuses: readonly number[] = names.flatMap(name => (name ? statusesByGroup[name] : []));
  return (
    (query.tab === 'all' || isWaitingForViewer(viewer, s)) &&
    s.archived === (query.archived ?? false) &&
    (names.length === 0 || names.includes('all') || statuses.includes(s.status)) &&
    (!query.productType?.length || query.productType.includes(row.productType ?? 4)) &&
    (!query.method?.length || query.method.includes(row.method ?? 0))
  );
}

function byHand(all: WalkModels, viewer: Viewer, query: CaseQuery) {
  const key = (s: CaseState) =>
    query.sort === 'caseId' || (query.sort === 'patient' && hasNamesHidden(viewer))
      ? ''
      : query.sort === 'patient'
        ? caseListRow(s).sortName
        : s.updatedAt;
  const order = (a: CaseState, b: CaseState) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.caseId < b.caseId ? -1 : 1;
  const found = seen(all, viewer)
    .filter(s => wanted(s, viewer, query))
    .sort(order);
  if (query.descending) found.reverse();
  const from = (query.page - 1) * query.size;
  return { ids: found.slice(from, from + query.size).map(s => s.caseId), total: found.length };
}

function randomQuery(seed: number): CaseQuery {
  const { pick, chance, below } = createRandom(seed);
  return {
    tab: pick(['all', 'all', 'action']),
    filters: pick([undefined, [0], [1], [3], [8], [1, 9], [6, 7, 8]]),
    productType: pick([undefined, undefined, [1], [4], [2, 4]]),
    method: pick([undefined, undefined, [1], [2]]),
    archived: pick([undefined, false, true]),
    sort: pick(['updatedAt', 'caseId', 'patient']),
    descending: chance(0.5),
    page: 1 + below(3),
    size: pick([1, 3, 10]),
  };
}

describe('read models after a walk', () => {
  it.each([1, 2, 3])('hold the states that the walk folded (seed %i)', async seed => {
    const { walk, models } = await walked(seed, 500);
    for (const [id, state] of walk.states) expect(models.state(id)).toEqual(state);
    expect(models.directory().people).toEqual(new Map(walk.people.map(p => [p.id, p])));
    expect(models.directory().revision).toBe(walk.people.length + 2);
  });

  it.each([4, 5])('answer every list like a scan of all cases (seed %i)', async seed => {
    const all = await walked(seed, 700, 25);
    for (let i = 0; i < 150; i++) {
      const query = randomQuery(seed * 1000 + i);
      for (const viewer of all.walk.viewers) {
        const { items, total } = all.models.caseItems(all.context(viewer), query);
        const answer = { ids: items.map(item => item.caseId), total };
        expect(answer, `${viewer.id} ${JSON.stringify(query)}`).toEqual(byHand(all, viewer, query));
      }
    }
  });

  it.each([6, 7])('count like a scan of all cases (seed %i)', async seed => {
    const all = await walked(seed, 500, 20);
    for (const viewer of all.walk.viewers) {
      const cases = seen(all, viewer);
      const shown = cases.filter(s => !s.archived);
      const of = (statuses: readonly number[]) =>
        shown.filter(s => statuses.length === 0 || statuses.includes(s.status)).length;
      const counts = all.models.counts(viewer);
      expect(counts.filters, viewer.id).toEqual(statusGroupNames.map(name => of(statusesByGroup[name])));
      expect(counts.counters.doctorAdjust, viewer.id).toBe(of([11, 15, 29]));
      expect(counts.counters.all).toBe(shown.length);
      expect(counts.waiting, viewer.id).toBe(cases.filter(s => isWaitingForViewer(viewer, s)).length);
      expect(counts.archived).toBe(cases.length - shown.length);
      expect(counts.byStatus[24]).toBe(of([24]));
    }
  });

  it('count keyword matches like the list of them (seed 5)', async () => {
    const all = await walked(5, 300, 20);
    for (const viewer of all.walk.viewers) {
      const [first] = seen(all, viewer);
      const keyword = first?.caseId ?? 'ABCDEF';
      const ctx = all.context(viewer);
      const counts = all.models.counts(viewer, keyword);
      const of = (query: object) => all.models.caseItems(ctx, { ...allCasesQuery, keyword, ...query }).total;
      expect(counts.filters, viewer.id).toEqual(statusGroupNames.map((_, index) => of({ filters: [index] })));
      expect(counts.waiting, viewer.id).toBe(of({ tab: 'action' }));
    }
  });

  it('present rows with the viewer’s actions, and no rows of others', async () => {
    const all = await walked(8, 500);
    for (const viewer of all.walk.viewers)
      for (const [id, state] of all.walk.states) {
        const item = all.models.caseItem(all.context(viewer), id);
        const view = all.models.caseView(all.context(viewer), id);
        expect(item !== undefined, `${viewer.id} ${id}`).toBe(seesCase(viewer, state));
        expect(view?.header).toEqual(item);
        expect(all.models.history(all.context(viewer), id) !== undefined).toBe(seesCase(viewer, state));
        if (item) expect(item.actions).toEqual(listActionsFor(viewer, state));
        if (item) expect(item.waits).toBe(isWaitingForViewer(viewer, state));
      }
  });

  it('find cases by name, pinyin, initials, case id, outside number and clinic', async () => {
    const all = await walked(9, 600, 20);
    const ctx = all.context('admin');
    const named = seen(all, ctx.viewer).filter(s => s.sections.patient.outsideCaseNumber && !s.archived);
    expect(named.length).toBeGreaterThan(0);
    for (const { caseId, sections } of named) {
      const { name = '', clinic = '', outsideCaseNumber = '' } = sections.patient;
      const keywords = [
        name,
        [...name][0] ?? '',
        clinic,
        outsideCaseNumber,
        caseId,
        caseId.slice(0, 4),
        caseId.toLowerCase(),
      ];
      for (const keyword of keywords) {
        const found = all.models.caseItems(ctx, { ...allCasesQuery, keyword }).items.map(i => i.caseId);
        expect(found, keyword).toContain(caseId);
      }
    }
    expect(all.models.caseItems(ctx, { ...allCasesQuery, keyword: '没有这个人' }).total).toBe(0);
  });

  it('report whether a position was reached in time', async () => {
    const { models, store } = await walked(10, 20);
    const fired: (() => void)[] = [];
    const late = await openReadModels({
      store,
      dir: ':memory:',
      clock: testClock,
      timers: {
        after: (_ms, run) => {
          fired.push(run);
          return () => undefined;
        },
      },
    });
    opened.push(late);
    expect(await models.reached(models.position(), 0)).toBe(true);
    const waiting = late.reached(late.position() + 1n, 2000);
    for (const run of fired) run();
    expect(await waiting).toBe(false);
  });
});

describe('files of rows', () => {
  const folder = () => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-rows-'));
    folders.push(dir);
    return dir;
  };

  it('continue where the previous process stopped', async () => {
    const dir = folder();
    const store = createMemoryStore({ id: 'kept' });
    const walk = createWalk({ seed: 31, log: store });
    await walk.setUp();
    for (let i = 0; i < 200; i++) await walk.step();
    const first = await openReadModels({ store, dir, clock: testClock });
    const position = first.position();
    await first.close();
    for (let i = 0; i < 200; i++) await walk.step();
    const second = await openReadModels({ store, dir, clock: testClock });
    opened.push(second);
    expect(second.position()).toBeGreaterThan(position);
    for (const [id, state] of walk.states) expect(second.state(id)).toEqual(state);
  });

  it('find rows by words that the previous process had not indexed yet', async () => {
    const dir = folder();
    const store = createMemoryStore({ id: 'kept' });
    const walk = createWalk({ seed: 35, log: store, cases: 16 });
    await walk.setUp();
    const never = { after: () => () => undefined };
    const first = await openReadModels({ store, dir, clock: testClock, timers: never });
    for (let i = 0; i < 200; i++) await walk.step();
    await first.reached(await store.head(), 120_000);
    await first.close();
    const second = await openReadModels({ store, dir, clock: testClock, timers: never });
    opened.push(second);
    const viewer = walk.viewers.find(({ id }) => id === 'admin');
    if (!viewer) throw new Error('nobody administers');
    const ctx = { viewer, hidden: false, person: second.personRef, logId: store.id };
    const open = [...walk.states.values()].filter(s => seesCase(viewer, s) && !s.archived);
    expect(open.length).toBeGreaterThan(5);
    for (const { caseId } of open)
      expect(second.caseItems(ctx, { ...allCasesQuery, keyword: caseId }).total).toBe(1);
  });

  it('are rebuilt and replaced when they belong to another log', async () => {
    const dir = folder();
    for (const id of ['one', 'two']) {
      const store = createMemoryStore({ id });
      const walk = createWalk({ seed: 35, log: store });
      if (id === 'one') await walk.setUp();
      const models = await openReadModels({ store, dir, clock: testClock });
      expect(models.directory().people.size).toBe(id === 'one' ? walk.people.length : 0);
      await models.close();
    }
    expect(readdirSync(dir).filter(name => name.endsWith('.db'))).toHaveLength(1);
  });

  it('are rebuilt beside the current file, and then switched', async () => {
    const dir = folder();
    const all = await openWalkModels({ seed: 33, dir });
    opened.push(all.models);
    await all.go(200);
    const before = all.models.caseItems(all.context('admin'), allCasesQuery);
    const rebuilt = all.models.rebuild();
    await all.go(50);
    await rebuilt;
    expect(before.items.length).toBeGreaterThan(0);
    for (const [id, state] of all.walk.states) expect(all.models.state(id)).toEqual(state);
    await all.go(50);
    for (const [id, state] of all.walk.states) expect(all.models.state(id)).toEqual(state);
    expect(readdirSync(dir).filter(name => name.endsWith('.db'))).toEqual(['rows-2.db']);
  });
});
