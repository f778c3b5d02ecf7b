/** One event of a case as rows of the analysts' tables: a fold over the case's entry. Pure. */
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
import { factsOfEvent } from './facts.ts';
import { actorPositionOf, actorsOfPersonInCase, type StaffSnapshot } from './staff.ts';
import type { Stay } from './stay.ts';
import { type CaseTrail, foldIntoTrail, type TrailEvent } from './trail.ts';

/** State of a case in the fold between two of its events. */
export type CaseFoldState = {
  trail: CaseTrail;
  /** People who have acted on the case, or were given it. */
  people: readonly string[];
  /** Revisions of the events with which the sections were last saved. */
  sections: Readonly<Partial<Record<SectionName, number>>>;
};

/** An event with the staff as of then. */
export type EventWithStaff = TrailEvent & Pick<EventRow, 'happenedAt'> & { staff: StaffSnapshot };

/** A stay, and its seconds within the desk's hours; null while it is open. */
export type StayRow = Stay & { workedS: number | null; waitedS: number | null };

/** A case as of its last event. */
export type CaseRow = { caseId: string; trail: CaseTrail };

export type RowsOfOneEvent = {
  event: EventRow;
  /** The stay that the event closed. */
  stay: StayRow | null;
  objects: readonly AnalysisObject[];
  relations: readonly AnalysisRelation[];
};

/** Rows of each table. `position`: of the last event that changed the row. */
export type RowByTable = {
  events: EventRow;
  stays: StayRow;
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

export const rowOfOpenStay = (stay: Stay): StayRow => ({ ...stay, workedS: null, waitedS: null });

/** Time with the assignee or the system counts as worked; all other time counts as waited. */
function closedStayRow(
  stay: Stay,
  staff: StaffSnapshot,
  servedBy: string,
  openMs: FoldContext['openMs'],
): StayRow {
  const seconds = Math.floor(openMs(staff, servedBy, stay.enteredAt, stay.leftAt ?? stay.enteredAt) / 1000);
  const isWorked = stay.waitsFor === 'assignee' || stay.waitsFor === 'system';
  return { ...stay, workedS: isWorked ? seconds : 0, waitedS: isWorked ? 0 : seconds };
}

const sectionsAfter = (sections: CaseFoldState['sections'], { data, revision }: TrailEvent) =>
  'section' in data ? { ...sections, [data.section]: revision } : sections;

/** New people are at the end. The same list if there are none, as for nearly every event. */
function peopleAfter(people: readonly string[], { by, data }: TrailEvent): readonly string[] {
  const known = people.includes(by) ? people : [...people, by];
  if (!('assigneeId' in data) && !('ownerId' in data)) return known;
  return [...new Set([...known, ...peopleOfEvent({ by, data })])];
}

/** The people whom an event adds to a case, as objects. */
const newPeople = (
  people: readonly string[],
  before: readonly string[],
  { caseId, position: fromPosition }: TrailEvent,
): AnalysisObject[] =>
  people.slice(before.length).map(objectId => ({ objectId, type: 'person', caseId, fromPosition }));

/**
 * Folds an event into the state of its case. Undefined for an event that the state already contains.
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
  const { trail, closed } = foldIntoTrail(entry?.trail, e, rootOf);
  const before = entry?.people ?? [];
  const people = peopleAfter(before, e);
  return {
    entry: { trail, people, sections: sectionsAfter(entry?.sections ?? {}, e) },
    rows: {
      event: createEventRow(e, entry?.trail, {
        actorPosition: actorPositionOf(e.staff, e.by),
        actedAs: isStatusChange(e, entry?.trail) ? actorsOfPersonInCase(e.staff, e, entry.trail.facts) : [],
        facts: factsOfEvent(e),
      }),
      stay: closed && closedStayRow(closed, e.staff, trail.facts.servedBy, openMs),
      objects:
        people === before
          ? objectsStartedByEvent(e)
          : objectsStartedByEvent(e).concat(newPeople(people, before, e)),
      relations: relationsOfEvent(e),
    },
  };
}
