/**
 * The rework of one case: each time its work was refused, sent back, asked about, failed or refined, with the keyed
 * reasons, and what followed. A fold over the open data of the case's events; the report REWORK must agree with it. Pure.
 */

import type { ActorPosition } from '../analysis/event-row.ts';
import type { TrailEvent } from '../analysis/trail.ts';
import type { Reason } from '../case/reasons.ts';
import type { Status } from '../case/status.ts';
import type { CaseEvent, CaseEventType } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';

/**
 * `refusal`: the expert or the doctor refused a plan or target. `denial`: the case went back to its doctor. `request`:
 * information was asked for. `recall` and `return`: the designer, or production, took a plan back to design.
 */
type ReworkKind = 'refusal' | 'denial' | 'request' | 'recall' | 'return' | 'failure' | 'refinement';

export type ReworkEvent = TrailEvent & { actorPosition: ActorPosition | null };

export type Rework = {
  kind: ReworkKind;
  type: CaseEventType;
  position: LogPosition;
  /** Time on the log's clock in ms. */
  clock: number;
  by: string;
  /** Position at that time; `system` for models that the check refused. */
  actorPosition: ActorPosition | null;
  /** Empty if none were given, as in older events and in events of the system. */
  reasons: readonly Reason[];
  /** The status from which the case was sent back. */
  step: Status;
  /** Version of the plan or target. */
  version: number | null;
  batch: number | null;
  /** Counts from 1: for a refusal the reviews by this reviewer so far, otherwise the events of its kind. */
  round: number;
  /**
   * Whether the next version that this reviewer judged answered the refusal: approved, or refused for other reasons
   * only. False if either refusal has no reasons. Null until it is judged, and for all other kinds.
   */
  met: boolean | null;
  /** Ms until the case stood at `step` again, or until the refinement ended; null while it has not. */
  cost: number | null;
};

/** Kind of rework by event type. Events of other types are no rework. */
const kinds: Partial<Record<CaseEventType, ReworkKind>> = {
  TargetExpertReviewed: 'refusal',
  TargetDoctorReviewed: 'refusal',
  PlanExpertReviewed: 'refusal',
  PlanDoctorReviewed: 'refusal',
  CaseDenied: 'denial',
  ModelsRefused: 'request',
  InfoRequested: 'request',
  PlanRecalled: 'recall',
  ReturnedToDesign: 'return',
  BatchFailed: 'failure',
  RefinementOpened: 'refinement',
};

/** Fields that some of the events have in their open data. */
type ReworkData = {
  to?: Status;
  version?: number;
  batch?: number;
  result?: string;
  reasons?: readonly Reason[];
};
// Cast: the union of all events' data, read by the fields that some of them share.
const dataOf = (e: Pick<CaseEvent, 'data'>) => e.data as ReworkData;

/** Whether a review answers an earlier refusal by the same reviewer. */
function isMet({ reasons }: Rework, review: ReworkData): boolean {
  if (review.result !== 'refused') return true;
  const { reasons: again = [] } = review;
  return reasons.length > 0 && again.length > 0 && !again.some(reason => reasons.includes(reason));
}

/** The rework of a case so far. */
export type CaseRework = {
  /** Null before the case's first event. */
  status: Status | null;
  revision: number;
  /** In the order of the log. */
  found: readonly Rework[];
  /** Reviews so far by type of event. */
  reviews: Readonly<Partial<Record<CaseEventType, number>>>;
};

export const noRework: CaseRework = { status: null, revision: -1, found: [], reviews: {} };

/** Returns an earlier rework after an event, which may end it or answer it. */
function followed(one: Rework, e: ReworkEvent, before: Status | null): Rework {
  const data = dataOf(e);
  const isAnswer =
    one.kind === 'refusal' && one.met === null && e.type === one.type && data.version !== one.version;
  const isBack =
    one.kind === 'refinement' ? e.type === 'RefinementEnded' : data.to === one.step && data.to !== before;
  return {
    ...one,
    met: isAnswer ? isMet(one, data) : one.met,
    cost: isBack && one.cost === null ? e.clock - one.clock : one.cost,
  };
}

/** Returns the rework that an event begins; null for other events, such as an approval. */
function begun(e: ReworkEvent, { status, found, reviews }: CaseRework): Rework | null {
  const { version = null, batch = null, reasons = [], result = 'refused' } = dataOf(e);
  const kind = kinds[e.type];
  if (!kind || status === null || result !== 'refused') return null;
  const earlier = kind === 'refusal' ? (reviews[e.type] ?? 0) : found.filter(one => one.kind === kind).length;
  const { type, position, clock, by, actorPosition } = e;
  const head = { kind, type, position, clock, by, actorPosition, reasons, step: status, version, batch };
  return { ...head, round: earlier + 1, met: null, cost: null };
}

/** Folds one event. Returns the rework unchanged for an event that it already contains, by revision. */
export function foldIntoRework(rework: CaseRework, e: ReworkEvent): CaseRework {
  if (e.revision <= rework.revision) return rework;
  const { to = rework.status } = dataOf(e);
  const one = begun(e, rework);
  const found = rework.found.map(earlier => followed(earlier, e, rework.status));
  const isReview = kinds[e.type] === 'refusal';
  return {
    status: to,
    revision: e.revision,
    found: one ? [...found, one] : found,
    reviews: isReview ? { ...rework.reviews, [e.type]: (rework.reviews[e.type] ?? 0) + 1 } : rework.reviews,
  };
}

/** The rework in all events of one case, in the order of the log. */
export const reworkOf = (events: Iterable<ReworkEvent>): readonly Rework[] => {
  let rework = noRework;
  for (const e of events) rework = foldIntoRework(rework, e);
  return rework.found;
};
