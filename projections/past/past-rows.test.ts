/** Rows as of a moment equal a projection of the log up to it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seesCase } from '#events/case/permissions.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { Viewer } from '#events/person/position.ts';
import { createRandom } from '#events/script/random.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import type { CaseListItem } from '../caseList/item.ts';
import type { Log, ReadModels } from '../contract.ts';
import { openReadModels } from '../readmodels.ts';
import type { RetainerListItem } from '../retainers/view.ts';
import type { ProductionBoardItem } from '../shop/item.ts';
import { openWalkModels, testClock, type WalkModels } from '../testing/walk-models.ts';

let dir: string;
let opened: ReadModels[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-past-test-'));
  opened = [];
});
afterEach(async () => {
  for (const models of opened) await models.close();
  rmSync(dir, { recursive: true });
});

/** The log as it was when it ended at a position. */
const logUpTo = (store: EventStore, end: bigint): Log => {
  const before = toLogPosition(end + 1n);
  return {
    id: store.id,
    head: async () => toLogPosition(end),
    read: stream => until(store.read(stream), end),
    readBatches: how => store.readBatches({ ...how, before }),
    async *subscribeBatches() {},
  };
};

async function* until<E extends { position: bigint }>(events: AsyncIterable<E>, end: bigint) {
  for await (const event of events) if (event.position <= end) yield event;
}

/** More lines than the walks have. With a limit, lines of closed cases would be replaced by older ones. */
const longFeed = 400;

type Reads = Pick<ReadModels, 'ask' | 'counts' | 'caseItems' | 'feed' | 'personRef'>;

const queries = [
  {},
  { tab: 'action' as const },
  { filter: [2, 5], size: 3, page: 2 },
  { counter: 'designing' as const, sort: { sort: 'patient' as const, descending: false } },
  { keyword: '张' },
  { keyword: '2', archived: true },
];

/** Everything that lists, workbench and board answer to a viewer. */
function answers(reads: Reads, viewer: Viewer, logId: string) {
  const ctx = { viewer, hidden: false, person: reads.personRef, logId };
  const { now } = testClock;
  return {
    cases: queries.map(query => reads.ask('/api/cases', { ctx, query, now: now() })),
    masked: reads.ask('/api/cases', { ctx: { ...ctx, hidden: true }, query: {}, now: now() }),
    retainers: [{}, { filter: 2 }].map(query => reads.ask('/api/retainers', { ctx, query, now: now() })),
    board: reads.ask('/api/shop', { ctx, query: {}, now: now() }),
    counts: reads.counts(viewer),
    feed: reads.feed(ctx, longFeed),
  };
}
type Answers = ReturnType<typeof answers>;

/** The answers of a projection without actions, and without rows of cases that are closed to the viewer today. */
function asPast(all: Answers, isOpen: (caseId: string) => boolean, expectsParcel: (id: string) => boolean) {
  const open = <I extends { caseId: string }>(items: I[]) => items.filter(({ caseId }) => isOpen(caseId));
  const cases = <A extends { items: CaseListItem[] }>(answer: A) => ({
    ...answer,
    items: open(answer.items).map(item => ({ ...item, actions: [], lead: null })),
  });
  return {
    ...all,
    cases: all.cases.map(cases),
    masked: cases(all.masked),
    retainers: all.retainers.map(answer => ({
      ...answer,
      items: open<RetainerListItem>(answer.items).map(item => ({ ...item, action: null })),
    })),
    board: {
      ...all.board,
      items: open<ProductionBoardItem>(all.board.items).map(item => ({
        ...item,
        actions: [],
        delivery: expectsParcel(item.caseId) ? item.delivery : null,
      })),
    },
    feed: open(all.feed),
  };
}

async function walked(seed: number, steps: number): Promise<WalkModels> {
  const all = await openWalkModels({ seed, cases: 12, minutes: 220, dir });
  opened.push(all.models);
  await all.go(steps);
  return all;
}

/** Compares the answers as of a position with those of a projection of the log up to it. */
async function expectEqualAt({ store, models, walk }: WalkModels, position: bigint): Promise<number> {
  const moment = await models.past.moment(position);
  const at = moment.position;
  const fresh = await openReadModels({ store: logUpTo(store, at), dir: ':memory:', clock: testClock });
  let items = 0;
  for (const viewer of walk.viewers) {
    const then = await models.past.read(moment, viewer, reads => answers(reads, viewer, store.id));
    const isOpen = (caseId: string) => {
      const state = models.state(caseId);
      return state !== undefined && seesCase(viewer, state);
    };
    const parcel = (caseId: string) => {
      const ctx = { viewer, hidden: false, person: models.personRef, logId: store.id };
      return Object.keys(models.caseView(ctx, caseId)?.sections ?? {}).includes('data');
    };
    const expected = asPast(answers(fresh, viewer, store.id), isOpen, parcel);
    const isSame = JSON.stringify(then) === JSON.stringify(expected);
    // Only shows the difference, because `toEqual` is slow and ignores the order of fields.
    if (!isSame) expect(then).toEqual(expected);
    expect(isSame).toBe(true);
    items += expected.cases[0]?.items.length ?? 0;
  }
  await fresh.close();
  return items;
}

describe('lists, counters and the board as of a position', () => {
  it.each([71, 72])('equal a projection of the log up to it, to the last byte (seed %i)', async seed => {
    const all = await walked(seed, 500);
    const random = createRandom(seed);
    const head = Number(await all.store.head());
    await all.models.past.tend();
    let items = 0;
    for (let i = 0; i < 4; i++) items += await expectEqualAt(all, BigInt(1 + random.below(head)));
    items += await expectEqualAt(all, BigInt(head));
    expect(items).toBeGreaterThan(50);
  });
});

const files = () => readdirSync(join(dir, 'past'));

describe('the folder', () => {
  it('holds keyframes of the days that ended, laid once', async () => {
    const { models } = await walked(74, 500);
    await models.past.tend();
    expect(files().length).toBeGreaterThan(3);
    expect(files().every(name => name.startsWith('keyframe-'))).toBe(true);
    const names = files();
    await models.past.tend();
    expect(files()).toEqual(names);
  });
});
