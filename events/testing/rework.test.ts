import { describe, expect, it } from 'vitest';
import { type CaseTrail, foldIntoTrail } from '../analysis/trail.ts';
import { systemViewer } from '../case/permissions.ts';
import { Status, statusCodes } from '../case/status.ts';
import { HOUR_MS, hourlyEvents } from './hourly-events.ts';
import { type CasePast, type PastStep, pastAt, playSteps } from './past.ts';
import { doctor, expert, supervisor, technician, vendor } from './people.ts';
import { foldIntoRework, noRework, reworkOf } from './rework.ts';

const note = 'a note';
const refused = (...reasons: string[]) => ({ result: 'refused', note, reasons });
const approved = { result: 'approved' };
const plan = (name: string) => ({ name, upperStages: 24, lowerStages: 20, files: ['plan-any'] });

const reworkAfter = (past: CasePast, ...steps: PastStep[]) =>
  reworkOf(hourlyEvents(playSteps(past, ...steps)));

const { PlanAwaitingExpert, PlanAwaitingDoctor, PlanUnderDesign, PrepareProduction, InProduction } = Status;

describe('a refusal', () => {
  it('has reviewer, version, round and reasons; it is open until the next version is judged', () => {
    const [one, ...more] = reworkAfter(pastAt[PlanAwaitingDoctor], [
      doctor,
      'confirmDoctor',
      refused('midline', 'ipr'),
    ]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      ...{ kind: 'refusal', type: 'PlanDoctorReviewed', by: doctor.id, actorPosition: 'Doctor' },
      ...{
        reasons: ['midline', 'ipr'],
        step: PlanAwaitingDoctor,
        version: 1,
        round: 1,
        met: null,
        cost: null,
      },
    });
  });

  it('costs the time until the next version stood before the same reviewer', () => {
    const steps: PastStep[] = [
      [doctor, 'confirmDoctor', refused('midline')],
      [technician, 'submitPlan', plan('2')],
      [expert, 'qualityAudit', approved],
    ];
    const before = steps.slice(0, 2);
    expect(reworkAfter(pastAt[PlanAwaitingDoctor], ...before)[0]).toMatchObject({ met: null, cost: null });
    expect(reworkAfter(pastAt[PlanAwaitingDoctor], ...steps)[0]).toMatchObject({
      met: null,
      cost: 2 * HOUR_MS,
    });
    expect(
      reworkAfter(pastAt[PlanAwaitingDoctor], ...steps, [doctor, 'confirmDoctor', approved])[0],
    ).toMatchObject({
      met: true,
      cost: 2 * HOUR_MS,
    });
  });

  it('is not answered by a version that another reviewer refused', () => {
    const found = reworkAfter(
      pastAt[PlanAwaitingDoctor],
      [doctor, 'confirmDoctor', refused('midline')],
      [technician, 'submitPlan', plan('2')],
      [expert, 'qualityAudit', refused('staging')],
      [technician, 'submitPlan', plan('3')],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
    );
    expect(found.map(({ type, version, round, met, cost }) => [type, version, round, met, cost])).toEqual([
      ['PlanDoctorReviewed', 1, 1, true, 4 * HOUR_MS],
      ['PlanExpertReviewed', 2, 2, true, HOUR_MS],
    ]);
  });

  it.each([
    ['for other reasons answers it', ['midline'], ['staging'], true],
    ['for one of its reasons does not', ['midline', 'ipr'], ['staging', 'ipr'], false],
    ['without reasons does not', ['midline'], undefined, false],
    ['does not answer one without reasons', undefined, ['midline'], false],
  ] as const)('of the next version %s', (_name, first, second, met) => {
    const refusal = (reasons: readonly string[] | undefined) => ({ result: 'refused', note, reasons });
    const found = reworkAfter(
      pastAt[PlanAwaitingExpert],
      [expert, 'qualityAudit', refusal(first)],
      [technician, 'submitPlan', plan('2')],
      [expert, 'qualityAudit', refusal(second)],
    );
    expect(found.map(one => [one.round, one.met, one.cost])).toEqual([
      [1, met, HOUR_MS],
      [2, null, null],
    ]);
    expect(found.map(one => one.reasons)).toEqual([first ?? [], second ?? []]);
  });

  it('of a target is apart from those of plans', () => {
    const found = reworkAfter(
      pastAt[Status.TargetAwaitingExpert],
      [expert, 'targetExpertReview', refused('occlusion')],
      [technician, 'submitPlan', plan('1')],
      [expert, 'qualityAudit', refused('movement')],
    );
    expect(found.map(({ type, version, round, met, cost }) => [type, version, round, met, cost])).toEqual([
      ['TargetExpertReviewed', 1, 1, null, null],
      ['PlanExpertReviewed', 1, 1, null, null],
    ]);
  });
});

describe('other rework', () => {
  it('an approval is none', () => {
    expect(reworkAfter(pastAt[PlanAwaitingDoctor], [doctor, 'confirmDoctor', approved])).toEqual([]);
  });

  it('a denial costs the time until the case was submitted again', () => {
    const denied: PastStep = [supervisor, 'deniedCase', { note, reasons: ['records'] }];
    const found = reworkAfter(pastAt[Status.ToAccept], denied, [doctor, 'submitCase'], denied);
    const head = {
      kind: 'denial',
      actorPosition: 'SuperMechanic',
      step: Status.ToAccept,
      reasons: ['records'],
    };
    expect(found).toMatchObject([
      { ...head, round: 1, cost: HOUR_MS, met: null },
      { ...head, round: 2, cost: null, met: null },
    ]);
  });

  it('a request for information costs the time until its answer or its end', () => {
    const asked: PastStep = [technician, 'requestInfo', { note, reasons: ['records', 'occlusion'] }];
    const found = reworkAfter(pastAt[PlanUnderDesign], asked, [doctor, 'answer', { note }], asked, [
      technician,
      'cancelRequest',
    ]);
    const head = { kind: 'request', step: PlanUnderDesign, reasons: ['records', 'occlusion'] };
    expect(found).toMatchObject([
      { ...head, round: 1, cost: HOUR_MS },
      { ...head, round: 2, cost: HOUR_MS },
    ]);
  });

  it('models that the check refused are a request of the system, without reasons', () => {
    expect(reworkAfter(pastAt[Status.CaseProcessing], [systemViewer, 'modelsRefused'])).toMatchObject([
      { kind: 'request', type: 'ModelsRefused', actorPosition: 'system', reasons: [], cost: null },
    ]);
  });

  it('a recall and a return cost the time until the plan stood at the same step', () => {
    const found = reworkAfter(
      pastAt[PlanAwaitingExpert],
      [technician, 'recallPlan', { note, reasons: ['attachments'] }],
      [technician, 'submitPlan', plan('2')],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
      [vendor, 'returnToDesign', { note, reasons: ['staging', 'defect'] }],
      [technician, 'submitPlan', plan('3')],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
    );
    expect(found).toMatchObject([
      { kind: 'recall', step: PlanAwaitingExpert, version: 1, reasons: ['attachments'], cost: HOUR_MS },
      {
        kind: 'return',
        step: PrepareProduction,
        version: 2,
        reasons: ['staging', 'defect'],
        cost: 3 * HOUR_MS,
      },
    ]);
  });

  it('a failed batch costs the time until one is in production again', () => {
    const found = reworkAfter(
      pastAt[InProduction],
      [vendor, 'batchFailed', { note, reasons: ['defect'] }],
      [vendor, 'scheduleProduction'],
    );
    expect(found).toMatchObject([
      { kind: 'failure', batch: 1, version: null, reasons: ['defect'], cost: HOUR_MS },
    ]);
  });

  it.each(['completed', 'deleted'] as const)('a refinement costs the time until it was %s', how => {
    const opened: PastStep = [doctor, 'refine', { reason: note, reasons: ['movement'] }];
    const ended: PastStep = [systemViewer, 'refinementEnded', { childId: 'CHLD22', how }];
    expect(reworkAfter(pastAt[Status.AllSent], opened)).toMatchObject([{ kind: 'refinement', cost: null }]);
    expect(reworkAfter(pastAt[Status.AllSent], opened, ended)).toMatchObject([
      { kind: 'refinement', reasons: ['movement'], step: Status.AllSent, round: 1, cost: HOUR_MS },
    ]);
  });
});

describe('the fold', () => {
  it.each(statusCodes)(
    'at %i finds as many refusals and requests as the trail of the case counts',
    status => {
      const events = hourlyEvents(pastAt[status]);
      let trail: CaseTrail | undefined;
      for (const e of events) ({ trail } = foldIntoTrail(trail, e, parentId => parentId));
      const found = reworkOf(events);
      const count = (kind: string) => found.filter(one => one.kind === kind).length;
      expect({ refusals: count('refusal'), requests: count('request') }).toEqual({
        refusals: trail?.numbers.refusals,
        requests: trail?.numbers.requests,
      });
    },
  );
  const events = hourlyEvents(
    playSteps(
      pastAt[PlanAwaitingExpert],
      [expert, 'qualityAudit', refused('movement')],
      [technician, 'submitPlan', plan('2')],
      [expert, 'qualityAudit', approved],
    ),
  );
  it('contains each event once', () => {
    const repeated = events.flatMap((e, i) => (i > 2 ? [e, events[i - 2] ?? e] : [e]));
    expect(reworkOf(repeated)).toEqual(reworkOf(events));
  });
  it('is the same in steps', () => {
    expect(events.reduce(foldIntoRework, noRework).found).toEqual(reworkOf(events));
  });
  it('reads events of before there were reasons as not said', () => {
    const older = hourlyEvents(pastAt[Status.ExpertRejected]);
    expect(reworkOf(older)).toMatchObject([{ kind: 'refusal', reasons: [] }]);
  });
});
