/**
 * A self-designer takes an own case from the draft to production: the laboratory accepts it, the designer takes and
 * plans it, an expert reviews the plan, the designer approves it and the manufacturer produces it.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import { uploads } from '#events/testing/world.ts';
import { completeDraft, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let caseId: string;
beforeEach(async () => {
  bench = await openTestServer({ uploads: new Map(uploads) });
  caseId = await completeDraft(bench, 'designer');
});
afterEach(() => bench.close());

const act = async (as: TestPersonName, action: string, body: object = {}) => {
  const { status, data } = await performAction(bench, as, caseId, action, body);
  return status === 200 ? data.status : `refused ${status}`;
};
const read = async (as: TestPersonName) =>
  (
    await bench.get<{ header: { actions: string[]; assignee: { id: string } | null } }>(
      `/api/cases/${caseId}`,
      { as },
    )
  ).data.header;

/** Everything up to the designer's own turn: submitted, accepted, models read. */
async function accepted() {
  await act('designer', 'submitCase');
  await act('supervisor', 'acceptCase');
  const { position } = await bench.deps.perform.perform(systemViewer, {
    ...{ caseId, commandId: crypto.randomUUID(), action: 'modelsPrepared', input: { models: [] } },
  });
  await bench.deps.models.reached(position, 120_000);
}
const plan = { name: '方案 1', upperStages: 24, lowerStages: 20, files: ['plan-24-20'] };

test('own cases go from the draft to production, with the designer at both ends of the plan', async () => {
  expect(await act('designer', 'submitCase')).toBe(Status.ToAccept);
  expect(await act('service', 'acceptCase')).toBe(Status.CaseProcessing);
  await bench.deps.perform.perform(systemViewer, {
    ...{ caseId, commandId: crypto.randomUUID(), action: 'modelsPrepared', input: { models: [] } },
  });
  expect(await act('designer', 'getCase')).toBe(Status.PlanUnderDesign);
  expect((await read('designer')).assignee?.id).toBe('p-designer');
  expect(await act('designer', 'submitTarget', { ...plan, files: ['target'] })).toBe(
    Status.TargetAwaitingExpert,
  );
  expect(await act('expert', 'targetExpertReview', { result: 'approved' })).toBe(Status.TargetAwaitingDoctor);
  expect(await act('designer', 'targetDoctorReview', { result: 'approved' })).toBe(Status.PlanUnderDesign);
  expect(await act('designer', 'submitPlan', plan)).toBe(Status.PlanAwaitingExpert);
  expect(await act('expert', 'qualityAudit', { result: 'refused', note: '前牙覆𬌗仍深' })).toBe(
    Status.ExpertRejected,
  );
  expect(await act('designer', 'submitPlan', plan)).toBe(Status.PlanAwaitingExpert);
  expect(await act('expert', 'qualityAudit', { result: 'approved' })).toBe(Status.PlanAwaitingDoctor);
  expect(await act('designer', 'confirmDoctor', { result: 'approved' })).toBe(Status.PrepareProduction);
  expect(await act('vendor', 'scheduleProduction')).toBe(Status.InProduction);
});

describe('a self-designer', () => {
  test('is offered each own step; technicians do not see the case', async () => {
    await accepted();
    expect((await read('designer')).actions).toContain('getCase');
    expect((await bench.get(`/api/cases/${caseId}`, { as: 'technician' })).status).toBe(404);
    await act('designer', 'getCase');
    expect((await read('designer')).actions).toEqual(expect.arrayContaining(['submitTarget', 'submitPlan']));
    expect(await act('technician', 'submitPlan', plan)).toBe('refused 404');
    expect(await act('supervisor', 'submitPlan', plan)).toMatch(/^refused/);
  });

  test('reviews no own plan as an expert, and approves none before the expert', async () => {
    await accepted();
    await act('designer', 'getCase');
    await act('designer', 'submitPlan', plan);
    expect(await act('designer', 'qualityAudit', { result: 'approved' })).toBe('refused 403');
    expect(await act('designer', 'confirmDoctor', { result: 'approved' })).toBe('refused 409');
  });

  test('takes no case of others, and doctors take none', async () => {
    const own = caseId;
    caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    await performAction(bench, 'supervisor', caseId, 'acceptCase');
    expect(await act('designer', 'getCase')).toBe('refused 404');
    caseId = own;
    await accepted();
    expect(await act('doctor', 'getCase')).toBe('refused 404');
  });

  test('may be replaced by a technician of the laboratory', async () => {
    await accepted();
    await act('designer', 'getCase');
    const body = { technicianId: 'p-technician', note: '设计师出差' };
    expect(await act('supervisor', 'reassign', body)).toBe(Status.PlanUnderDesign);
    expect(await act('designer', 'submitPlan', plan)).toMatch(/^refused/);
    expect(await act('technician', 'submitPlan', plan)).toBe(Status.PlanAwaitingExpert);
  });
});
