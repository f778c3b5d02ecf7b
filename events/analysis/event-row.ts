/** An event of a case as a row for analysts. Open data only. */
import type { Actor } from '../case/rules.ts';
import type { Status } from '../case/status.ts';
import type { CaseEventType } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';
import type { Position } from '../person/position.ts';
import { sharedFieldsOf } from './shared-fields.ts';
import type { CaseTrail, TrailEvent } from './trail.ts';

/** Who acted, by position; the system and patients have none of their own. */
export type ActorPosition = Position | 'system' | 'patient';

export type EventRow = {
  position: LogPosition;
  caseId: string;
  revision: number;
  type: CaseEventType;
  /** Time that the event says itself, in ms. */
  happenedAt: number;
  /** Clock of the log in ms (clock.ts). */
  clock: number;
  actorId: string;
  /** As of then; null for a person whom the log does not know. */
  actorPosition: ActorPosition | null;
  /** Actors of the transition table that the person was then; none if the status stays. */
  actedAs: readonly Actor[];
  /** Null if the status stays. */
  fromStatus: Status | null;
  toStatus: Status | null;
  /** Version of the plan or target, number of the batch, of the change request, and stage of a tray. */
  version: number | null;
  batch: number | null;
  request: number | null;
  stage: number | null;
  result: string | null;
  reasons: readonly string[];
  /** What facts.ts lets through of the data, as JSON. */
  facts: string;
};

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const noReasons: readonly string[] = [];

/** True if the event changes the status of a case that exists. */
export const isStatusChange = (
  { data }: Pick<TrailEvent, 'data'>,
  before: CaseTrail | undefined,
): before is CaseTrail => {
  const { to } = sharedFieldsOf(data);
  return before !== undefined && to !== undefined && to !== before.facts.status;
};

/** Columns that are fields of an event's open data. */
export const columnsOfOpenData = (
  data: object,
): Pick<EventRow, 'version' | 'batch' | 'request' | 'stage' | 'result' | 'reasons'> => {
  const { version, batch, request, stage, result, reasons } = sharedFieldsOf(data);
  return {
    version: numberOrNull(version),
    batch: numberOrNull(batch),
    request: numberOrNull(request),
    stage: numberOrNull(stage),
    result: result === undefined ? null : String(result),
    reasons: reasons ?? noReasons,
  };
};

/**
 * @param before the trail before the event; undefined for the first one
 * @param told `facts`: the allowed part of the event's data
 */
export function createEventRow(
  e: TrailEvent & Pick<EventRow, 'happenedAt'>,
  before: CaseTrail | undefined,
  { actorPosition, actedAs, facts }: Pick<EventRow, 'actorPosition' | 'actedAs' | 'facts'>,
): EventRow {
  const { caseId, position, revision, type, data, clock, happenedAt } = e;
  const { to } = sharedFieldsOf(data);
  const isMove = to !== undefined && to !== before?.facts.status;
  // Field by field, here and in the other folds: V8 copies all fields at once only where a spread comes first.
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
