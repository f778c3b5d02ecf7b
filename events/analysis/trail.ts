/**
 * The trail of one case: its stays at statuses and its numbers, folded from the open data of its events. The tables of
 * analysts, the track of the replay and every report rest on it. Pure.
 */
import type { PermissionFacts } from '../case/permissions.ts';
import { Status, statuses } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';
import { type CaseNumbers, countEvent, initialCaseNumbers } from './case-numbers.ts';
import { assigneeAfter, statusAfter } from './moves.ts';
import { closeStay, openStay, type Stay } from './stay.ts';

/** A case's event without its personal part, and its place. */
export type TrailEvent = Pick<CaseEvent, 'type' | 'data'> & {
  caseId: string;
  position: LogPosition;
  revision: number;
  /** Clock of the log in ms (clock.ts), which never runs back. */
  clock: number;
  by: string;
};

export type CaseTrail = {
  facts: PermissionFacts;
  parentId: string | null;
  /** First case of the treatment: the case itself, or that of its parent. */
  rootId: string;
  numbers: CaseNumbers;
  /** The current stay; null once the case was deleted or the patient erased. */
  open: Stay | null;
  /** Number of stays so far. */
  stays: number;
  /** Revision and position of the last event folded. */
  revision: number;
  position: LogPosition;
};

/** A trail after an event, and the stay that the event closed. */
export type TrailAfterEvent = { trail: CaseTrail; closed: Stay | null };

type FactChange = Partial<PermissionFacts>;
/** Facts that events change besides the status and the assignee (moves.ts). */
const factChanges: Partial<Record<CaseEvent['type'], (data: never, by: string) => FactChange>> = {
  ModelsRefused: () => ({ askedBy: 'system' }),
  InfoRequested: (_data, by) => ({ askedBy: by }),
  InfoAnswered: () => ({ askedBy: null }),
  RequestCancelled: () => ({ askedBy: null }),
  PlanDoctorReviewed: ({ to }: { to: Status }) => (to === Status.PrepareProduction ? { produced: true } : {}),
  RetainerApplied: () => ({ retained: true }),
  CaseHandedOver: ({ ownerId }: { ownerId: string }) => ({ ownerId }),
  CaseArchived: () => ({ archived: true }),
  CaseUnarchived: () => ({ archived: false }),
  DraftDeleted: () => ({ deleted: true }),
  PatientErased: () => ({ erased: true }),
};

/** @param rootOf the first case of the treatment of a parent; an unknown parent is its own root */
function begin(
  e: TrailEvent & { type: 'CaseCreated' },
  rootOf: (parentId: string) => string,
): TrailAfterEvent {
  const data = e.data as Extract<CaseEvent, { type: 'CaseCreated' }>['data'];
  const facts: PermissionFacts = {
    status: data.to,
    prior: null,
    orgId: data.orgId,
    servedBy: data.servedBy,
    ownerId: data.ownerId,
    assigneeId: null,
    askedBy: null,
    produced: false,
    retained: false,
    archived: false,
    deleted: false,
  };
  const { position, revision, clock } = e;
  const trail: CaseTrail = {
    facts,
    parentId: data.parentId,
    rootId: data.parentId === null ? e.caseId : rootOf(data.parentId),
    numbers: initialCaseNumbers(clock),
    open: openStay(0, facts, e),
    stays: 1,
    revision,
    position,
  };
  return { trail, closed: null };
}

/** The same object if nothing changes. */
function changedFacts(facts: PermissionFacts, e: TrailEvent): PermissionFacts {
  const change = factChanges[e.type] as ((data: CaseEvent['data'], by: string) => FactChange) | undefined;
  const to = statusAfter(facts.status, e);
  const assigneeId = assigneeAfter(facts.assigneeId, e);
  if (!change && to === facts.status && assigneeId === facts.assigneeId) return facts;
  const after = { ...facts, assigneeId };
  if (change) Object.assign(after, change(e.data, e.by));
  if (to !== facts.status) {
    after.status = to;
    after.prior = statuses[to].returns ? facts.status : null;
  }
  return after;
}

/** The stay after an event that changed no status: notes that the case was given to somebody else. */
function handedOn(stay: Stay, before: PermissionFacts, after: PermissionFacts, position: LogPosition): Stay {
  if (after.assigneeId === before.assigneeId || after.assigneeId === null) return stay;
  return { ...stay, handed: [...stay.handed, { position, assigneeId: after.assigneeId }] };
}

/**
 * Folds one event into the trail, and closes the stay that it ends. Returns the trail unchanged for an event that
 * it already contains, by revision.
 * @param trail undefined before the case's first event
 * @throws Error if the first event is not CaseCreated
 */
export function foldIntoTrail(
  trail: CaseTrail | undefined,
  e: TrailEvent,
  rootOf: (parentId: string) => string,
): TrailAfterEvent {
  if (!trail) {
    if (e.type !== 'CaseCreated') throw new Error(`the trail of ${e.caseId} begins with ${e.type}`);
    return begin(e as TrailEvent & { type: 'CaseCreated' }, rootOf);
  }
  if (e.revision <= trail.revision) return { trail, closed: null };
  const facts = changedFacts(trail.facts, e);
  const isOver = facts.deleted || facts.erased === true;
  const isMove = facts.status !== trail.facts.status;
  const closed =
    trail.open && (isMove || isOver) ? closeStay(trail.open, e, isOver ? null : facts.status) : null;
  const opens = isMove && !isOver;
  const open = opens
    ? openStay(trail.stays, facts, e)
    : closed || !trail.open
      ? null
      : handedOn(trail.open, trail.facts, facts, e.position);
  return {
    trail: {
      ...trail,
      facts,
      numbers: countEvent(trail.numbers, e, { from: trail.facts.status, clock: e.clock }),
      open,
      stays: trail.stays + (opens ? 1 : 0),
      revision: e.revision,
      position: e.position,
    },
    closed,
  };
}
