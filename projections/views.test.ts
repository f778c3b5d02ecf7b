/** Generic handling uses only a view's own declaration, so it works for a view that was just added. */
import { describe, expect, it } from 'vitest';
import type { CaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import { caseIdOfEvent, caseStreamOf, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { StoredRowChange } from './contract.ts';
import { createEventFolder } from './fold.ts';
import { storeOptionsOf } from './generation.ts';
import type { PresentCtx } from './present.ts';
import { createRowAccess } from './reads.ts';
import { changesSince, presentRowChange } from './resume.ts';
import { roomsSeeingCase } from './rooms.ts';
import { openRowStore } from './store.ts';
import { createWalk } from './testing/walk.ts';
import { testClock } from './testing/walk-models.ts';
import { type DerivedView, type FoldedView, presentToNobody, type View } from './view.ts';
import { views } from './views.ts';

const inDesign = (s: CaseState) => s.assigneeId !== null && !s.produced && !s.deleted;

/** Cases in design, until they reach production. */
const designs = {
  name: 'designs',
  version: 1,
  keep: 10,
  from: 'case',
  derive: state => (inDesign(state) ? state : null),
  lists: { designs: ['at'] },
  sights: row =>
    roomsSeeingCase(row).map(room => ({ list: 'designs', room, group: '', sort: { at: row.updatedAt } })),
  resumes: true,
  present: ({ id, row }, { viewer }) => (seesCase(viewer, row) ? { design: id } : undefined),
} satisfies DerivedView<CaseState, { design: string }, CaseState>;

/** The same rows in another list. */
const twins = {
  ...designs,
  name: 'twins',
  lists: { twins: ['at'] },
  sights: row =>
    roomsSeeingCase(row).map(room => ({ list: 'twins', room, group: '', sort: { at: row.updatedAt } })),
} satisfies DerivedView<CaseState, { design: string }, CaseState>;

/** Number of events of a case. */
const lengths = {
  name: 'lengths',
  version: 1,
  keep: 10,
  follows: [caseStreamPrefix],
  keys: event => [caseIdOfEvent(event)],
  fold: row => ({ events: (row?.events ?? 0) + 1 }),
  rooms: () => [],
  present: presentToNobody,
} satisfies FoldedView<{ events: number }, never>;

async function walked(...more: readonly View[]) {
  const all: readonly View[] = [...views, ...more];
  const log = createMemoryStore();
  const walk = createWalk({ seed: 67, log, cases: 30 });
  await walk.setUp();
  for (let i = 0; i < 400; i++) await walk.step();
  const store = openRowStore({ file: ':memory:', ...storeOptionsOf(all) });
  const folder = createEventFolder({ store, views: all, clock: testClock });
  const changes: StoredRowChange[] = [];
  for await (const batch of log.readBatches({}))
    for (const event of batch) {
      folder.apply(event);
      changes.push(...store.transaction(() => folder.save()).changes);
    }
  const rows = createRowAccess(all, () => ({ folder, store }));
  const as = (id: string): PresentCtx => {
    const viewer = walk.viewers.find(each => each.id === id);
    if (!viewer) throw new Error(`unknown person ${id}`);
    return {
      viewer,
      hidden: false,
      person: by => ({ id: by, name: by, position: 'Analyst' }),
      logId: log.id,
    };
  };
  return { all, log, walk, store, folder, rows, changes, as, head: await log.head() };
}

describe('an additional view', () => {
  it('is resumed under its own name and with its own rows', async () => {
    const { all, walk, store, rows, as, head } = await walked(designs);
    const { changes } = changesSince({ views: all, rows, store }, as('admin'), 0n, head);
    const pushed = changes.filter(change => change.view === 'designs');
    const now = [...walk.states.values()].filter(s => inDesign(s) && seesCase(as('admin').viewer, s));
    expect(now.length).toBeGreaterThan(0);
    expect(new Set(pushed.flatMap(c => c.row ?? []))).toEqual(new Set(now.map(s => ({ design: s.caseId }))));
    // Rows that left the view are sent as removals.
    expect(pushed.some(change => change.row === null)).toBe(true);
    store.close();
  });

  it('is pushed as it presents its rows, and removed for viewers who lose sight', async () => {
    const { store, rows, changes, as } = await walked(designs);
    const pushed = (id: string) =>
      changes
        .filter(change => change.view === 'designs')
        .flatMap(change => presentRowChange(designs, change, as(id), rows) ?? []);
    expect(pushed('admin').some(change => change.row === null)).toBe(true);
    for (const { id, row } of pushed('admin')) expect([{ design: id }, null]).toContainEqual(row);
    expect(pushed('otherSupervisor').length).toBeLessThan(pushed('admin').length);
    store.close();
  });
});

describe('two views with the same row objects', () => {
  it('are each found in their own list', async () => {
    const { rows, store } = await walked(designs, twins);
    const how = { rooms: ['staff:main'], sort: 'at', descending: true, offset: 0, limit: 100 };
    const [one, other] = ['designs', 'twins'].map(list => rows.pageOfIds({ list, ...how }));
    expect(one?.total).toBeGreaterThan(0);
    expect(other).toEqual(one);
    store.close();
  });
});

describe('a view that may contain personal data', () => {
  it('is folded again from nothing with its case', async () => {
    const { log, walk, store, folder, rows } = await walked(lengths);
    const caseId = [...walk.states.keys()][0] ?? '';
    const [events, counted] = [[] as Recorded[], () => rows.find<{ events: number }>('lengths', caseId)?.row];
    for await (const event of log.read(caseStreamOf(caseId))) events.push(event);
    expect(counted()).toEqual({ events: events.length });
    folder.refold(events.slice(1), { view: 'case', id: caseId });
    expect(counted()).toEqual({ events: events.length - 1 });
    store.close();
  });
});

describe('a view without a declaration', () => {
  const { present: _present, ...unpresented } = designs;
  const { sights: _sights, ...unseen } = designs;

  it('of its presentation or of its rooms does not compile', () => {
    // @ts-expect-error presentation missing
    const first: View = unpresented;
    // @ts-expect-error rooms missing
    const second: View = unseen;
    expect([first.name, second.name]).toEqual(['designs', 'designs']);
  });
  it('of the viewers who join its rooms does not compile', () => {
    const room = `shelf:${'main'}` as const;
    // @ts-expect-error a kind of room without a line in `joinedRooms`
    const unjoined: View = { ...designs, sights: () => [{ list: 'designs', room, group: '', sort: {} }] };
    expect(unjoined.name).toBe('designs');
  });
});

/** Views with words that have a room in common, as `view, view: room`. */
function sharedWordRooms(all: readonly View[], changes: readonly StoredRowChange[]): string[] {
  const viewsOf = new Map<string, Set<string>>();
  for (const { view: name, rooms } of changes)
    if (all.find(view => view.name === name)?.words)
      for (const room of rooms.after) viewsOf.set(room, (viewsOf.get(room) ?? new Set()).add(name));
  return [...viewsOf].filter(([, names]) => names.size > 1).map(([room, names]) => `${[...names]}: ${room}`);
}

describe('all views', () => {
  it('with words have rooms of their own, so that a search finds no rows of another view', async () => {
    const { all, changes, store } = await walked();
    expect(sharedWordRooms(all, changes)).toEqual([]);
    store.close();
  });
  it('with words in the rooms of another view are found out', async () => {
    const { all, changes, store } = await walked({ ...designs, words: () => ['text'] });
    expect(sharedWordRooms(all, changes)).toContain('caseList,designs: staff:main');
    store.close();
  });
  it('have distinct names, lists and reads', () => {
    const all: readonly View[] = views;
    const none = () => {
      throw new Error('nothing is read');
    };
    const own = {
      find: none,
      withPrefix: none,
      pageOfIds: none,
      idsAfter: none,
      idsBetween: none,
      newestOf: none,
      groupsFound: none,
      at: none,
      histogram: none,
      item: none,
      items: none,
      events: none,
    };
    for (const names of [
      all.map(view => view.name),
      all.flatMap(view => Object.keys(view.lists ?? {})),
      all.flatMap(view => Object.keys(view.reads?.(own) ?? {})),
    ])
      expect(new Set(names).size).toBe(names.length);
  });
});
