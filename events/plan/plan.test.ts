import { describe, expect, it } from 'vitest';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { parcel, pastAt, playSteps, samplePlanInput, stateOf } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { approvedPlan, latestVersion, reviewStatus } from './plan.ts';

const { doctor, assistant, technician, technician2, expert, supervisor, vendor } = people;
const note = '33 needs an attachment.';
const approved = { result: 'approved' };
const refused = { result: 'refused', note };
const any = { ...samplePlanInput, files: ['plan-any'] };

describe('submitting a plan', () => {
  it('makes a new version bound to its files; its name is sealed', () => {
    const state = given(pastAt[Status.PlanUnderDesign])
      .when('submitPlan', technician, { ...samplePlanInput, instructions: 'IPR before stage 3.' })
      .then({
        type: 'PlanSubmitted',
        data: {
          to: Status.PlanAwaitingExpert,
          version: 1,
          upperStages: 24,
          lowerStages: 20,
          bundle: 'sha-plan-24-20',
        },
        personal: {
          name: '方案一',
          instructions: 'IPR before stage 3.',
          names: { 'plan-24-20': 'plan-24-20.bin' },
        },
      });
    expect(latestVersion(state.plans)).toMatchObject({
      name: '方案一',
      by: technician.id,
      expert: null,
      void: null,
    });
    expect(
      JSON.stringify(
        given(pastAt[Status.PlanUnderDesign]).when('submitPlan', technician, samplePlanInput).then({}).plans,
      ),
    ).toContain('方案一');
  });
  it('keeps older versions', () => {
    const again = given(pastAt[Status.ExpertRejected])
      .when('submitPlan', technician, any)
      .then({ data: { version: 2 } });
    expect(again.plans.map(p => [p.version, reviewStatus(p)])).toEqual([
      [1, 'rejected'],
      [2, 'unreviewed'],
    ]);
  });
  it('binds several files in their order', () => {
    given(pastAt[Status.PlanUnderDesign])
      .when('submitPlan', technician, { ...samplePlanInput, files: ['zip', 'upper'] })
      .then({ data: { bundle: 'digest(sha-zip sha-upper)' } });
  });
  it('needs the shapes that plan.json names, or none', () => {
    const submit = (...files: string[]) =>
      given(pastAt[Status.PlanUnderDesign]).when('submitPlan', technician, { ...samplePlanInput, files });
    submit('plan-shapes', 'teeth', 'coarse').then({ data: { to: Status.PlanAwaitingExpert } });
    submit('plan-shapes').then({ data: { to: Status.PlanAwaitingExpert } });
    submit('plan-shapes', 'teeth').refused('badInput', 'files: plan-parts');
    submit('plan-shapes', 'teeth', 'others').refused('badInput', 'files: plan-parts');
    submit('plan-shapes', 'teeth', 'coarse', 'others').refused('badInput', 'files: plan-parts');
    submit('plan-sizes', 'teeth', 'coarse').refused('badInput', 'files: plan-parts');
    submit('plan-numbers', 'teeth', 'coarse').refused('badInput', 'files: plan-parts');
    submit('teeth', 'coarse').then({ data: { to: Status.PlanAwaitingExpert } });
  });
  it.each(['submitPlan', 'submitTarget'] as const)('%s with two plans is refused', action => {
    const submit = (...files: string[]) =>
      given(pastAt[Status.PlanUnderDesign]).when(action, technician, { ...samplePlanInput, files });
    submit('plan-shapes', 'teeth', 'coarse', 'plan-numbers').refused('badInput', 'files: plan-several');
    submit('plan-numbers', 'plan-shapes').refused('badInput', 'files: plan-several');
    submit('plan-numbers', 'zip', 'loose', 'plan-any').then({});
  });
  it('is refused if the bundle states other stages, or no stages', () => {
    const submit = (more: object) =>
      given(pastAt[Status.PlanUnderDesign]).when('submitPlan', technician, { ...samplePlanInput, ...more });
    submit({ upperStages: 23 }).refused('badInput', 'upperStages: stages-differ');
    submit({ lowerStages: 21 }).refused('badInput', 'lowerStages: stages-differ');
    submit({ files: [] }).refused('badInput', 'files: too-few');
    submit({ upperStages: 0, lowerStages: 0, files: ['plan-any'] }).refused(
      'badInput',
      'upperStages: no-stages',
    );
    submit({ upperStages: 201 }).refused('badInput', 'upperStages: too-big');
    submit({ upperStages: 1.5 }).refused('badInput', 'upperStages: wrong-type');
    submit({ files: ['letter'] }).refused('badInput', 'files.0: file-kind');
    submit({ upperStages: 12, lowerStages: 0, files: ['plan-any'] }).then({ data: { lowerStages: 0 } });
  });
  it('is for the assignee: another technician does not see the case, the supervisor sees it but may not', () => {
    given(pastAt[Status.PlanUnderDesign])
      .when('submitPlan', technician2, samplePlanInput)
      .refused('caseUnknown');
    given(pastAt[Status.PlanUnderDesign])
      .when('submitPlan', supervisor, samplePlanInput)
      .refused('notPermitted');
  });
});

describe('reviewing a plan', () => {
  it('is for the expert, then the doctor; approval leads to production', () => {
    const state = given(pastAt[Status.PlanAwaitingDoctor])
      .when('confirmDoctor', doctor, approved)
      .then({
        type: 'PlanDoctorReviewed',
        data: { to: Status.PrepareProduction, version: 1, result: 'approved', bundle: 'sha-plan-24-20' },
      });
    expect(state).toMatchObject({ produced: true, status: Status.PrepareProduction });
    expect(approvedPlan(state)?.expert).toMatchObject({ by: expert.id, result: 'approved', note: null });
    expect(approvedPlan(state)?.doctor).toMatchObject({ by: doctor.id });
  });
  it('a refusal needs a note, an approval may have one', () => {
    for (const [from, action, who] of [
      [14, 'qualityAudit', expert],
      [15, 'confirmDoctor', doctor],
    ] as const) {
      given(pastAt[from]).when(action, who, { result: 'refused' }).refused('badInput', 'note: note-required');
      given(pastAt[from])
        .when(action, who, { result: 'refused', note: ' ' })
        .refused('badInput', 'note: blank');
      given(pastAt[from])
        .when(action, who, { result: 'perhaps' })
        .refused('badInput', 'result: not-a-choice');
      given(pastAt[from])
        .when(action, who, { ...approved, note })
        .then({ personal: { note } });
    }
  });
  it('refused by the expert leads to 19, by the doctor to 18, with the reason', () => {
    expect(latestVersion(stateOf(pastAt[Status.ExpertRejected]).plans)).toMatchObject({
      expert: { result: 'refused', note: '33 号牙需要附件' },
      doctor: null,
    });
    expect(stateOf(pastAt[Status.DoctorRejected])).toMatchObject({
      status: Status.DoctorRejected,
      produced: false,
    });
  });
  it('is not for the assistant', () => {
    given(pastAt[Status.PlanAwaitingDoctor])
      .when('confirmDoctor', assistant, approved)
      .refused('notPermitted');
  });
  it('of a replaced bundle is a lost race', () => {
    const newer = playSteps(
      pastAt[Status.PlanAwaitingDoctor],
      [technician, 'recallPlan', { note }],
      [technician, 'submitPlan', any],
      [expert, 'qualityAudit', approved],
    );
    given(newer)
      .when('confirmDoctor', doctor, { ...approved, bundle: 'sha-plan-24-20' })
      .refused('actionClosed');
    given(newer)
      .when('confirmDoctor', doctor, { ...approved, bundle: 'sha-plan-any' })
      .then({ data: { to: Status.PrepareProduction, version: 2 } });
  });
  it('races with a recall by the designer: one wins', () => {
    given(playSteps(pastAt[Status.PlanAwaitingDoctor], [technician, 'recallPlan', { note }]))
      .when('confirmDoctor', doctor, approved)
      .refused('actionClosed');
    given(playSteps(pastAt[Status.PlanAwaitingDoctor], [doctor, 'confirmDoctor', approved]))
      .when('recallPlan', technician, { note })
      .refused('actionClosed');
  });
});

describe('recalling a plan', () => {
  it.each([14, 15] as const)('a plan recalled at %i counts as unreviewed', from => {
    const state = given(pastAt[from])
      .when('recallPlan', technician, { note })
      .then({ type: 'PlanRecalled', data: { to: Status.PlanUnderDesign, version: 1 } });
    expect(latestVersion(state.plans)).toMatchObject({ void: { by: technician.id, note } });
    expect(latestVersion(state.plans) && reviewStatus(state.plans[0] ?? never())).toBe('unreviewed');
  });
  it('a return from production voids the approval', () => {
    const state = given(pastAt[Status.PrepareProduction])
      .when('returnToDesign', vendor, { note })
      .then({ type: 'ReturnedToDesign', data: { to: Status.PlanUnderDesign, version: 1 } });
    expect(reviewStatus(state.plans[0] ?? never())).toBe('rejected');
    expect(approvedPlan(state)).toBeUndefined();
    expect(state).toMatchObject({ assigneeId: technician.id, produced: true });
  });
  it('after stages were sent, the next plan continues from them', () => {
    const returned = playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'nextBatch'],
      [vendor, 'returnToDesign', { note }],
    );
    const submit = (upperStages: number, lowerStages: number) =>
      given(returned).when('submitPlan', technician, { ...any, upperStages, lowerStages });
    submit(9, 20).refused('badInput', 'upperStages: stages-sent');
    submit(20, 9).refused('badInput', 'lowerStages: stages-sent');
    submit(10, 10).refused('badInput', 'upperStages: no-stages-left');
    submit(11, 10).then({ data: { to: Status.PlanAwaitingExpert, version: 2 } });
    const shorter = playSteps(
      returned,
      [technician, 'submitPlan', { ...any, upperStages: 11, lowerStages: 10 }],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
    );
    given(shorter)
      .when('scheduleProduction', vendor)
      .then({ data: { upper: { from: 11, to: 11 }, lower: null } });
  });
});

describe('targets', () => {
  const task = { ...samplePlanInput, files: ['target'] };
  it('go to the expert, then to the doctor, then back to design either way', () => {
    given(pastAt[Status.PlanUnderDesign])
      .when('submitTarget', technician, task)
      .then({ type: 'TargetSubmitted', data: { to: Status.TargetAwaitingExpert, version: 1 } });
    given(pastAt[Status.TargetAwaitingExpert])
      .when('targetExpertReview', expert, approved)
      .then({ type: 'TargetExpertReviewed', data: { to: Status.TargetAwaitingDoctor } });
    given(pastAt[Status.TargetAwaitingExpert])
      .when('targetExpertReview', expert, refused)
      .then({ data: { to: Status.PlanUnderDesign, result: 'refused' } });
    given(pastAt[Status.TargetAwaitingDoctor])
      .when('targetDoctorReview', doctor, approved)
      .then({ type: 'TargetDoctorReviewed', data: { to: Status.PlanUnderDesign } });
    given(pastAt[Status.TargetAwaitingDoctor])
      .when('targetDoctorReview', doctor, refused)
      .then({ data: { to: Status.PlanUnderDesign, result: 'refused' } });
  });
  it('are not plans: nothing is produced from them', () => {
    const state = given(pastAt[Status.TargetAwaitingDoctor])
      .when('targetDoctorReview', doctor, approved)
      .then({});
    expect(state.plans).toEqual([]);
    expect(state.targets.map(reviewStatus)).toEqual(['approved']);
  });
  it('are versioned apart from plans', () => {
    const state = given(
      playSteps(
        pastAt[Status.DoctorRejected],
        [technician, 'submitTarget', task],
        [expert, 'targetExpertReview', refused],
      ),
    )
      .when('submitTarget', technician, task)
      .then({ data: { version: 2 } });
    expect([state.plans.length, state.targets.length]).toEqual([1, 2]);
  });
});

describe('a later refinement', () => {
  it('keeps the first plan and its approval', () => {
    const state = stateOf(playSteps(pastAt[Status.AllSent], [doctor, 'refine', { reason: note }]));
    expect(approvedPlan(state)?.version).toBe(1);
    expect(state.shipments).toHaveLength(2);
    expect(parcel.courier).toBe(state.shipments[0]?.courier);
  });
});

function never(): never {
  throw new Error('there is no plan');
}
