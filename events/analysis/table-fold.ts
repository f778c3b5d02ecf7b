/** One event of a case as rows of the analysts' tables: a fold over the case's entry. Pure. */
import type { Actor } from '../case/rules.ts';
import type { SectionName } from '../case/sections.ts';
import type { LogPosition } from '../log-position.ts';
import type { CaseFacts } from './case-facts.ts';
import {
  type AnalysisObject,
  type AnalysisRelation,
  objectsStartedByEvent,
  peopleOfEvent,
  relationsOfEvent,
} from './event-objects.ts';
import { createEventRow, type EventRow, isStatusChange } from './event-row.ts';
import { factsTextOfEvent } from './facts.ts';
import { sharedFieldsOf } from './shared-fields.ts';
import { actorPositionOf, actorsOfPersonInCase, type StaffSnapshot } from './staff.ts';
import type { Stay } from './stay.ts';
import { type CaseTrail, copyTrail, foldIntoTrail, type TrailEvent } from './trail.ts';

/** Shared, because nearly all events have these. */
const nobody: readonly string[] = [];
const noActors: readonly Actor[] = [];

/** State of a case in the fold between two of its events. */
export type CaseFoldState = {
  /** One string for all rows of the case, so that maps find it by identity. */
  caseId: string;
  trail: CaseTrail;
  /** People who have acted on the case, or were given it. */
  people: readonly string[];
  /** Revisions of the events with which the sections were last saved. */
  sections: Partial<Record<SectionName, number>>;
};

/** An event with the staff as of then. */
export type EventWithStaff = TrailEvent & Pick<EventRow, 'happenedAt'> & { staff: StaffSnapshot };

/** A case as of its last event. */
export type CaseRow = { caseId: string; trail: CaseTrail };

export type RowsOfOneEvent = {
  event: EventRow;
  /** The stay that the event closed. */
  stay: Stay | null;
  objects: readonly AnalysisObject[];
  relations: readonly AnalysisRelation[];
};

/** Rows of each table. `position`: of the last event that changed the row. */
export type RowByTable = {
  events: EventRow;
  stays: Stay;
  cases: CaseRow;
  case_facts: CaseFacts & { position: LogPosition };
  objects: AnalysisObject;
  relations: AnalysisRelation;
};

export type FoldContext = {
  /** Id of the first case of the treatment of a parent. */
  rootOf: (parentId: string) => string;
  /** Open ms of the desk of an organisation between two moments. */
  openMs: (staff: StaffSnapshot, orgId: string, from: number, to: number) => number;
};

/** Thrown for an event whose predecessor in its case is not in the entry: the entries are not of this log's past. */
export class MissingEventError extends Error {
  constructor({ caseId, revision }: Pick<TrailEvent, 'caseId' | 'revision'>) {
    super(`the entry of ${caseId} ends before revision ${revision - 1}`);
    this.name = 'MissingEventError';
  }
}

/** A copy that may be changed while the state stays as it is. */
export const copyCaseFoldState = (entry: CaseFoldState): CaseFoldState => ({
  ...entry,
  trail: copyTrail(entry.trail),
  sections: { ...entry.sections },
});

/** Sets the seconds of a closed stay. Time with the assignee or the system counts as worked; all other time counts as waited. */
function setSeconds(stay: Stay, staff: StaffSnapshot, servedBy: string, openMs: FoldContext['openMs']): void {
  const seconds = Math.floor(openMs(staff, servedBy, stay.enteredAt, stay.leftAt ?? stay.enteredAt) / 1000);
  const isWorked = stay.waitsFor === 'assignee' || stay.waitsFor === 'system';
  stay.workedS = isWorked ? seconds : 0;
  stay.waitedS = isWorked ? 0 : seconds;
}

/** New people are at the end. The same list if there are none, as for nearly every event. */
function peopleAfter(people: readonly string[], { by, data }: TrailEvent): readonly string[] {
  const { assigneeId, ownerId } = sharedFieldsOf(data);
  const isKnown =
    people.includes(by) &&
    (assigneeId === undefined || people.includes(assigneeId)) &&
    (ownerId === undefined || people.includes(ownerId));
  if (isKnown) return people;
  return [...new Set([...people, ...peopleOfEvent({ by, data })])];
}

/** The people whom an event adds to a case, as objects. */
const newPeople = (
  people: readonly string[],
  before: readonly string[],
  { caseId, position: fromPosition }: TrailEvent,
): AnalysisObject[] =>
  people.slice(before.length).map(objectId => ({ objectId, type: 'person', caseId, fromPosition }));

/** The row of an event. @param before the trail before the event */
const eventRowOf = (e: EventWithStaff, before: CaseTrail | undefined): EventRow =>
  createEventRow(e, before, {
    actorPosition: actorPositionOf(e.staff, e.by),
    actedAs: isStatusChange(e, before) ? actorsOfPersonInCase(e.staff, e, before.facts) : noActors,
    facts: factsTextOfEvent(e),
  });

/**
 * Folds an event into the state of its case in place. Undefined for an event that the state already contains.
 * @param entry undefined before the case's first event
 * @throws MissingEventError; Error for a type without a line in facts.ts
 */
export function foldEvent(
  entry: CaseFoldState | undefined,
  e: EventWithStaff,
  { rootOf, openMs }: FoldContext,
): { entry: CaseFoldState; rows: RowsOfOneEvent } | undefined {
  const last = entry?.trail.revision ?? -1;
  if (e.revision <= last) return undefined;
  if (e.revision > last + 1) throw new MissingEventError(e);
  // First: it tells the status before the event.
  const event = eventRowOf(e, entry?.trail);
  const { trail, closed } = foldIntoTrail(entry?.trail, e, rootOf);
  if (closed) setSeconds(closed, e.staff, trail.facts.servedBy, openMs);
  const after = entry ?? { caseId: e.caseId, trail, people: nobody, sections: {} };
  const before = after.people;
  after.people = peopleAfter(before, e);
  const { section } = sharedFieldsOf(e.data);
  if (section !== undefined) after.sections[section] = e.revision;
  const started = objectsStartedByEvent(e);
  const isSame = after.people === before;
  const objects = isSame ? started : started.concat(newPeople(after.people, before, e));
  return { entry: after, rows: { event, stay: closed, objects, relations: relationsOfEvent(e) } };
}
