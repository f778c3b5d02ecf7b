import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { pastAt, playSteps } from '#events/testing/past.ts';
import { expert, technician } from '#events/testing/people.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let caseId: string;
beforeAll(async () => {
  bench = await openTestServer();
  caseId = await createCase(bench);
  const again = playSteps(
    pastAt[Status.PlanAwaitingExpert],
    [expert, 'qualityAudit', { result: 'refused', note: '再看' }],
    [technician, 'submitPlan', { name: 'Plan 2', upperStages: 24, lowerStages: 20, files: ['plan-any'] }],
  );
  // Appends the decider's events; the case itself exists already.
  const events = again.slice(1).map(e => ({ ...e, id: crypto.randomUUID(), subject: caseId }));
  await bench.deps.store.append(caseStreamOf(caseId), 0n, events);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
});
afterAll(() => bench.close());

const path = () => `/api/cases/${caseId}/plans/looked`;

test('last viewed version is per person and never decreases', async () => {
  const none = { plans: null, targets: null };
  expect((await bench.get(path(), { as: 'doctor' })).data).toEqual(none);
  const put = (version: number) => bench.put(path(), { as: 'doctor', body: { list: 'plans', version } });
  expect((await put(2)).data).toEqual({ plans: 2, targets: null });
  expect((await put(1)).data).toEqual({ plans: 2, targets: null });
  expect((await bench.get(path(), { as: 'doctor' })).data).toEqual({ plans: 2, targets: null });
  expect((await bench.get(path(), { as: 'assistant' })).data).toEqual(none);
});

test('last viewed version leaves no event in the case’s stream', async () => {
  const head = await bench.deps.store.head();
  await bench.put(path(), { as: 'assistant', body: { list: 'plans', version: 1 } });
  expect(await bench.deps.store.head()).toBe(head);
});

test('last viewed version is refused for a missing version and an invisible case', async () => {
  const put = (as: 'doctor' | 'other' | 'vendor', body: unknown) => bench.put(path(), { as, body });
  expect((await put('doctor', { list: 'plans', version: 3 })).data).toMatchObject({
    issues: [{ path: 'version', issue: 'version-unknown' }],
  });
  expect((await put('doctor', { list: 'targets', version: 1 })).status).toBe(400);
  expect((await put('doctor', { list: 'plans', version: 0 })).status).toBe(400);
  expect((await put('doctor', { list: 'drafts', version: 1 })).status).toBe(400);
  for (const as of ['other', 'vendor'] as const) {
    expect((await put(as, { list: 'plans', version: 1 })).status).toBe(404);
    expect((await bench.get(path(), { as })).status).toBe(404);
  }
});
