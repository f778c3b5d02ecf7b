/** An event of a case as a row for analysts. Open data only. */
import type { Actor } from '../case/rules.ts';
import type { Status } from '../case/status.ts';
import type { CaseEventType } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';
import type { Position } from '../person/position.ts';
import type { CaseTrail, TrailEvent } from './trail.ts';

/** Position of the acting person; `system` and `patient` are actors without a position. */
export type ActorPosition = Position | 'system' | 'patient';

export type EventRow = {
  position: LogPosition;
  caseId: string;
  revision: number;
  type: CaseEventType;
  /** Time stated by the event itself, in ms. */
  happenedAt: number;
  /** Clock of the log in ms (clock.ts). */
  clock: number;
  actorId: string;
  /** Position at that time; null for a person who is not in the directory. */
  actorPosition: ActorPosition | null;
  /** Actors of the transition table that the person was at that time; empty if the status stays. */
  actedAs: readonly Actor[];
  /** Null if the status stays. */
  fromStatus: Status | null;
  toStatus: Status | null;
  /** Version of the plan or target, number of the batch and of the change request, and stage of the tray. */
  version: number | null;
  batch: number | null;
  request: number | null;
  stage: number | null;
  result: string | null;
  reasons: readonly string[];
  /** The fields of the event's data that facts.ts lets analysts read. */
  facts: Readonly<Record<string, unknown>>;
};

const numberIn = (data: object, key: string): number | null => {
  const value = (data as Record<string, unknown>)[key];
  return typeof value === 'number' ? value : null;
};

/** True if the event changes the status of a case that exists. */
export const isStatusChange = (
  { data }: Pick<TrailEvent, 'data'>,
  before: CaseTrail | undefined,
): before is CaseTrail => before !== undefined && 'to' in data && data.to !== before.facts.status;
/** Columns that are fields of an event's open data. */
export const columnsOfOpenData = (
  data: object,
): Pick<EventRow, 'version' | 'batch' | 'request' | 'stage' | 'result' | 'reasons'> => ({
  version: numberIn(data, 'version'),
  batch: numberIn(data, 'batch'),
  request: numberIn(data, 'request'),
  stage: numberIn(data, 'stage'),
  result: 'result' in data ? String(data.result) : null,
  reasons: (data as { reasons?: readonly string[] }).reasons ?? [],
});

/**
 * Creates the row of an event. `facts`: the part of the event's data that analysts may read.
 * @param before the case's trail before the event; undefined for the first one
 */
export function createEventRow(
  e: TrailEvent & Pick<EventRow, 'happenedAt'>,
  before: CaseTrail | undefined,
  { actorPosition, actedAs, facts }: Pick<EventRow, 'actorPosition' | 'actedAs' | 'facts'>,
): EventRow {
  const { caseId, position, revision, type, data, clock, happenedAt } = e;
  const to = 'to' in data ? data.to : undefined;
  const isMove = to !== undefined && to !== before?.facts.status;
  // Lists the fields one by one, because V8 copies a spread fast only where it comes first. The other folds do the
  // same.
  const { version, batch, request, stage, result, reasons } = columnsOfOpenData(data);
  return {
    position,
    caseId,
    revision,
    type,
    happenedAt,
    clock,
    actorId: e.by,
    actorPosition,
    actedAs,
    fromStatus: isMove ? (before?.facts.status ?? null) : null,
    toStatus: isMove ? to : null,
    version,
    batch,
    request,
    stage,
    result,
    reasons,
    facts,
  };
}
