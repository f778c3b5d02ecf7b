/** Runs of what-if from their request to the kept result, over rows that followed the log. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openReadModels, type ReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createManualClock, systemIds } from '../../clock/clock.ts';
import { createRawMemoryStore } from '../../eventstore/memory.ts';
import type { EventStore, RawEventStore } from '../../eventstore/port.ts';
import { createVersionedStore } from '../../eventstore/versioned-store.ts';
import { createLog } from '../../logging/log.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import { copyVersion, type VersionCopy } from './testing/version-copy.ts';
import type { WhatIfRun } from './what-if-run.ts';
import { createWhatIfRuns, type WhatIfRuns } from './what-if-runs.ts';
import { startWhatIfWorker } from './what-if-worker.ts';

const root = mkdtempSync(join(tmpdir(), 'archline-what-if-worker-'));
const dir = join(root, 'files');
let log: RawEventStore;
let store: EventStore;
let models: ReadModels;
let copy: VersionCopy;
beforeAll(async () => {
  log = createRawMemoryStore({ id: 'compared' });
  store = createVersionedStore(log);
  const walk = createWalk({ seed: 84, log: store });
  await walk.setUp();
  for (let i = 0; i < 150; i++) await walk.step();
  const rows = join(root, 'rows');
  mkdirSync(rows);
  models = await openReadModels({ store, dir: rows, clock: { now: () => 0 } });
  copy = copyVersion();
  copy.change(
    'projections/caseList/row.ts',
    'clinic: patient.clinic ?? null',
    "clinic: patient.clinic ? 'East' : null",
  );
  copy.change('projections/caseList/row.ts', 'createdAt: s.createdAt', 'createdAt: s.updatedAt');
});
afterAll(async () => {
  await models.close();
  copy.remove();
  rmSync(root, { recursive: true });
});

let runs: WhatIfRuns;
let vault: ReturnType<typeof createMemoryVault>;
const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
beforeEach(() => {
  vault = createMemoryVault();
  runs = createWhatIfRuns({ vault, clock });
});

const timers = {
  every: (_ms: number, run: () => void) => {
    const timer = setInterval(run, 20);
    return () => clearInterval(timer);
  },
};

const worker = (sealedLog: Pick<EventStore, 'subscribeBatches' | 'readAll'> = store) =>
  startWhatIfWorker({
    ...{ runs, vault, clock, timers, models, dir, openedLog: log, sealedLog, ids: systemIds },
    versions: [
      { name: 'faulty', folder: copy.folder },
      { name: 'gone', folder: join(root, 'gone') },
    ],
    hasRowFiles: true,
    log: createLog('silent'),
  });

const asked = { by: 'p-admin', orgId: 'main', from: null, to: null };
const ended = ['ready', 'failed', 'cancelled'];

const runOf = async (id: string) => (await runs.list()).find(run => run.id === id);

/** Asks for a run, and waits for its end. @param meanwhile is called once it is carried out */
async function outcome(
  version: string | null,
  meanwhile = async (_run: WhatIfRun) => undefined as unknown,
  sealedLog?: Parameters<typeof worker>[0],
): Promise<WhatIfRun> {
  const id = systemIds.uuid();
  await runs.ask({ ...asked, id, version }, async () => undefined);
  const running = worker(sealedLog);
  const current = () => runOf(id);
  await vi.waitFor(async () => expect((await current())?.state).not.toBe('waiting'), 60_000);
  const run = await current();
  if (run) await meanwhile(run);
  await vi.waitFor(async () => expect(ended).toContain((await current())?.state), 60_000);
  await running.stop();
  const last = await current();
  if (!last) throw new Error('the run is gone');
  expect(readdirSync(root)).not.toContain('files');
  return last;
}

it('finds no difference between what is served and this version, built again', async () => {
  const { state, result } = await outcome(null);
  expect(state).toBe('ready');
  expect(result?.views.find(({ view }) => view === 'case')?.same).toBeGreaterThan(3);
  expect(result?.views.filter(view => view.differ + view.onlyHere + view.onlyThere > 0)).toEqual([]);
});

it('shows rows of the cases that the organisation serves, without texts that an analyst does not see', async () => {
  const { state, result } = await outcome('faulty');
  expect(state).toBe('ready');
  const partings = result?.partings ?? [];
  expect(partings.length).toBeGreaterThan(0);
  for (const { caseId, view, event } of partings) {
    expect(models.state(caseId)?.servedBy).toBe('main');
    expect([view, event?.caseId]).toEqual(['caseList', caseId]);
  }
  const fields = partings.flatMap(parting => parting.fields);
  expect(fields.find(({ path }) => path === 'clinic')?.values).toBeNull();
  expect(fields.find(({ path }) => path === 'createdAt')?.values?.here).toMatch(/^"2026-/);
  expect(JSON.stringify(result)).not.toContain('East');
  expect(result?.views.find(({ view }) => view === 'people')).toMatchObject({ same: 0, differ: 0 });
});

it('says why a version cannot be compared', async () => {
  expect(await outcome('gone')).toMatchObject({ state: 'failed', failure: 'folder', result: null });
  expect(await outcome('removed')).toMatchObject({ state: 'failed', failure: 'unknownVersion' });
});

it('ends when it is cancelled, when the server stops, and when a patient is erased', async () => {
  const cancelled = await outcome('faulty', ({ orgId, id }) => runs.cancel(orgId, id));
  expect(cancelled).toMatchObject({ state: 'cancelled', result: null });
  const id = systemIds.uuid();
  await runs.ask({ ...asked, id, version: 'faulty' }, async () => undefined);
  const running = worker();
  await vi.waitFor(async () => expect((await runOf(id))?.state).toBe('making'), 60_000);
  await running.stop();
  expect(await runOf(id)).toMatchObject({ state: 'failed', failure: 'interrupted' });
  const erased = { type: 'PatientErased', data: { patient: 'ZZZZZZ' } };
  const stamp = { id: systemIds.uuid(), at: '2026-11-20T08:00:00.000Z', by: 'system' };
  const gone = await outcome('faulty', () => store.append('case-ZZZZZZ', 'any', [{ ...erased, ...stamp }]));
  expect(gone).toMatchObject({ state: 'failed', failure: 'erased' });
});

it('keeps nothing of a patient whose erasure has not reached the subscription', async () => {
  const erased = { type: 'PatientErased', data: { patient: 'YYYYYY' }, by: 'system' };
  const stamp = { id: systemIds.uuid(), at: '2026-11-20T08:00:00.000Z' };
  const gone = await outcome('faulty', undefined, {
    subscribeBatches: async function* () {},
    // The erasure comes after the comparison, just before its result is kept.
    readAll: async function* (how) {
      if (!(await store.find('case-YYYYYY', stamp.id)))
        await store.append('case-YYYYYY', 'any', [{ ...erased, ...stamp }]);
      yield* store.readAll(how);
    },
  });
  expect(gone).toMatchObject({ state: 'failed', failure: 'erased', result: null });
});

it('marks a run as interrupted whose process was killed', async () => {
  const id = systemIds.uuid();
  await runs.ask({ ...asked, id, version: null }, async () => undefined);
  const [run] = await runs.list();
  if (run) await runs.note({ ...run, state: 'making' });
  const running = worker();
  await vi.waitFor(async () => expect((await runOf(id))?.failure).toBe('interrupted'), 60_000);
  await running.stop();
});
