import { describe, expect, it } from 'vitest';
import { listActionsFor } from '#events/case/permissions.ts';
import { type Action, actionNames, rulesOf } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import { pastAt, playSteps, stateOf } from '#events/testing/past.ts';
import { admin, doctor, supervisor } from '#events/testing/people.ts';
import { doneTextKey, reverseActionByAction, undoActionOf } from './done-toast.ts';

describe('the toast after an action', () => {
  it('offers undo if the reverse action needs only a confirmation', () => {
    for (const back of Object.values(reverseActionByAction))
      expect(
        rulesOf(back).every(rule => rule.needs === 'confirmation'),
        back,
      ).toBe(true);
  });
  it('offers a reverse action that starts at the status where the action ended', () => {
    for (const [action, back] of Object.entries(reverseActionByAction)) {
      const to = rulesOf(action as Action).flatMap(rule => (rule.to.includes('same') ? rule.from : rule.to));
      const from = rulesOf(back).flatMap(rule => rule.from) as readonly unknown[];
      expect(
        to.some(status => status === 'prior' || from.includes(status)),
        action,
      ).toBe(true);
    }
  });
  it('offers undo only to people who may take the reverse action', () => {
    const submitted = stateOf(pastAt[Status.ToAccept]);
    expect(undoActionOf('submitCase', { actions: listActionsFor(doctor, submitted) })).toBe('withdraw');
    expect(
      undoActionOf('suspend', { actions: listActionsFor(supervisor, stateOf(pastAt[Status.Suspended])) }),
    ).toBe('continue');
    const archived = stateOf(playSteps(pastAt[Status.Completed], [doctor, 'archive']));
    expect(undoActionOf('archive', { actions: listActionsFor(admin, archived) })).toBe('unarchive');
    expect(undoActionOf('archive', { actions: listActionsFor(doctor, archived) })).toBeNull();
    expect(undoActionOf('acceptCase', { actions: actionNames })).toBeNull();
  });
  it('has its own text after a refusal', () => {
    expect(doneTextKey('confirmDoctor', { result: 'approved' })).toBe('action:did.confirmDoctor');
    expect(doneTextKey('confirmDoctor', { result: 'refused' })).toBe('action:did.confirmDoctor_refused');
  });
});
