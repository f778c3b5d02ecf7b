import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModelExportRecorder } from '../files/export-record.ts';
import { completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer, testPeople } from './testing/test-server.ts';

let bench: TestServer;
let caseId: string;

beforeAll(async () => {
  bench = await openTestServer();
  caseId = await completeDraft(bench);
  await performAction(bench, 'doctor', caseId, 'submitCase');
});
afterAll(() => bench.close());

type Item = { at: string; by: { id: string; name: string }; fileId: string; slot: string };
const read = (as: TestPersonName, id = caseId) =>
  bench.get<{ items: Item[] }>(`/api/cases/${id}/exports`, { as });

async function give(as: TestPersonName, fileId: string, slot: 'upper' | 'lower') {
  const { orgId, position } = testPeople[as];
  const finished = { at: '', sha256: 'ab'.repeat(32), mime: 'model/stl' };
  const file = {
    id: fileId,
    by: 'p-doctor',
    orgId,
    caseId,
    kind: 'stl' as const,
    slot,
    name: 'x.stl',
    size: 1,
  };
  const facts = { startedAt: '', due: false, kept: true, finished };
  await createModelExportRecorder(bench.deps)(
    { id: `p-${as}`, orgId, position, serves: [] },
    { ...file, ...facts },
  );
}

test('export record lists who received which model and when, newest first', async () => {
  await give('supervisor', 'f-upper', 'upper');
  bench.clock.advance(60_000);
  await give('doctor', 'f-lower', 'lower');
  const { data } = await read('doctor');
  expect(data.items.map(({ at, by, fileId, slot }) => [at, by.id, fileId, slot])).toEqual([
    ['2026-11-20T08:01:00.000Z', 'p-doctor', 'f-lower', 'lower'],
    ['2026-11-20T08:00:00.000Z', 'p-supervisor', 'f-upper', 'upper'],
  ]);
});

test('export record is readable by those who see the case, except its manufacturer', async () => {
  const seen = await Promise.all(
    (['doctor', 'assistant', 'supervisor', 'service', 'admin', 'analyst'] as const).map(as => read(as)),
  );
  expect(seen.map(({ status, data }) => [status, data.items.length])).toEqual(seen.map(() => [200, 2]));
  for (const as of ['doctor2', 'other', 'vendor', 'technician'] as const)
    expect([as, (await read(as)).code]).toEqual([as, 103001]);
});

test('export record of a case without exports is empty; an invisible case answers like an unknown one', async () => {
  expect((await read('doctor', await createCase(bench))).data.items).toEqual([]);
  expect((await read('doctor', 'p-doctor')).code).toBe(103001);
  expect((await read('doctor', 'NOCASE')).code).toBe(103001);
});
