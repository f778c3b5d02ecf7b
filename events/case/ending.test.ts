/** Refinement, completion, the archive: how a case ends. */
import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { at, created, play, record, stateOf } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { openActions, sees, systemViewer, waitsFor } from './may.ts';

const { doctor, assistant, admin, supervisor, technician, vendor } = people;
const reason = '13 has not derotated.';
const records = { photos: ['after'], xrays: ['after-xray'] };

describe('refining', () => {
  it.each([25, 30] as const)('at %i opens a case that each names the other', from => {
    const state = given(at[from])
      .when('refine', doctor, { reason })
      .then({
        type: 'RefinementOpened',
        data: { to: 26, childId: 'CHLD22' },
        personal: { reason },
      });
    expect(state).toMatchObject({ status: 26, prior: from, childId: 'CHLD22', refineReason: reason });
    expect(stateOf(created(doctor, 'CASE22')).parentId).toBe('CASE22');
  });
  it('is the doctor’s, with a reason, and once at a time', () => {
    given(at[30]).when('refine', assistant, { reason }).refused('notPermitted');
    given(at[30]).when('refine', doctor).refused('badInput', 'reason: required');
    given(at[26]).when('refine', doctor, { reason }).refused('actionClosed');
  });
  it('completed, it completes this case too', () => {
    const end = { childId: 'CHLD22', how: 'completed' };
    const state = given(at[26])
      .when('refinementEnded', systemViewer, end)
      .then({ data: { to: 24 } });
    expect(state).toMatchObject({ prior: null, childId: 'CHLD22' });
  });
  it.each([25, 30] as const)('its draft deleted, this case is at %i again and may be refined anew', from => {
    const deleted = { childId: 'CHLD22', how: 'deleted' };
    const past = play(at[from], [doctor, 'refine', { reason }], [systemViewer, 'refinementEnded', deleted]);
    expect(stateOf(past)).toMatchObject({ status: from, prior: null, childId: null, refineReason: null });
    given(past)
      .when('refine', doctor, { reason }, { childId: 'CHLD33' })
      .then({ data: { to: 26, childId: 'CHLD33' } });
  });
  it('is ended by the system, for the right case, once', () => {
    const end = (childId: string) => ({ childId, how: 'completed' });
    given(at[26]).when('refinementEnded', doctor, end('CHLD22')).refused('notPermitted');
    given(at[26])
      .when('refinementEnded', systemViewer, end('OTHER2'))
      .refused('badInput', 'childId: refinement-other');
    const over = play(at[26], [systemViewer, 'refinementEnded', end('CHLD22')]);
    given(over).when('refinementEnded', systemViewer, end('CHLD22')).refused('actionClosed');
  });
});

describe('completing', () => {
  const date = '2026-03-01';
  it.each([
    [30, 1, true],
    [30, 2, true],
    [30, 3, false],
    [30, 4, false],
    [25, 2, true],
    [25, 3, false],
    [25, 4, false],
    [33, 3, false],
  ] as const)('at %i with outcome %i; records needed: %s', (from, outcome, needed) => {
    const input = { outcome, date };
    if (needed) {
      given(at[from]).when('complete', doctor, input).refused('badInput', 'photos: required');
      given(at[from])
        .when('complete', doctor, { ...input, photos: ['after'] })
        .refused('badInput', 'xrays: required');
    }
    const more = needed ? records : {};
    given(at[from])
      .when('complete', doctor, { ...input, ...more })
      .then({ type: 'CaseCompleted', data: { to: 24, outcome, date } });
  });
  it.each([
    [25, 1],
    [33, 1],
    [33, 2],
    [33, 4],
  ] as const)('at %i not with outcome %i', (from, outcome) => {
    given(at[from])
      .when('complete', doctor, { outcome, date, ...records })
      .refused('badInput', 'outcome: outcome-not-now');
  });
  it('keeps the records and what was answered', () => {
    const state = given(at[30])
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
  it('on a day that exists and is not still to come', () => {
    const on = (day: string) => given(at[30]).when('complete', doctor, { outcome: 3, date: day });
    on('2026-03-02').then({});
    on('2026-03-03').refused('badInput', 'date: date-future');
    on('2026-02-29').refused('badInput', 'date: date-invalid');
    on('1 March').refused('badInput', 'date: date-format');
  });
  it('of a suspended case forgets where it came from', () => {
    expect(given(at[33]).when('complete', doctor, { outcome: 3, date }).then({})).toMatchObject({
      status: 24,
      prior: null,
    });
  });
  it('a photo is no X-ray', () => {
    given(at[30])
      .when('complete', doctor, { outcome: 1, date, photos: ['after'], xrays: ['after'] })
      .refused('badInput', 'xrays.0: file-kind');
  });
});

describe('the archive', () => {
  it('takes a completed case in once, and only an Admin takes it out', () => {
    const archived = play(at[24], [doctor, 'archive']);
    expect(stateOf(archived)).toMatchObject({ status: 24, archived: true });
    given(archived).when('archive', doctor).refused('actionClosed');
    given(archived).when('unarchive', doctor).refused('notPermitted');
    expect(given(archived).when('unarchive', admin).then({ type: 'CaseUnarchived' }).archived).toBe(false);
    given(at[24]).when('unarchive', admin).refused('actionClosed');
    given(at[30]).when('archive', admin).refused('actionClosed');
    given(at[24]).when('archive', supervisor).refused('notPermitted');
  });
});

describe('who sees a case, as it goes', () => {
  it('the manufacturer from production on, and for good', () => {
    expect(sees(vendor, stateOf(at[15]))).toBe(false);
    expect(sees(vendor, stateOf(at[16]))).toBe(true);
    const returned = play(at[16], [vendor, 'returnToDesign', { note: reason }]);
    expect(sees(vendor, stateOf(returned))).toBe(true);
    expect(sees(vendor, { ...stateOf(at[13]), retained: true })).toBe(true);
  });
  it('the staff not while it is a draft: withdrawn, it is gone from their lists', () => {
    expect(sees(supervisor, stateOf(at[10]))).toBe(true);
    expect(sees(supervisor, stateOf(play(at[10], [doctor, 'withdraw'])))).toBe(false);
    expect(sees(admin, stateOf(at[5]))).toBe(true);
  });
  it('a technician at 27, and what is assigned, whatever the status', () => {
    expect(sees(people.technician2, stateOf(at[27]))).toBe(true);
    expect(sees(people.technician2, stateOf(at[12]))).toBe(false);
    expect(sees(technician, stateOf(at[24]))).toBe(true);
  });
  it('the analyst all of it, and may do nothing, even as somebody else’s assistant or owner', () => {
    const analyst = { ...people.analyst, id: doctor.id };
    for (const past of Object.values(at)) {
      expect(sees(people.analyst, stateOf(past))).toBe(true);
      expect(openActions(analyst, stateOf(past))).toEqual([]);
    }
  });
  it('nobody once it is deleted, but the system', () => {
    const gone = stateOf(record(at[9], [{ type: 'DraftDeleted', data: {} }]));
    expect(people.everybody.filter(p => sees(p, gone))).toEqual([]);
    expect(sees(systemViewer, gone)).toBe(true);
  });
  it('an archived case waits for nobody', () => {
    const facts = { ...stateOf(at[30]), archived: true };
    expect(waitsFor(doctor, stateOf(at[30]))).toBe(true);
    expect(waitsFor(doctor, facts)).toBe(false);
  });
});
