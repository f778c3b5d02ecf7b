/** A case's stay at a status, as analysts read it. */

import { type NextActor, nextActorsOf } from '../case/next-step.ts';
import type { PermissionFacts } from '../case/permissions.ts';
import type { Status } from '../case/status.ts';
import type { CaseEventType } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';

/** Whose turn it is during a stay. */
type WaitsFor = NextActor | 'nobody';

/** An assignment of the case to another person during the stay. */
type Handed = { position: LogPosition; assigneeId: string };

export type Stay = {
  caseId: string;
  /** Number of the stay in its case, from 0. */
  nth: number;
  status: Status;
  /** Time on the log's clock in ms (clock.ts). */
  enteredAt: number;
  /** Null while the stay is open; so are `leftPos` and `leftBy`. */
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
  /** The assignee when the stay began, and later assignments during the stay. */
  assigneeId: string | null;
  handed: readonly Handed[];
  waitsFor: WaitsFor;
};

/** Start of a stay: the event that changed the status. */
export type StayStart = {
  caseId: string;
  position: LogPosition;
  clock: number;
  by: string;
  type: CaseEventType;
};

/**
 * Cache key: all facts that the rules of the next actor read. Trap: add a fact here if a rule starts to read it; a test
 * fails otherwise.
 */
const waitsKey = ({ status, askedBy, archived, assigneeId }: PermissionFacts) =>
  `${status} ${askedBy === 'system'} ${archived} ${assigneeId === null}`;
const waits = new Map<string, WaitsFor>();

/** Returns whose turn it is. Cached, because a build asks for millions of stays. */
function waitsForOf(facts: PermissionFacts): WaitsFor {
  const key = waitsKey(facts);
  const known = waits.get(key) ?? nextActorsOf(facts)[0] ?? 'nobody';
  waits.set(key, known);
  return known;
}

/** Opens the stay that an event begins. @param facts the case's facts after the event, neither deleted nor erased */
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
    handed: [],
    waitsFor: waitsForOf(facts),
  };
}

/** Closes a stay with the event that ends it. @param afterStatus null if the case ended */
export const closeStay = (
  stay: Stay,
  { clock, position, by }: Pick<StayStart, 'clock' | 'position' | 'by'>,
  afterStatus: Status | null,
): Stay => ({ ...stay, leftAt: clock, leftPos: position, leftBy: by, afterStatus });
