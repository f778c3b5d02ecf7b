import { describe, expect, it } from 'vitest';
import { openActions } from '#events/case/may.ts';
import { type Action, actionNames, rulesOf } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import { pastAt, playSteps, stateOf } from '#events/testing/past.ts';
import { admin, doctor, supervisor } from '#events/testing/people.ts';
import { doneKey, reverses, undoOf } from './done-toast.ts';

describe('after an action', () => {
  it('is taken back by an action that needs no more than a confirmation', () => {
    for (const back of Object.values(reverses))
      expect(
        rulesOf(back).every(rule => rule.needs === 'confirmation'),
        back,
      ).toBe(true);
  });
  it('leads back where it came from', () => {
    for (const [action, back] of Object.entries(reverses)) {
      const to = rulesOf(action as Action).flatMap(rule => (rule.to.includes('same') ? rule.from : rule.to));
      const from = rulesOf(back).flatMap(rule => rule.from) as readonly unknown[];
      expect(
        to.some(status => status === 'prior' || from.includes(status)),
        action,
      ).toBe(true);
    }
  });
  it('offers undo to people who may take it, and to nobody else', () => {
    const submitted = stateOf(pastAt[Status.ToAccept]);
    expect(undoOf('submitCase', { actions: openActions(doctor, submitted) })).toBe('withdraw');
    expect(undoOf('suspend', { actions: openActions(supervisor, stateOf(pastAt[Status.Suspended])) })).toBe(
      'continue',
    );
    const archived = stateOf(playSteps(pastAt[Status.Completed], [doctor, 'archive']));
    expect(undoOf('archive', { actions: openActions(admin, archived) })).toBe('unarchive');
    expect(undoOf('archive', { actions: openActions(doctor, archived) })).toBeNull();
    expect(undoOf('acceptCase', { actions: actionNames })).toBeNull();
  });
  it('reads differently after a refusal', () => {
    expect(doneKey('confirmDoctor', { result: 'approved' })).toBe('action:did.confirmDoctor');
    expect(doneKey('confirmDoctor', { result: 'refused' })).toBe('action:did.confirmDoctor_refused');
  });
});
