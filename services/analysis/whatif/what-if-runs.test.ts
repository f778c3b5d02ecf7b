/** Stored comparisons after a patient is erased, and records of earlier releases. */
import { expect, test } from 'vitest';
import { createManualClock } from '../../clock/clock.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import { presentWhatIfResult } from './shown-result.ts';
import type { VersionComparison } from './what-if.ts';
import { createWhatIfRuns } from './what-if-runs.ts';

const event = { type: 'CaseSubmitted', revision: 3n, position: 7n, at: '2026-03-01T10:00:00.000Z' };
const partingOf = (id: string): VersionComparison['partings'][number] => ({
  ...{ view: 'caseList', id, kind: 'differ', derivedFrom: null, before: [] },
  event: { ...event, stream: `case-${id}` },
  fields: [
    { path: 'patientName', here: 'Li Wen', there: 'Wen Li' },
    { path: 'method', here: 1, there: 2 },
  ],
  rows: { here: { patientName: 'Li Wen', method: 1 }, there: { patientName: 'Wen Li', method: 2 } },
});
const unrecorded = async () => undefined;
const found: VersionComparison = {
  ...{ logId: 'log', position: 9n, from: null, views: [] },
  partings: [partingOf('AAAAAA'), partingOf('BBBBBB')],
};

test('nothing of the patient, and everything of others', async () => {
  const runs = createWhatIfRuns({ vault: createMemoryVault(), clock: createManualClock(0) });
  const asked = { id: 'run', orgId: 'main', by: 'p-1', version: null, from: null, to: null };
  await runs.ask(asked, unrecorded);
  const [run] = await runs.list();
  if (!run) throw new Error('no run');
  await runs.end(run, 'ready', { result: presentWhatIfResult(found, id => id.replace(/^case-/, '')) });
  const valuesOf = async (caseId: string) =>
    (await runs.list())[0]?.result?.partings.find(one => one.caseId === caseId)?.fields ?? null;
  expect(JSON.stringify(await valuesOf('AAAAAA'))).toContain('"here":"1"');
  const others = await valuesOf('BBBBBB');
  await runs.forget('other', 'AAAAAA');
  expect(await valuesOf('AAAAAA')).toHaveLength(2);
  await runs.forget('main', 'AAAAAA');
  expect([await valuesOf('AAAAAA'), await valuesOf('BBBBBB')]).toEqual([[], others]);
});

test('two orders at once make one run', async () => {
  const runs = createWhatIfRuns({ vault: createMemoryVault(), clock: createManualClock(0) });
  const order = (id: string) =>
    runs.ask({ id, orgId: 'main', by: 'p-1', version: null, from: null, to: null }, unrecorded);
  const outcomes = await Promise.allSettled([order('one'), order('two'), order('one')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await runs.list('main')).toHaveLength(1);
});

test('runs that an earlier release has kept are read, and an interrupted one ends', async () => {
  const vault = createMemoryVault();
  const runs = createWhatIfRuns({ vault, clock: createManualClock(0) });
  const asked = { orgId: 'main', by: 'p-1', version: null, from: null, to: null };
  const outcome = { progress: null, endedAt: null, failure: null, result: null };
  const keep = (id: string, state: string, askedAt: string) =>
    vault.put(`whatif/main/${id}`, { ...asked, ...outcome, id, state, askedAt });
  await keep('old', 'done', '2026-11-01T08:00:00.000Z');
  await keep('open', 'running', '2026-11-01T09:00:00.000Z');
  const states = async () => (await runs.list('main')).map(({ state }) => state);
  expect(await states()).toEqual(['ready', 'making']);
  await expect(runs.ask({ ...asked, id: 'new' }, unrecorded)).rejects.toMatchObject({
    refusal: 'whatIfOpen',
  });
  const open = (await runs.list('main')).at(-1);
  if (!open) throw new Error('no run');
  expect(await runs.end(open, 'failed', { failure: 'interrupted' })).toBe(true);
  expect(await states()).toEqual(['ready', 'failed']);
  await runs.cancel('main', 'old');
  expect(await states()).toEqual(['failed']);
});
