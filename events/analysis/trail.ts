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

function changeFacts(facts: PermissionFacts, e: TrailEvent): void {
  const change = factChanges[e.type] as ((data: CaseEvent['data'], by: string) => FactChange) | undefined;
  const to = statusAfter(facts.status, e);
  facts.assigneeId = assigneeAfter(facts.assigneeId, e);
  if (change) Object.assign(facts, change(e.data, e.by));
  if (to === facts.status) return;
  facts.prior = statuses[to].returns ? facts.status : null;
  facts.status = to;
}

/** Records a new assignee during the stay. */
function handOn(stay: Stay, assigneeId: string | null, position: LogPosition): void {
  if (assigneeId !== null) stay.handed = [...stay.handed, { position, assigneeId }];
}

/** A copy that may be changed while the trail stays as it is. */
export const copyTrail = (trail: CaseTrail): CaseTrail => ({
  ...trail,
  facts: { ...trail.facts },
  numbers: { ...trail.numbers, way: [...trail.numbers.way] },
  open: trail.open && { ...trail.open },
});

/**
 * Folds one event into the trail in place, and closes the stay that it ends. Leaves the trail unchanged for an event that
 * it already contains, by revision.
 *
 * Why in place: entries of cases outlive many garbage collections, and a build copied most of them with each event.
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
  const { facts, open } = trail;
  const { status: from, assigneeId } = facts;
  changeFacts(facts, e);
  countEvent(trail.numbers, e, { from, clock: e.clock });
  trail.revision = e.revision;
  trail.position = e.position;
  const isOver = facts.deleted || facts.erased === true;
  if (facts.status === from && !isOver) {
    if (open && facts.assigneeId !== assigneeId) handOn(open, facts.assigneeId, e.position);
    return { trail, closed: null };
  }
  const closed = open && closeStay(open, e, isOver ? null : facts.status);
  trail.open = isOver ? null : openStay(trail.stays, facts, e);
  if (!isOver) trail.stays += 1;
  return { trail, closed };
}
