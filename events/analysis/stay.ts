/** A case's stay at a status, as analysts read it. */

import { type NextActor, nextActorsOf } from '../case/next-step.ts';
import type { PermissionFacts } from '../case/permissions.ts';
import type { Status } from '../case/status.ts';
import type { CaseEventType } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';

/** Whose turn it is during a stay. */
type WaitsFor = NextActor | 'nobody';

/** The case was given to another person during the stay. */
type Handed = { position: LogPosition; assigneeId: string };

export type Stay = {
  caseId: string;
  /** Counts from 0 in the case. */
  nth: number;
  status: Status;
  /** Clock of the log in ms (clock.ts). */
  enteredAt: number;
  /** Null while the stay is open, as are `leftPos` and `leftBy`. */
  leftAt: number | null;
  enteredPos: LogPosition;
  leftPos: LogPosition | null;
  /** Ids of people, `system` or `patient`. */
  enteredBy: string;
  leftBy: string | null;
  /** Type of the event with which the stay began. */
  byEvent: CaseEventType;
  /** The status that followed; null while the stay is open, and for a case that ended: deleted or erased. */
  afterStatus: Status | null;
  /** To whom the case was assigned when the stay began, and later during it. */
  assigneeId: string | null;
  handed: readonly Handed[];
  waitsFor: WaitsFor;
  /** Seconds within the desk's hours; null while the stay is open. */
  workedS: number | null;
  waitedS: number | null;
};

/** Start of a stay: the event that changed the status. */
export type StayStart = {
  caseId: string;
  position: LogPosition;
  clock: number;
  by: string;
  type: CaseEventType;
};

/** Key of the cache: every fact that the handlers' rules read. Trap: a rule that reads another one needs it here; the test fails. */
const waitsKey = ({ status, askedBy, archived, assigneeId }: PermissionFacts): number =>
  8 * status + (askedBy === 'system' ? 4 : 0) + (archived ? 2 : 0) + (assigneeId === null ? 1 : 0);
const waits = new Map<number, WaitsFor>();

/** Whose turn it is. Remembered, because a build asks for millions of stays. */
function waitsForOf(facts: PermissionFacts): WaitsFor {
  const key = waitsKey(facts);
  const known = waits.get(key) ?? nextActorsOf(facts)[0] ?? 'nobody';
  waits.set(key, known);
  return known;
}

/** Shared, because most stays have none. */
const notHanded: readonly Handed[] = [];

/** @param facts the case's facts after the event, neither deleted nor erased */
export function openStay(
  nth: number,
  facts: PermissionFacts,
  { caseId, position, clock, by, type }: StayStart,
): Stay {
  return {
    caseId,
    nth,
    status: facts.status,
    enteredAt: clock,
    leftAt: null,
    enteredPos: position,
    leftPos: null,
    enteredBy: by,
    leftBy: null,
    byEvent: type,
    afterStatus: null,
    assigneeId: facts.assigneeId,
    handed: notHanded,
    waitsFor: waitsForOf(facts),
    workedS: null,
    waitedS: null,
  };
}

/** Closes the stay in place. @param afterStatus null if the case ended */
export function closeStay(
  stay: Stay,
  { clock, position, by }: Pick<StayStart, 'clock' | 'position' | 'by'>,
  afterStatus: Status | null,
): Stay {
  stay.leftAt = clock;
  stay.leftPos = position;
  stay.leftBy = by;
  stay.afterStatus = afterStatus;
  return stay;
}
