import { describe, expect, it } from 'vitest';
import { foldCase, initialCaseState } from '../case/case.ts';
import { Status, statusCodes } from '../case/status.ts';
import { pastAt } from '../testing/past.ts';
import { type StatusAndAssignee, statusAndAssigneeAfter } from './moves.ts';
import { GONE } from './track-seek.ts';

describe('what an event changes in the track', () => {
  it.each(statusCodes)('is what it changes in the case, on the way to %i', status => {
    const past = pastAt[status];
    let tracked: StatusAndAssignee | undefined;
    for (const [i, event] of past.entries()) {
      tracked = statusAndAssigneeAfter(tracked, event);
      const { status: expected, assigneeId } = foldCase(initialCaseState, past.slice(0, i + 1));
      expect(tracked).toEqual({ status: expected, assigneeId });
    }
  });

  it('ends with a deleted draft, not with an erased patient', () => {
    const before = { status: Status.Completed, assigneeId: 'p' };
    expect(statusAndAssigneeAfter(before, { type: 'DraftDeleted', data: {} }).status).toBe(GONE);
    expect(statusAndAssigneeAfter(before, { type: 'PatientErased', data: { patient: 'A' } })).toBe(before);
  });

  it('forgets the assignee of a rejected case', () => {
    const after = statusAndAssigneeAfter(
      { status: Status.PlanUnderDesign, assigneeId: 'p' },
      { type: 'CaseDenied', data: { to: Status.SupervisorRejected } },
    );
    expect(after).toEqual({ status: Status.SupervisorRejected, assigneeId: null });
  });
});
