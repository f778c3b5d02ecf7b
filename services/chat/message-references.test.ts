/**
 * References in a message must exist for its sender: a manufacturer sees no plan that the doctor has not
 * approved.
 */

import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { ChatRef } from '#events/chat/message.ts';
import { isRefusal } from '#events/errors.ts';
import { caseId, pastAt, stateOf } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import { checkReferences, type MessageCheckDeps } from './message-references.ts';

/** Returns true if a person may refer to a place in a produced case. */
function points(who: typeof doctor, status: Status, ref: Omit<ChatRef, 'caseId'>): boolean {
  const state = { ...stateOf(pastAt[status]), produced: true };
  const models = { state: () => state, directory: () => ({ people: new Map() }) };
  const facts = { kind: 'case' as const, ownerId: doctor.id, servedBy: '', rooms: [], count: 1 };
  const message = { client: '', refs: [{ caseId, ...ref }] };
  try {
    // Cast: for a message with references only, the checks read nothing else of the models.
    checkReferences(
      { models, clock: { now: () => 0 } } as unknown as MessageCheckDeps,
      who,
      facts,
      `case.${caseId}`,
      message,
    );
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

it('a manufacturer may refer to an approved plan but never to a target; the doctor may refer to both at once', () => {
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
