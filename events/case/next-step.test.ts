import { describe, expect, it } from 'vitest';
import { pastAt, playSteps, stateOf } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { isNextActor, leadActionOf, nextActorsOf } from './next-step.ts';
import type { PermissionFacts } from './permissions.ts';
import { statusButtons } from './rules.ts';
import { Status, statusCodes } from './status.ts';

const lead = (
  viewer: (typeof people)[keyof typeof people & 'doctor'],
  facts: PermissionFacts,
  wearDue = false,
) => leadActionOf(viewer, { ...facts, wearDue });

describe('the lead action', () => {
  it('is submitPlan for the assigned technician under design, and none for a supervisor', () => {
    const facts = stateOf(pastAt[Status.PlanUnderDesign]);
    expect(lead(people.technician, facts)).toBe('submitPlan');
    expect(lead(people.technician2, facts)).toBeNull();
    expect([lead(people.supervisor, facts), lead(people.service, facts)]).toEqual([null, null]);
    expect(statusButtons[Status.PlanUnderDesign]).toEqual(['suspend']);
  });
  it('is allocateCase for the supervisor at "to distribute"', () => {
    const facts = stateOf(pastAt[Status.ToDistribute]);
    expect(lead(people.supervisor, facts)).toBe('allocateCase');
    expect(lead(people.technician, facts)).toBeNull();
  });
  it('is recordWear after the first receipt until the wear record begins', () => {
    for (const status of [Status.AwaitingNextBatch, Status.AllSent] as const) {
      const facts = stateOf(pastAt[status]);
      for (const viewer of [people.doctor, people.assistant]) {
        expect(lead(viewer, facts, true)).toBe('recordWear');
        expect(lead(viewer, facts, false)).toBeNull();
      }
      expect(lead(people.vendor, facts, true)).toBeNull();
      expect(lead(people.analyst, facts, true)).toBeNull();
    }
  });
});

describe('the people who act next', () => {
  const by: Record<Status, string> = {
    [Status.ClinicalInfoIncomplete]: 'owner',
    [Status.TreatmentPlanIncomplete]: 'owner',
    [Status.SetupIncomplete]: 'owner',
    [Status.BracketsNotChosen]: 'owner',
    [Status.TorqueIncomplete]: 'owner',
    [Status.AlignerSetupIncomplete]: 'owner',
    [Status.ToothMarkersIncomplete]: 'owner',
    [Status.PhotosIncomplete]: 'owner',
    [Status.ModelsToProvide]: 'owner',
    [Status.ToSubmit]: 'owner',
    [Status.SupervisorRejected]: 'owner',
    [Status.ModelToBeShipped]: 'owner',
    [Status.InfoRequested]: 'owner',
    [Status.PlanAwaitingDoctor]: 'owner',
    [Status.TargetAwaitingDoctor]: 'owner',
    [Status.ToAccept]: 'SuperMechanic, Service',
    [Status.CaseProcessing]: 'system',
    [Status.PlanUnderDesign]: 'assignee',
    [Status.PlanAwaitingExpert]: 'Specialist',
    [Status.PrepareProduction]: 'VendorAdmin',
    [Status.InProduction]: 'VendorAdmin',
    [Status.DoctorRejected]: 'assignee',
    [Status.ExpertRejected]: 'assignee',
    [Status.ToDistribute]: 'SuperMechanic',
    [Status.Shipping]: 'owner',
    [Status.AwaitingNextBatch]: 'owner',
    [Status.AllSent]: 'owner',
    [Status.Completed]: '',
    [Status.InRefinement]: '',
    [Status.ModelProcessing]: 'Technician, Service, SuperMechanic',
    [Status.TargetAwaitingExpert]: 'Specialist',
    [Status.Suspended]: 'assignee, SuperMechanic, Service',
  };
  it('follow from the rules at every status', () => {
    const said = statusCodes.map(status => [status, nextActorsOf(stateOf(pastAt[status])).join(', ')]);
    expect(Object.fromEntries(said)).toEqual(by);
  });
  it('include the viewer if the case waits for them', () => {
    const mine = (status: Status) =>
      Object.entries(people)
        .filter(([name]) =>
          ['doctor', 'technician', 'technician2', 'expert', 'supervisor', 'vendor', 'analyst'].includes(name),
        )
        .filter(([, viewer]) => isNextActor(viewer as typeof people.doctor, stateOf(pastAt[status])))
        .map(([name]) => name);
    expect(mine(Status.ToAccept)).toEqual(['supervisor']);
    expect(mine(Status.PlanUnderDesign)).toEqual(['technician']);
    expect(mine(Status.PlanAwaitingExpert)).toEqual(['expert']);
    expect(mine(Status.PlanAwaitingDoctor)).toEqual(['doctor']);
    expect(mine(Status.InProduction)).toEqual(['vendor']);
    expect([...mine(Status.Completed), ...mine(Status.InRefinement)]).toEqual([]);
  });
  it('are none for an archived case', () => {
    expect(nextActorsOf(stateOf(playSteps(pastAt[Status.Completed], [people.doctor, 'archive'])))).toEqual(
      [],
    );
  });
});
