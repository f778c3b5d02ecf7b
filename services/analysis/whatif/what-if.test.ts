/** A version against itself, and against copies in which one projection is changed. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { testClock } from '#projections/testing/walk-models.ts';
import { createRawMemoryStore } from '../../eventstore/memory.ts';
import type { RawEventStore } from '../../eventstore/port.ts';
import { createVersionedStore } from '../../eventstore/versioned-store.ts';
import { copyVersion, repositoryFolder, type VersionCopy } from './testing/version-copy.ts';
import { compareVersions, countDifferences, type VersionComparison, type WhatIfOptions } from './what-if.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-what-if-'));
let log: RawEventStore;
let head: bigint;
/** A case whose patient is erased at the end of the log. */
let erasedId: string;
let copy: VersionCopy;
beforeAll(async () => {
  log = createRawMemoryStore({ id: 'compared' });
  const versioned = createVersionedStore(log);
  const walk = createWalk({ seed: 84, log: versioned });
  await walk.setUp();
  for (let i = 0; i < 250; i++) await walk.step();
  const withPlan = [...walk.states].find(([, state]) => state.plans.length === 1);
  [erasedId = ''] = withPlan ?? [];
  await versioned.append(`case-${erasedId}`, 'any', [
    {
      ...{ type: 'PatientErased', data: { patient: erasedId } },
      ...{ id: 'erasure', at: walk.now(), by: 'system' },
    },
  ]);
  head = await log.head();
  copy = copyVersion();
  copy.change(
    'projections/caseList/row.ts',
    'planVersion: plan?.version ?? null',
    'planVersion: plan ? (plan.version === 1 ? 7 : plan.version) : null',
  );
});
afterAll(() => {
  copy.remove();
  rmSync(dir, { recursive: true });
});

let runs = 0;
function run(folder: string, options: Partial<WhatIfOptions> = {}): Promise<VersionComparison> {
  runs += 1;
  const to = options.to ?? head;
  return compareVersions({
    log,
    here: { folder: repositoryFolder },
    there: { folder },
    dir: join(dir, String(runs)),
    ...options,
    to,
  });
}

let faulty: Promise<VersionComparison> | undefined;
/** The version with a fault, compared at the log's end. Each comparison starts two processes that fold the log twice. */
const compareFaulty = (): Promise<VersionComparison> => {
  faulty ??= run(copy.folder);
  return faulty;
};

const differing = ({ views }: VersionComparison) =>
  views.filter(view => countDifferences(view) > 0).map(({ view }) => view);

describe('the same version', () => {
  it('differs nowhere, in a log with an erased patient', async () => {
    const { views, partings } = await run(repositoryFolder);
    expect(views.reduce((sum, { same }) => sum + same, 0)).toBeGreaterThan(200);
    expect(views.filter(view => countDifferences(view) > 0)).toEqual([]);
    expect(partings).toEqual([]);
  });

  it('differs nowhere from rows that followed the log', async () => {
    const rows = join(dir, 'live');
    const copied = join(dir, 'served.db');
    const store = createRawMemoryStore({ id: 'followed' });
    const versioned = createVersionedStore(store);
    mkdirSync(rows);
    const models = await openReadModels({ store: versioned, dir: rows, clock: testClock });
    const walk = createWalk({ seed: 85, log: versioned });
    await walk.setUp();
    for (let i = 0; i < 200; i++) await walk.step();
    const to = await store.head();
    await models.reached(to, 120_000);
    await models.snapshot(copied);
    const here = { folder: repositoryFolder, file: copied };
    const { views } = await run(repositoryFolder, { log: store, here, to });
    await models.close();
    expect(views.reduce((sum, { same }) => sum + same, 0)).toBeGreaterThan(100);
    expect(views.filter(view => countDifferences(view) > 0)).toEqual([]);
  });
});

describe('a version with a fault in one projection', () => {
  it('differs in that view, and each row parts at the event that shows the fault', async () => {
    const found = await compareFaulty();
    expect(differing(found)).toEqual(['caseList']);
    expect(found.partings.map(({ id }) => id)).toContain(erasedId);
    for (const parting of found.partings) {
      const events = [];
      for await (const event of log.read(`case-${parting.id}`)) events.push(event);
      const first = events.find(event => event.type === 'PlanSubmitted');
      expect(parting.event?.position).toBe(first?.position);
      expect(parting.fields).toEqual([{ path: 'planVersion', here: 1, there: 7 }]);
      expect(parting.derivedFrom).toBe('case');
      const before = events.filter(({ position }) => position < (first?.position ?? 0n)).slice(-5);
      expect(parting.before.map(({ position }) => position)).toEqual(before.map(({ position }) => position));
    }
  });

  it('is compared at an earlier position, and from one on', async () => {
    expect(differing(await run(copy.folder, { to: 20n }))).toEqual([]);
    const all = await compareFaulty();
    const some = await run(copy.folder, { from: head - 50n });
    const count = ({ views }: VersionComparison) =>
      views.reduce((sum, view) => sum + countDifferences(view) + view.same, 0);
    expect(count(some)).toBeLessThan(count(all));
    expect(count(some)).toBeGreaterThan(0);
  });

  it('is compared in the wanted rows only', async () => {
    const { views } = await run(copy.folder, { wants: view => view === 'case' });
    expect(views.filter(({ same }) => same > 0).map(({ view }) => view)).toEqual(['case']);
  });
});
