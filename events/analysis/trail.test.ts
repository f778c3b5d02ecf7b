import { describe, expect, test } from 'vitest';
import { permissionFactsOf } from '../case/permissions.ts';
import { Status, statusCodes } from '../case/status.ts';
import { toLogPosition } from '../log-position.ts';
import { archivedPast, type CasePast, pastAt, playSteps, stateOf, treatedPast } from '../testing/past.ts';
import { doctor, supervisor, technician, technician2 } from '../testing/people.ts';
import type { Stay } from './stay.ts';
import { type CaseTrail, foldIntoTrail, type TrailEvent } from './trail.ts';

/** The past as the log would give it: an event a second, at positions with gaps. */
const recorded = (past: CasePast): TrailEvent[] =>
  past.map((e, i) => ({
    caseId: 'CASE22',
    position: toLogPosition(i * 3 + 7),
    revision: e.revision,
    clock: i * 1000,
    by: e.by,
    type: e.type,
    data: e.data,
  }));

function follow(events: readonly TrailEvent[]): { trail: CaseTrail; closed: Stay[] } {
  let trail: CaseTrail | undefined;
  const closed: Stay[] = [];
  for (const e of events) {
    const step = foldIntoTrail(trail, e, parentId => parentId);
    trail = step.trail;
    if (step.closed) closed.push(step.closed);
  }
  if (!trail) throw new Error('no events');
  return { trail, closed };
}

const trailOf = (past: CasePast) => follow(recorded(past));

describe('the trail of a case', () => {
  test.each(statusCodes)('at %i has the facts of the state', status => {
    const { caseId: _, formerOwners: __, ...facts } = permissionFactsOf(stateOf(pastAt[status]));
    expect({ erased: false, ...trailOf(pastAt[status]).trail.facts }).toEqual(facts);
  });

  test.each(statusCodes)('at %i has stays without a gap, up to the open one', status => {
    const { trail, closed } = trailOf(pastAt[status]);
    const stays = [...closed, ...(trail.open ? [trail.open] : [])];
    expect(stays.map(stay => stay.nth)).toEqual(stays.map((_, i) => i));
    for (const [i, stay] of stays.entries()) {
      const next = stays[i + 1];
      expect([stay.leftAt, stay.leftPos, stay.afterStatus]).toEqual(
        next ? [next.enteredAt, next.enteredPos, next.status] : [null, null, null],
      );
    }
    expect(stays.at(-1)?.status).toBe(stateOf(pastAt[status]).status);
  });

  test('contains each event once', () => {
    const events = recorded(treatedPast);
    const repeated = events.flatMap((e, i) => (i > 2 ? [e, events[i - 2] as TrailEvent] : [e]));
    expect(follow(repeated)).toEqual(follow(events));
  });

  test('ends with a deleted draft', () => {
    const { trail, closed } = trailOf(playSteps(pastAt[Status.ToSubmit], [doctor, 'deleteDraft']));
    expect(trail.open).toBeNull();
    expect(closed.at(-1)).toMatchObject({ status: Status.ToSubmit, afterStatus: null, leftBy: doctor.id });
  });

  test('keeps the person to whom the stay was given, and notes to whom it went later', () => {
    const designed = pastAt[Status.PlanUnderDesign];
    const given = stateOf(designed).assigneeId;
    const to = given === technician.id ? technician2.id : technician.id;
    const { trail } = trailOf(playSteps(designed, [supervisor, 'reassign']));
    expect(trail.open).toMatchObject({ assigneeId: given, handed: [{ assigneeId: to }] });
  });

  test('stays open for an archived case', () =>
    expect(trailOf(archivedPast).trail.open).toMatchObject({ status: Status.Completed, waitsFor: 'nobody' }));

  test('counts a first plan that the doctor refused, and the one approved after it', () => {
    const { numbers } = trailOf(pastAt[Status.DoctorRejected]).trail;
    expect(numbers).toMatchObject({
      plans: 1,
      rounds: 1,
      refusals: 1,
      firstPlanAccepted: false,
      approvedAt: null,
    });
  });

  test('names the way without the statuses of drafts', () => {
    const { numbers } = trailOf(pastAt[Status.PlanAwaitingDoctor]).trail;
    expect(numbers.way[0]).toBe(Status.ToAccept);
    expect(numbers.way.slice(-2)).toEqual([Status.PlanAwaitingExpert, Status.PlanAwaitingDoctor]);
  });

  test('counts a withdrawn case as not submitted', () => {
    const { numbers } = trailOf(playSteps(pastAt[Status.ToAccept], [doctor, 'withdraw'])).trail;
    expect(numbers).toMatchObject({ submittedAt: null, withdrawn: true });
  });

  test('begins with the creation', () =>
    expect(() => follow(recorded(treatedPast).slice(1))).toThrow('begins with'));
});
