/** Refinement, completion and archiving of cases. */

import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { newCasePast, pastAt, playSteps, recordEvents, stateOf } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { isWaitingForViewer, listActionsFor, seesCase, systemViewer } from './permissions.ts';
import { Status } from './status.ts';

const { doctor, assistant, admin, supervisor, technician, vendor } = people;
const reason = '13 has not derotated.';
const records = { photos: ['after'], xrays: ['after-xray'] };

describe('refining', () => {
  it.each([Status.AwaitingNextBatch, Status.AllSent] as const)(
    'at %i opens a child case; parent and child refer to each other',
    from => {
      const state = given(pastAt[from])
        .when('refine', doctor, { reason })
        .then({
          type: 'RefinementOpened',
          data: { to: Status.InRefinement, childId: 'CHLD22' },
          personal: { reason },
        });
      expect(state).toMatchObject({
        status: Status.InRefinement,
        prior: from,
        childId: 'CHLD22',
        refineReason: reason,
      });
      expect(stateOf(newCasePast(doctor, 'CASE22')).parentId).toBe('CASE22');
    },
  );
  it('is permitted to the doctor only, needs a reason, and cannot be repeated while open', () => {
    given(pastAt[Status.AllSent]).when('refine', assistant, { reason }).refused('notPermitted');
    given(pastAt[Status.AllSent]).when('refine', doctor).refused('badInput', 'reason: required');
    given(pastAt[Status.InRefinement]).when('refine', doctor, { reason }).refused('actionClosed');
  });
  it('completes the parent case with the child case', () => {
    const end = { childId: 'CHLD22', how: 'completed' };
    const state = given(pastAt[Status.InRefinement])
      .when('refinementEnded', systemViewer, end)
      .then({ data: { to: Status.Completed } });
    expect(state).toMatchObject({ prior: null, childId: 'CHLD22' });
  });
  it.each([Status.AwaitingNextBatch, Status.AllSent] as const)(
    'with its draft deleted returns the parent case to %i, and can be repeated',
    from => {
      const deleted = { childId: 'CHLD22', how: 'deleted' };
      const past = playSteps(
        pastAt[from],
        [doctor, 'refine', { reason }],
        [systemViewer, 'refinementEnded', deleted],
      );
      expect(stateOf(past)).toMatchObject({ status: from, prior: null, childId: null, refineReason: null });
      given(past)
        .when('refine', doctor, { reason }, { childId: 'CHLD33' })
        .then({ data: { to: Status.InRefinement, childId: 'CHLD33' } });
    },
  );
  it('is ended by the system only, once, and for its own child case', () => {
    const end = (childId: string) => ({ childId, how: 'completed' });
    given(pastAt[Status.InRefinement]).when('refinementEnded', doctor, end('CHLD22')).refused('notPermitted');
    given(pastAt[Status.InRefinement])
      .when('refinementEnded', systemViewer, end('OTHER2'))
      .refused('badInput', 'childId: refinement-other');
    const over = playSteps(pastAt[Status.InRefinement], [systemViewer, 'refinementEnded', end('CHLD22')]);
    given(over).when('refinementEnded', systemViewer, end('CHLD22')).refused('actionClosed');
  });
});

describe('completing', () => {
  const date = '2026-03-01';
  it.each([
    [Status.AllSent, 1, true],
    [Status.AllSent, 2, true],
    [Status.AllSent, 3, false],
    [Status.AllSent, 4, false],
    [Status.AwaitingNextBatch, 2, true],
    [Status.AwaitingNextBatch, 3, false],
    [Status.AwaitingNextBatch, 4, false],
    [Status.Suspended, 3, false],
  ] as const)('is possible at %i with outcome %i; final records required: %s', (from, outcome, needed) => {
    const input = { outcome, date };
    if (needed) {
      given(pastAt[from]).when('complete', doctor, input).refused('badInput', 'photos: required');
      given(pastAt[from])
        .when('complete', doctor, { ...input, photos: ['after'] })
        .refused('badInput', 'xrays: required');
    }
    const more = needed ? records : {};
    given(pastAt[from])
      .when('complete', doctor, { ...input, ...more })
      .then({ type: 'CaseCompleted', data: { to: Status.Completed, outcome, date } });
  });
  it.each([
    [Status.AwaitingNextBatch, 1],
    [Status.Suspended, 1],
    [Status.Suspended, 2],
    [Status.Suspended, 4],
  ] as const)('is refused at %i with outcome %i', (from, outcome) => {
    given(pastAt[from])
      .when('complete', doctor, { outcome, date, ...records })
      .refused('badInput', 'outcome: outcome-not-now');
  });
  it('keeps the final records and the answers', () => {
    const state = given(pastAt[Status.AllSent])
      .when('complete', doctor, { outcome: 1, date, retainer: true, models: true, ...records })
      .then({ personal: { names: { after: 'after.bin', 'after-xray': 'after-xray.bin' } } });
    expect(state.completion).toMatchObject({
      outcome: 1,
      date,
      retainer: true,
      models: true,
      photos: [{ id: 'after', name: 'after.bin' }],
      xrays: [{ id: 'after-xray' }],
    });
  });
  it('needs a valid date, not in the future', () => {
    const on = (day: string) =>
      given(pastAt[Status.AllSent]).when('complete', doctor, { outcome: 3, date: day });
    on('2026-03-02').then({});
    on('2026-03-03').refused('badInput', 'date: date-future');
    on('2026-02-29').refused('badInput', 'date: date-invalid');
    on('1 March').refused('badInput', 'date: date-format');
  });
  it('of a suspended case removes the status before the suspension', () => {
    expect(
      given(pastAt[Status.Suspended]).when('complete', doctor, { outcome: 3, date }).then({}),
    ).toMatchObject({
      status: Status.Completed,
      prior: null,
    });
  });
  it('refuses a photo in place of an X-ray', () => {
    given(pastAt[Status.AllSent])
      .when('complete', doctor, { outcome: 1, date, photos: ['after'], xrays: ['after'] })
      .refused('badInput', 'xrays.0: file-kind');
  });
});

describe('the archive', () => {
  it('accepts a completed case once; only an Admin can restore the case', () => {
    const archived = playSteps(pastAt[Status.Completed], [doctor, 'archive']);
    expect(stateOf(archived)).toMatchObject({ status: Status.Completed, archived: true });
    given(archived).when('archive', doctor).refused('actionClosed');
    given(archived).when('unarchive', doctor).refused('notPermitted');
    expect(given(archived).when('unarchive', admin).then({ type: 'CaseUnarchived' }).archived).toBe(false);
    given(pastAt[Status.Completed]).when('unarchive', admin).refused('actionClosed');
    given(pastAt[Status.AllSent]).when('archive', admin).refused('actionClosed');
    given(pastAt[Status.Completed]).when('archive', supervisor).refused('notPermitted');
  });
});

describe('visibility of a case', () => {
  it('includes the manufacturer from production on, permanently', () => {
    expect(seesCase(vendor, stateOf(pastAt[Status.PlanAwaitingDoctor]))).toBe(false);
    expect(seesCase(vendor, stateOf(pastAt[Status.PrepareProduction]))).toBe(true);
    const returned = playSteps(pastAt[Status.PrepareProduction], [
      vendor,
      'returnToDesign',
      { note: reason },
    ]);
    expect(seesCase(vendor, stateOf(returned))).toBe(true);
    expect(seesCase(vendor, { ...stateOf(pastAt[Status.PlanUnderDesign]), retained: true })).toBe(true);
  });
  it('excludes supervisors while the case is a draft, also after a withdrawal', () => {
    expect(seesCase(supervisor, stateOf(pastAt[Status.ToAccept]))).toBe(true);
    expect(seesCase(supervisor, stateOf(playSteps(pastAt[Status.ToAccept], [doctor, 'withdraw'])))).toBe(
      false,
    );
    expect(seesCase(admin, stateOf(pastAt[Status.AlignerSetupIncomplete]))).toBe(true);
  });
  it('includes every technician at 27, and the assigned technician at any status', () => {
    expect(seesCase(people.technician2, stateOf(pastAt[Status.ModelProcessing]))).toBe(true);
    expect(seesCase(people.technician2, stateOf(pastAt[Status.CaseProcessing]))).toBe(false);
    expect(seesCase(technician, stateOf(pastAt[Status.Completed]))).toBe(true);
  });
  it('includes the analyst at every status, without any action, even as the owner', () => {
    const analyst = { ...people.analyst, id: doctor.id };
    for (const past of Object.values(pastAt)) {
      expect(seesCase(people.analyst, stateOf(past))).toBe(true);
      expect(listActionsFor(analyst, stateOf(past))).toEqual([]);
    }
  });
  it('includes only the system after a deletion', () => {
    const gone = stateOf(recordEvents(pastAt[Status.ToSubmit], [{ type: 'DraftDeleted', data: {} }]));
    expect(people.everybody.filter(p => seesCase(p, gone))).toEqual([]);
    expect(seesCase(systemViewer, gone)).toBe(true);
  });
  it('does not make an archived case wait for anybody', () => {
    const facts = { ...stateOf(pastAt[Status.AllSent]), archived: true };
    expect(isWaitingForViewer(doctor, stateOf(pastAt[Status.AllSent]))).toBe(true);
    expect(isWaitingForViewer(doctor, facts)).toBe(false);
  });
});
