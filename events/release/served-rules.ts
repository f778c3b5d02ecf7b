/**
 * The transition table as a release records it: which event moves a case from which statuses to which others, and who may
 * cause it. Derived from rules.ts, on which the decider and all rights rest. Pure.
 */
import { type Action, type ActionRule, rulesOf } from '../case/rules.ts';
import { computedDraftStatuses } from '../case/status.ts';
import type { CaseEventType, caseEvents } from '../case/stream.ts';
import type { RecordedTransitionRule } from './events.ts';

/** Types of events that may change the status, except the one that begins a case. */
type MovingType = Exclude<
  {
    [T in CaseEventType]: (typeof caseEvents)[T]['reaches'] extends readonly never[] ? never : T;
  }[CaseEventType],
  'CaseCreated'
>;

/** The action that causes each move. */
const actionOfMove = {
  SectionSaved: 'edit',
  FileAttached: 'edit',
  FileRemoved: 'edit',
  FilesMoved: 'edit',
  CaseSubmitted: 'submitCase',
  CaseWithdrawn: 'withdraw',
  CaseAccepted: 'acceptCase',
  CaseDenied: 'deniedCase',
  ModelsPrepared: 'modelsPrepared',
  ModelsRefused: 'modelsRefused',
  ScansRecorded: 'scansRecorded',
  InfoRequested: 'requestInfo',
  InfoAnswered: 'answer',
  RequestCancelled: 'cancelRequest',
  CaseSuspended: 'suspend',
  CaseContinued: 'continue',
  CaseTaken: 'getCase',
  CaseAllocated: 'allocateCase',
  CaseReassigned: 'reassign',
  RefinementOpened: 'refine',
  RefinementEnded: 'refinementEnded',
  CaseCompleted: 'complete',
  TargetSubmitted: 'submitTarget',
  TargetExpertReviewed: 'targetExpertReview',
  TargetDoctorReviewed: 'targetDoctorReview',
  PlanSubmitted: 'submitPlan',
  PlanRecalled: 'recallPlan',
  PlanExpertReviewed: 'qualityAudit',
  PlanDoctorReviewed: 'confirmDoctor',
  ReturnedToDesign: 'returnToDesign',
  ProductionScheduled: 'scheduleProduction',
  BatchFailed: 'batchFailed',
  BatchShipped: 'ship',
  ReceiptConfirmed: 'confirmReceipt',
  ShipmentLost: 'reportLost',
  NextBatchOrdered: 'nextBatch',
} as const satisfies Record<MovingType, Action>;

// Cast: Object.keys forgets the type of the keys.
export const statusChangingEventTypes = Object.keys(actionOfMove) as MovingType[];

/** The action that causes an event of this type. */
export const actionOfStatusChange = (type: MovingType): Action => actionOfMove[type];

/** The statuses that a rule leads to; none for a rule that keeps the status or ends the case. */
function reachesOf({ to }: ActionRule): RecordedTransitionRule['to'] {
  return to.flatMap<RecordedTransitionRule['to'][number]>(reach => {
    if (reach === 'same' || reach === 'gone') return [];
    return reach === 'draft' ? computedDraftStatuses : [reach];
  });
}

/** Returns the rules of this release, in the order of `actionOfMove`. */
export const listTransitionRules = (): RecordedTransitionRule[] =>
  statusChangingEventTypes.flatMap(type =>
    rulesOf(actionOfMove[type])
      .map(rule => ({ type, from: [...rule.from], to: reachesOf(rule), by: [...rule.by] }))
      .filter(({ to }) => to.length > 0),
  );
