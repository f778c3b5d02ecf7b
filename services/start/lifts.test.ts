/** An upgrade that changes events: commands, read models and the analysts' log see the current shapes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { Json } from '#events/envelope.ts';
import type { LiftsByEventType } from '#events/upcasters.ts';
import { createCase } from '../api/testing/case-steps.ts';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { collectItems } from '../eventstore/contract/context.ts';
import type { RawEventStore } from '../eventstore/port.ts';

/** The older program began a case with `CaseBegun`, which named no earlier case. */
const lifts: LiftsByEventType = {
  CaseBegun: [{ type: 'CaseCreated' }],
  CaseCreated: [{ data: data => ({ parentId: null, ...(data as { [key: string]: Json }) }) }],
};
const caseId = 'OLD234';
const data = { to: 0, caseId, ownerId: 'p-doctor', orgId: 'main', servedBy: 'main' };

let bench: TestServer;
let inner: RawEventStore;
beforeEach(async () => {
  const wrap = (store: RawEventStore) => {
    inner = store;
    return store;
  };
  bench = await openTestServer({ wrap, lifts });
  const at = '2026-11-19T08:00:00.000Z';
  const begun = { id: 'begun', type: 'CaseBegun', v: 1, data, at, by: 'p-doctor' };
  const { position } = await inner.append(caseStreamOf(caseId), 'none', [begun]);
  expect(await bench.deps.models.reached(position, 10_000)).toBe(true);
});
afterEach(() => bench.close());

const shown = async () => (await bench.get(`/api/cases/${caseId}`, { as: 'doctor' })).data;

test('read models fold lifted events, as they arrive and in a rebuild', async () => {
  const before = await shown();
  expect(before).toMatchObject({ caseId, header: { parentId: null } });
  await bench.deps.models.rebuild();
  expect(await shown()).toEqual(before);
});

test('a command folds lifted events, and its own events have the current version', async () => {
  const body = { name: '张伟', gender: 1, birthDate: '2001-04-12', clinic: 'A' };
  expect(await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body })).toMatchObject({
    status: 200,
  });
  expect(await bench.deps.streams.load(caseId)).toMatchObject({
    parentId: null,
    sections: { patient: body },
  });
  const [begun, filled] = await collectItems(inner.read(caseStreamOf(caseId)));
  expect([begun?.type, begun?.v, filled?.v]).toEqual(['CaseBegun', 1, 1]);
  const made = await createCase(bench);
  const [created] = await collectItems(inner.read(caseStreamOf(made)));
  expect([created?.type, created?.v]).toEqual(['CaseCreated', 2]);
  expect(await bench.deps.streams.load(made)).toMatchObject({ ownerId: 'p-doctor', parentId: null });
});

test('analysts find old events under their current names', async () => {
  const { text } = await bench.get('/api/events?type=CaseCreated', { as: 'analyst' });
  const lines = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(lines).toMatchObject([{ caseId, type: 'CaseCreated', v: 2, data: { ...data, parentId: null } }]);
});
