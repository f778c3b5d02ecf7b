/** From acceptance to a designer: models, scans, information, suspension, who designs. */
import { describe, expect, it } from 'vitest';
import * as s from '../script/orders.ts';
import { given } from '../testing/given.ts';
import { at, attach, created, fill, ownDesign, pictures, plan, play, stateOf } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { openActions, systemViewer, waitsFor } from './may.ts';

const { doctor, assistant, designer, technician, technician2, expert, supervisor, service } = people;
const note = 'The lower scan misses 37.';

describe('accepting', () => {
  it('leads to 12 with digital models, to 27 without', () => {
    given(at[10])
      .when('acceptCase', supervisor)
      .then({ type: 'CaseAccepted', data: { to: 12 } });
    given(at[27].slice(0, -1))
      .when('acceptCase', service)
      .then({ type: 'CaseAccepted', data: { to: 27 } });
  });
  it('needs a model of every ordered arch: one of two is 27', () => {
    const past = attach(
      fill(created(), { ...s.alignerOrder, data: { ...s.data, dataOrderNumber: 'D-100' } }),
      [...pictures, 'upper'],
    );
    const submitted = play(past, [doctor, 'submitCase']);
    given(submitted)
      .when('acceptCase', supervisor)
      .then({ type: 'CaseAccepted', data: { to: 27 } });
  });
  it('happens once: the second is told that it is late', () => {
    given(at[12]).when('acceptCase', service).refused('actionClosed');
  });
  it('and withdrawing at the same time: one wins, the other is told', () => {
    given(play(at[10], [supervisor, 'acceptCase']))
      .when('withdraw', doctor)
      .refused('actionClosed');
    given(play(at[10], [doctor, 'withdraw']))
      .when('acceptCase', supervisor)
      .refused('caseUnknown');
  });
});

describe('rejecting', () => {
  it('needs a note that says something', () => {
    given(at[10]).when('deniedCase', supervisor).refused('badInput', 'note: required');
    given(at[10]).when('deniedCase', supervisor, { note: ' \n ' }).refused('badInput', 'note: blank');
  });
  it('clears the assignee: who designed it no longer sees it', () => {
    const state = given(at[13])
      .when('deniedCase', supervisor, { note })
      .then({ type: 'CaseDenied', data: { to: 20 } });
    expect(state.assigneeId).toBe(null);
    expect(openActions(technician, state)).toEqual([]);
    given(play(at[13], [supervisor, 'deniedCase', { note }]))
      .when('submitPlan', technician, plan)
      .refused('caseUnknown');
  });
  it('at 27 too; service may at 10 alone', () => {
    given(at[27])
      .when('deniedCase', supervisor, { note })
      .then({ type: 'CaseDenied', data: { to: 20 } });
    given(at[27]).when('deniedCase', service, { note }).refused('actionClosed');
    given(at[10])
      .when('deniedCase', service, { note })
      .then({ type: 'CaseDenied', data: { to: 20 } });
  });
  it('and all over again: submitted, accepted, prepared, it waits to be distributed', () => {
    const again = play(
      at[13],
      [supervisor, 'deniedCase', { note }],
      [doctor, 'submitCase'],
      [service, 'acceptCase'],
    );
    given(again)
      .when('modelsPrepared', systemViewer, { models: [] })
      .then({ data: { to: 21 } });
  });
});

describe('preparing models', () => {
  const refused = { defects: [{ fileId: 'upper', slot: 'upper', defects: ['not-a-number'] }] };
  it('is the system’s alone', () => {
    for (const viewer of [doctor, supervisor, people.admin])
      given(at[12]).when('modelsPrepared', viewer, { models: [] }).refused('notPermitted');
  });
  it('that come back refused ask the doctor for each of them', () => {
    const past = play(at[12], [systemViewer, 'modelsRefused', refused]);
    expect(stateOf(past)).toMatchObject({ status: 11, prior: 12, request: { defects: refused.defects } });
    expect(waitsFor(assistant, stateOf(past))).toBe(true);
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
      .then({ data: { to: 12 } });
    expect(state.files.filter(f => f.slot === 'upper').map(f => f.id)).toEqual(['upper-2']);
    expect(state).toMatchObject({ request: null, askedBy: null, prior: null });
  });
  it('cannot be called off by a person', () => {
    const past = play(at[12], [systemViewer, 'modelsRefused', refused]);
    given(past).when('cancelRequest', supervisor).refused('actionClosed');
    given(past).when('cancelRequest', expert).refused('notPermitted');
  });
  it('ends too late where the supervisor rejected meanwhile', () => {
    given(at[20]).when('modelsPrepared', systemViewer, { models: [] }).refused('actionClosed');
  });
});

describe('scans of plaster models', () => {
  it('lead to 12 once every ordered arch has one', () => {
    given(at[27])
      .when('scansRecorded', technician2, { files: ['upper'] })
      .refused('badInput', 'files: lower-model-missing');
    given(at[27]).when('scansRecorded', technician2).refused('badInput', 'files: upper-model-missing');
    given(at[27])
      .when('scansRecorded', service, { files: ['upper', 'lower', 'bite'] })
      .then({ data: { to: 12 } });
  });
  it('are STL files of this case, one for each place', () => {
    given(at[27])
      .when('scansRecorded', technician, { files: ['upper', 'upper-2', 'lower'] })
      .refused('badInput', 'files.1: slot-repeated');
    given(at[27])
      .when('scansRecorded', technician, { files: ['zip'] })
      .refused('badInput', 'files.0: file-kind');
    given(at[27])
      .when('scansRecorded', technician, { files: ['?'] })
      .refused('badInput', 'files.0: file-unknown');
  });
});

describe('asking for information', () => {
  it.each([12, 21, 13, 14, 18, 19, 27] as const)('at %i returns there with the answer', from => {
    const past = play(at[from], [supervisor, 'requestInfo', { note }]);
    expect(stateOf(past)).toMatchObject({
      status: 11,
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
  it('at 27 a technician may, sees it until it is answered, and may call it off', () => {
    const past = play(at[27], [technician2, 'requestInfo', { note }]);
    given(past)
      .when('cancelRequest', technician2)
      .then({ data: { to: 27 } });
    given(past).when('cancelRequest', technician).refused('caseUnknown');
    given(past).when('cancelRequest', expert).refused('notPermitted');
    given(past)
      .when('cancelRequest', supervisor)
      .then({ data: { to: 27 } });
  });
  it('an answer with a scan at prior 27 leads to 12 only when every ordered arch has one', () => {
    const past = play(at[27], [service, 'requestInfo', { note }]);
    given(past)
      .when('answer', doctor, { files: ['upper'] })
      .then({ data: { to: 27 } });
    given(past)
      .when('answer', doctor, { files: ['upper', 'lower'] })
      .then({ data: { to: 12 } });
  });
  it('an answer that replaces a model during the expert’s review starts over at 12, then 13', () => {
    const past = play(at[14], [expert, 'requestInfo', { note }], [doctor, 'answer', { files: ['lower-2'] }]);
    expect(stateOf(past).status).toBe(12);
    given(past)
      .when('modelsPrepared', systemViewer, { models: [] })
      .then({ data: { to: 13 } });
  });
  it('an answer says something: a note or files, one for each place', () => {
    given(at[11]).when('answer', doctor).refused('badInput', 'note: note-or-files');
    given(at[11]).when('answer', doctor, { files: [] }).refused('badInput', 'note: note-or-files');
    given(at[11])
      .when('answer', doctor, { files: ['upper', 'upper-2'] })
      .refused('badInput', 'files.1: slot-repeated');
    given(at[11])
      .when('answer', doctor, { files: ['zip', 'zip'] })
      .refused('badInput', 'files: repeated');
    given(at[11])
      .when('answer', doctor, { files: ['plan-any'] })
      .refused('badInput', 'files.0: file-kind');
  });
  it('answered a moment ago, calling it off is a lost race, not a missing right', () => {
    const past = play(at[11], [doctor, 'answer', { note: 'Here.' }]);
    given(past).when('cancelRequest', technician).refused('actionClosed');
  });
});

describe('suspending', () => {
  it.each([13, 27] as const)('at %i goes on there', from => {
    const past = play(at[from], [service, 'suspend']);
    expect(stateOf(past)).toMatchObject({ status: 33, prior: from });
    given(past)
      .when('continue', supervisor)
      .then({ type: 'CaseContinued', data: { to: from } });
  });
  it('is the assignee’s, not any technician’s', () => {
    given(at[13])
      .when('suspend', technician)
      .then({ data: { to: 33 } });
    given(at[13]).when('suspend', technician2).refused('caseUnknown');
    given(at[27]).when('suspend', technician2).refused('notPermitted');
  });
  it('twice, or of what runs already, is too late', () => {
    given(at[33]).when('suspend', technician).refused('actionClosed');
    given(at[13]).when('continue', technician).refused('actionClosed');
  });
});

describe('who designs', () => {
  it('a supervisor takes it', () => {
    const state = given(at[21])
      .when('getCase', supervisor)
      .then({ type: 'CaseTaken', data: { to: 13 } });
    expect(state.assigneeId).toBe(supervisor.id);
    expect(waitsFor(supervisor, state)).toBe(true);
    expect(openActions(supervisor, state)).toContain('submitPlan');
    expect(openActions(people.supervisor2, state)).not.toContain('submitPlan');
  });
  it('two supervisors at once: one wins', () => {
    given(play(at[21], [supervisor, 'getCase']))
      .when('getCase', people.supervisor2)
      .refused('actionClosed');
  });
  it('a self-designer takes the own case, nobody’s else', () => {
    const state = given(ownDesign)
      .when('getCase', designer)
      .then({ type: 'CaseTaken', data: { to: 13 } });
    expect(state.assigneeId).toBe(designer.id);
    given(at[21]).when('getCase', designer).refused('caseUnknown');
    given(at[21]).when('getCase', doctor).refused('notPermitted');
  });
  it('a technician of the serving organisation is given it', () => {
    const give = (technicianId: string) => given(at[21]).when('allocateCase', supervisor, { technicianId });
    give(technician.id).then({ type: 'CaseAllocated', data: { assigneeId: technician.id } });
    for (const id of [expert.id, 'x-Technician', doctor.id, 'nobody'])
      give(id).refused('badInput', 'technicianId: technician-unknown');
    given(at[21])
      .when(
        'allocateCase',
        supervisor,
        { technicianId: technician.id },
        { person: id => ({ id, position: 'Technician', orgId: 'main', active: false }) },
      )
      .refused('badInput', 'technicianId: technician-unknown');
  });
  it.each([13, 18, 19] as const)('changes at %i, with a note, to another; the status stays', from => {
    const to = (technicianId: string, more = {}) =>
      given(at[from]).when('reassign', supervisor, { technicianId, ...more });
    const state = to(technician2.id, { note }).then({ type: 'CaseReassigned', data: { to: from } });
    expect(openActions(technician, state)).toEqual([]);
    expect(openActions(technician2, state)).toContain('submitPlan');
    to(technician.id, { note }).refused('badInput', 'technicianId: technician-same');
    to(technician2.id).refused('badInput', 'note: required');
  });
});
