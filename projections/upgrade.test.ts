/**
 * A new version of the views builds its rows beside the old ones. A return to the old version finds the old rows, a few
 * events behind.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { caseListView } from './caseList/row.ts';
import { catchUpGeneration } from './catch-up.ts';
import type { Log } from './contract.ts';
import { buildGeneration, type Generation, openGeneration, type RowSource } from './generation.ts';
import { openReadModels } from './readmodels.ts';
import { createWalk, type Walk } from './testing/walk.ts';
import { testClock } from './testing/walk-models.ts';
import type { View } from './view.ts';
import { views } from './views.ts';

let dir: string;
let store: EventStore;
let walk: Walk;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-upgrade-'));
  store = createMemoryStore({ id: 'upgraded' });
  walk = createWalk({ seed: 77, log: store });
  await walk.setUp();
});
afterEach(() => rmSync(dir, { recursive: true }));

const go = async (steps: number) => {
  for (let i = 0; i < steps; i++) await walk.step();
};

/** The views with another version of the case list, whose rows contain the version. */
function viewsOf(version: number): readonly View[] {
  const list: View = {
    ...caseListView,
    version: 1000 + version,
    // The boundary: `derive` gets the row of the case.
    derive: (from: unknown) => {
      const row = caseListView.derive(from as Parameters<typeof caseListView.derive>[0]);
      return row && { ...row, madeBy: version };
    },
  };
  return views.map(view => (view.name === caseListView.name ? list : view));
}

/** Opens the rows like the program, and counts the events folded for it. */
async function start(version: number): Promise<{ generation: Generation; folded: number }> {
  let folded = 0;
  const log: Log = {
    ...store,
    readBatches: async function* (options) {
      for await (const batch of store.readBatches(options)) {
        folded += batch.length;
        yield batch;
      }
    },
  };
  const source: RowSource = { log, clock: testClock, views: viewsOf(version) };
  const generation = openGeneration(dir, source) ?? (await buildGeneration(dir, source));
  await catchUpGeneration(generation, await store.head(), source);
  return { generation, folded };
}

const files = () => readdirSync(dir).filter(name => name.endsWith('.db'));

/** Expects every row of the list to equal a rebuilt one of this version. */
async function isRight({ store: rows }: Generation, version: number): Promise<void> {
  const number = views.findIndex(view => view.name === caseListView.name);
  const read = (from: Generation['store']) =>
    from.withPrefix(number, '').map(({ id, json }) => ({ id, ...JSON.parse(json) }));
  const source: RowSource = { log: store, clock: testClock, views: viewsOf(version) };
  const fresh = await buildGeneration(':memory:', source);
  const all = read(rows);
  expect(all.length).toBeGreaterThan(5);
  expect(all).toEqual(read(fresh.store));
  expect(new Set(all.map(row => row.madeBy))).toEqual(new Set([version]));
  fresh.store.close();
}

async function run(version: number): Promise<number> {
  const { generation, folded } = await start(version);
  await isRight(generation, version);
  generation.store.close();
  return folded;
}

it('up, back and up again folds everything only at the first start of a version', async () => {
  await go(150);
  const first = Number(await store.head());
  expect(await run(1)).toBe(first);
  await go(50);
  const second = Number(await store.head());
  expect(await run(2)).toBe(second);
  await go(30);
  const third = Number(await store.head());
  expect(await run(1)).toBe(third - first);
  await go(20);
  expect(await run(2)).toBe(Number(await store.head()) - second);
  expect(files()).toHaveLength(2);
});

it('exactly one other version is kept for going back', async () => {
  await go(60);
  for (const version of [1, 2, 3]) await run(version);
  expect(files()).toEqual(['rows-2.db', 'rows-3.db']);
  expect(await run(2)).toBe(0);
  expect(await run(1)).toBe(Number(await store.head()));
});

it('unfinished files and files that are not SQLite are deleted', async () => {
  await go(60);
  await run(1);
  writeFileSync(
    join(dir, 'rows-2.db'),
    'not a database at all, and longer than its header would be '.repeat(40),
  );
  writeFileSync(join(dir, 'rows-3.db'), '');
  expect(await run(1)).toBe(0);
  expect(files()).toEqual(['rows-1.db']);
});

it('a damaged file is rebuilt', async () => {
  await go(60);
  await run(1);
  writeFileSync(join(dir, 'rows-1.db'), 'damaged '.repeat(2000));
  expect(await run(1)).toBe(Number(await store.head()));
});

it('no kept file names a patient who was erased since', async () => {
  await go(60);
  await run(1);
  const models = await openReadModels({ store, dir, clock: testClock });
  expect(files()).toHaveLength(2);
  const [caseId = ''] = walk.states.keys();
  await models.refold(caseId);
  expect(files()).toEqual(['rows-3.db']);
  await models.close();
  const again = await openReadModels({ store, dir, clock: testClock });
  expect(again.state(caseId)).toEqual(walk.states.get(caseId));
  await again.close();
});
