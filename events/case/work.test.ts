/** From acceptance to design: models, scans, requests for information, suspension, assignment. */

import { describe, expect, it } from 'vitest';
import * as s from '../script/orders.ts';
import { given } from '../testing/given.ts';
import {
  attachFiles,
  fillSections,
  newCasePast,
  pastAt,
  pictureUploadIds,
  playSteps,
  samplePlanInput,
  selfDesignedPast,
  stateOf,
} from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { isWaitingForViewer, listActionsFor, systemViewer } from './permissions.ts';
import { Status } from './status.ts';

const { doctor, assistant, designer, technician, technician2, expert, supervisor, service } = people;
const note = 'The lower scan misses 37.';

describe('accepting', () => {
  it('leads to 12 with digital models and to 27 without', () => {
    given(pastAt[Status.ToAccept])
      .when('acceptCase', supervisor)
      .then({ type: 'CaseAccepted', data: { to: Status.CaseProcessing } });
    given(pastAt[Status.ModelProcessing].slice(0, -1))
      .when('acceptCase', service)
      .then({ type: 'CaseAccepted', data: { to: Status.ModelProcessing } });
  });
  it('leads to 27 if one of two ordered arches has no model', () => {
    const past = attachFiles(
      fillSections(newCasePast(), {
        ...s.sampleAlignerOrder,
        data: { ...s.sampleDataSection, dataOrderNumber: 'D-100' },
      }),
      [...pictureUploadIds, 'upper'],
    );
    const submitted = playSteps(past, [doctor, 'submitCase']);
    given(submitted)
      .when('acceptCase', supervisor)
      .then({ type: 'CaseAccepted', data: { to: Status.ModelProcessing } });
  });
  it('is possible once', () => {
    given(pastAt[Status.CaseProcessing]).when('acceptCase', service).refused('actionClosed');
  });
  it('races with a withdrawal: the later one is refused', () => {
    given(playSteps(pastAt[Status.ToAccept], [supervisor, 'acceptCase']))
      .when('withdraw', doctor)
      .refused('actionClosed');
    given(playSteps(pastAt[Status.ToAccept], [doctor, 'withdraw']))
      .when('acceptCase', supervisor)
      .refused('caseUnknown');
  });
});

describe('rejecting', () => {
  it('needs a note that is not blank', () => {
    given(pastAt[Status.ToAccept]).when('deniedCase', supervisor).refused('badInput', 'note: required');
    given(pastAt[Status.ToAccept])
      .when('deniedCase', supervisor, { note: ' \n ' })
      .refused('badInput', 'note: blank');
  });
  it('clears the assignee, who no longer sees the case', () => {
    const state = given(pastAt[Status.PlanUnderDesign])
      .when('deniedCase', supervisor, { note })
      .then({ type: 'CaseDenied', data: { to: Status.SupervisorRejected } });
    expect(state.assigneeId).toBe(null);
    expect(listActionsFor(technician, state)).toEqual([]);
    given(playSteps(pastAt[Status.PlanUnderDesign], [supervisor, 'deniedCase', { note }]))
      .when('submitPlan', technician, samplePlanInput)
      .refused('caseUnknown');
  });
  it('is possible at 27 for a supervisor; the service desk may reject at 10 only', () => {
    given(pastAt[Status.ModelProcessing])
      .when('deniedCase', supervisor, { note })
      .then({ type: 'CaseDenied', data: { to: Status.SupervisorRejected } });
    given(pastAt[Status.ModelProcessing]).when('deniedCase', service, { note }).refused('actionClosed');
    given(pastAt[Status.ToAccept])
      .when('deniedCase', service, { note })
      .then({ type: 'CaseDenied', data: { to: Status.SupervisorRejected } });
  });
  it('leads, after another submission and acceptance, to "to distribute"', () => {
    const again = playSteps(
      pastAt[Status.PlanUnderDesign],
      [supervisor, 'deniedCase', { note }],
      [doctor, 'submitCase'],
      [service, 'acceptCase'],
    );
    given(again)
      .when('modelsPrepared', systemViewer, { models: [] })
      .then({ data: { to: Status.ToDistribute } });
  });
});

describe('preparing models', () => {
  const refused = { defects: [{ fileId: 'upper', slot: 'upper', defects: ['not-a-number'] }] };
  it('is permitted to the system only', () => {
    for (const viewer of [doctor, supervisor, people.admin])
      given(pastAt[Status.CaseProcessing])
        .when('modelsPrepared', viewer, { models: [] })
        .refused('notPermitted');
  });
  it('with refused models asks the doctor to replace each of them', () => {
    const past = playSteps(pastAt[Status.CaseProcessing], [systemViewer, 'modelsRefused', refused]);
    expect(stateOf(past)).toMatchObject({
      status: Status.InfoRequested,
      prior: Status.CaseProcessing,
      request: { defects: refused.defects },
    });
    expect(isWaitingForViewer(assistant, stateOf(past))).toBe(true);
    given(past)
      .when('answer', doctor, { note: 'why?' })
      .refused('badInput', 'files: upper-model-not-replaced');
    given(past)
      .when('answer', doctor, { files: ['lower-2'] })
      .refused('badInput', 'files: upper-model-not-replaced');
    given(past)
      .when('answer', doctor, { files: ['upper'] })
      .refused('badInput', 'files: upper-model-not-replaced');
    const state = given(past)
      .when('answer', assistant, { files: ['upper-2'] })
      .then({ data: { to: Status.CaseProcessing } });
    expect(state.files.filter(f => f.slot === 'upper').map(f => f.id)).toEqual(['upper-2']);
    expect(state).toMatchObject({ request: null, askedBy: null, prior: null });
  });
  it('has a request for models that nobody can cancel', () => {
    const past = playSteps(pastAt[Status.CaseProcessing], [systemViewer, 'modelsRefused', refused]);
    given(past).when('cancelRequest', supervisor).refused('actionClosed');
    given(past).when('cancelRequest', expert).refused('notPermitted');
  });
  it('is refused if the supervisor rejected the case meanwhile', () => {
    given(pastAt[Status.SupervisorRejected])
      .when('modelsPrepared', systemViewer, { models: [] })
      .refused('actionClosed');
  });
});

describe('scans of plaster models', () => {
  it('lead to 12 once every ordered arch has a scan', () => {
    given(pastAt[Status.ModelProcessing])
      .when('scansRecorded', technician2, { files: ['upper'] })
      .refused('badInput', 'files: lower-model-missing');
    given(pastAt[Status.ModelProcessing])
      .when('scansRecorded', technician2)
      .refused('badInput', 'files: upper-model-missing');
    given(pastAt[Status.ModelProcessing])
      .when('scansRecorded', service, { files: ['upper', 'lower', 'bite'] })
      .then({ data: { to: Status.CaseProcessing } });
  });
  it('are STL files of this case, one for each slot', () => {
    given(pastAt[Status.ModelProcessing])
      .when('scansRecorded', technician, { files: ['upper', 'upper-2', 'lower'] })
      .refused('badInput', 'files.1: slot-repeated');
    given(pastAt[Status.ModelProcessing])
      .when('scansRecorded', technician, { files: ['zip'] })
      .refused('badInput', 'files.0: file-kind');
    given(pastAt[Status.ModelProcessing])
      .when('scansRecorded', technician, { files: ['?'] })
      .refused('badInput', 'files.0: file-unknown');
  });
});

describe('asking for information', () => {
  it.each([
    Status.CaseProcessing,
    Status.ToDistribute,
    Status.PlanUnderDesign,
    Status.PlanAwaitingExpert,
    Status.DoctorRejected,
    Status.ExpertRejected,
    Status.ModelProcessing,
  ] as const)('at %i returns to that status with the answer or a cancellation', from => {
    const past = playSteps(pastAt[from], [supervisor, 'requestInfo', { note }]);
    expect(stateOf(past)).toMatchObject({
      status: Status.InfoRequested,
      prior: from,
      askedBy: supervisor.id,
      request: { note },
    });
    given(past)
      .when('answer', doctor, { note: 'Here.' })
      .then({ data: { to: from } });
    given(past)
      .when('cancelRequest', supervisor)
      .then({ type: 'RequestCancelled', data: { to: from } });
  });
  it('at 27 is permitted to a technician, who sees the case until the answer and may cancel the request', () => {
    const past = playSteps(pastAt[Status.ModelProcessing], [technician2, 'requestInfo', { note }]);
    given(past)
      .when('cancelRequest', technician2)
      .then({ data: { to: Status.ModelProcessing } });
    given(past).when('cancelRequest', technician).refused('caseUnknown');
    given(past).when('cancelRequest', expert).refused('notPermitted');
    given(past)
      .when('cancelRequest', supervisor)
      .then({ data: { to: Status.ModelProcessing } });
  });
  it('at 27 leads to 12 only if the answer completes the scans of every ordered arch', () => {
    const past = playSteps(pastAt[Status.ModelProcessing], [service, 'requestInfo', { note }]);
    given(past)
      .when('answer', doctor, { files: ['upper'] })
      .then({ data: { to: Status.ModelProcessing } });
    given(past)
      .when('answer', doctor, { files: ['upper', 'lower'] })
      .then({ data: { to: Status.CaseProcessing } });
  });
  it('leads to 12 and then 13 if the answer replaces a model during the expert’s review', () => {
    const past = playSteps(
      pastAt[Status.PlanAwaitingExpert],
      [expert, 'requestInfo', { note }],
      [doctor, 'answer', { files: ['lower-2'] }],
    );
    expect(stateOf(past).status).toBe(Status.CaseProcessing);
    given(past)
      .when('modelsPrepared', systemViewer, { models: [] })
      .then({ data: { to: Status.PlanUnderDesign } });
  });
  it('needs an answer with a note or files, one for each slot', () => {
    given(pastAt[Status.InfoRequested]).when('answer', doctor).refused('badInput', 'note: note-or-files');
    given(pastAt[Status.InfoRequested])
      .when('answer', doctor, { files: [] })
      .refused('badInput', 'note: note-or-files');
    given(pastAt[Status.InfoRequested])
      .when('answer', doctor, { files: ['upper', 'upper-2'] })
      .refused('badInput', 'files.1: slot-repeated');
    given(pastAt[Status.InfoRequested])
      .when('answer', doctor, { files: ['zip', 'zip'] })
      .refused('badInput', 'files: repeated');
    given(pastAt[Status.InfoRequested])
      .when('answer', doctor, { files: ['plan-any'] })
      .refused('badInput', 'files.0: file-kind');
  });
  it('refuses a cancellation after the answer as a lost race, not as a missing right', () => {
    const past = playSteps(pastAt[Status.InfoRequested], [doctor, 'answer', { note: 'Here.' }]);
    given(past).when('cancelRequest', technician).refused('actionClosed');
  });
});

describe('suspending', () => {
  it.each([Status.PlanUnderDesign, Status.ModelProcessing] as const)(
    'at %i continues at the same status',
    from => {
      const past = playSteps(pastAt[from], [service, 'suspend']);
      expect(stateOf(past)).toMatchObject({ status: Status.Suspended, prior: from });
      given(past)
        .when('continue', supervisor)
        .then({ type: 'CaseContinued', data: { to: from } });
    },
  );
  it('is permitted to the assigned technician only', () => {
    given(pastAt[Status.PlanUnderDesign])
      .when('suspend', technician)
      .then({ data: { to: Status.Suspended } });
    given(pastAt[Status.PlanUnderDesign]).when('suspend', technician2).refused('caseUnknown');
    given(pastAt[Status.ModelProcessing]).when('suspend', technician2).refused('notPermitted');
  });
  it('is refused for a suspended case, and continuing is refused for one that is not suspended', () => {
    given(pastAt[Status.Suspended]).when('suspend', technician).refused('actionClosed');
    given(pastAt[Status.PlanUnderDesign]).when('continue', technician).refused('actionClosed');
  });
});

describe('assigning a case', () => {
  it('lets a supervisor take the case', () => {
    const state = given(pastAt[Status.ToDistribute])
      .when('getCase', supervisor)
      .then({ type: 'CaseTaken', data: { to: Status.PlanUnderDesign } });
    expect(state.assigneeId).toBe(supervisor.id);
    expect(isWaitingForViewer(supervisor, state)).toBe(true);
    expect(listActionsFor(supervisor, state)).toContain('submitPlan');
    expect(listActionsFor(people.supervisor2, state)).not.toContain('submitPlan');
  });
  it('refuses the second of two supervisors who take the case', () => {
    given(playSteps(pastAt[Status.ToDistribute], [supervisor, 'getCase']))
      .when('getCase', people.supervisor2)
      .refused('actionClosed');
  });
  it('lets a self-designing doctor take only their own case', () => {
    const state = given(selfDesignedPast)
      .when('getCase', designer)
      .then({ type: 'CaseTaken', data: { to: Status.PlanUnderDesign } });
    expect(state.assigneeId).toBe(designer.id);
    given(pastAt[Status.ToDistribute]).when('getCase', designer).refused('caseUnknown');
    given(pastAt[Status.ToDistribute]).when('getCase', doctor).refused('notPermitted');
  });
  it('needs an active technician of the serving organisation', () => {
    const give = (technicianId: string) =>
      given(pastAt[Status.ToDistribute]).when('allocateCase', supervisor, { technicianId });
    give(technician.id).then({ type: 'CaseAllocated', data: { assigneeId: technician.id } });
    for (const id of [expert.id, 'x-Technician', doctor.id, 'nobody'])
      give(id).refused('badInput', 'technicianId: technician-unknown');
    given(pastAt[Status.ToDistribute])
      .when(
        'allocateCase',
        supervisor,
        { technicianId: technician.id },
        { person: id => ({ id, position: 'Technician', orgId: 'main', active: false }) },
      )
      .refused('badInput', 'technicianId: technician-unknown');
  });
  it.each([Status.PlanUnderDesign, Status.DoctorRejected, Status.ExpertRejected] as const)(
    'to another technician at %i needs a note and keeps the status',
    from => {
      const to = (technicianId: string, more = {}) =>
        given(pastAt[from]).when('reassign', supervisor, { technicianId, ...more });
      const state = to(technician2.id, { note }).then({ type: 'CaseReassigned', data: { to: from } });
      expect(listActionsFor(technician, state)).toEqual([]);
      expect(listActionsFor(technician2, state)).toContain('submitPlan');
      to(technician.id, { note }).refused('badInput', 'technicianId: technician-same');
      to(technician2.id).refused('badInput', 'note: required');
    },
  );
});
