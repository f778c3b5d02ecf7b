/** What a message points at is there for its sender: the manufacturer has no plan that the doctor has not approved. */

import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { ChatRef } from '#events/chat/message.ts';
import { isRefusal } from '#events/errors.ts';
import { caseId, pastAt, stateOf } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import { type CheckDeps, checkNamed } from './checks.ts';

/** Whether somebody may point at such a place of a produced case. */
function points(who: typeof doctor, status: Status, ref: Omit<ChatRef, 'caseId'>): boolean {
  const state = { ...stateOf(pastAt[status]), produced: true };
  const models = { state: () => state, directory: () => ({ people: new Map() }) };
  const facts = { kind: 'case' as const, ownerId: doctor.id, servedBy: '', rooms: [], count: 1 };
  const message = { client: '', refs: [{ caseId, ...ref }] };
  try {
    // The boundary: of the models, a message with places alone asks for the case.
    checkNamed({ models } as unknown as CheckDeps, who, facts, `case.${caseId}`, message);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

it('a plan is pointed at by the manufacturer once it is approved, a target never; by the doctor at once', () => {
  const plan = { version: 1, stage: 1 };
  const target = { list: 'targets', version: 1 } as const;
  expect([
    points(vendor, Status.InProduction, plan),
    points(vendor, Status.DoctorRejected, plan),
    points(vendor, Status.TargetAwaitingExpert, target),
  ]).toEqual([true, false, false]);
  expect([
    points(doctor, Status.InProduction, plan),
    points(doctor, Status.DoctorRejected, plan),
    points(doctor, Status.TargetAwaitingExpert, target),
  ]).toEqual([true, true, true]);
});
