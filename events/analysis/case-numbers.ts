/** What analysts count about one case: a fold over the open data of its events. */
import { isDraft, Status } from '../case/status.ts';
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';
import { sharedFieldsOf } from './shared-fields.ts';

export type CaseNumbers = {
  /** Time on the log's clock in ms (clock.ts). */
  createdAt: number;
  /** First submission that was not withdrawn. */
  submittedAt: number | null;
  /** First plan that the doctor approved, first batch shipped, and completion. */
  approvedAt: number | null;
  shippedAt: number | null;
  completedAt: number | null;
  /** Statuses that the case reached, in that order, without those of drafts. */
  way: Status[];
  /** Plans that reached the doctor. */
  rounds: number;
  /** Versions of the plan that were submitted. */
  plans: number;
  /** Plans and targets that the expert or the doctor refused. */
  refusals: number;
  /** Requests for information, also those of the check of models. */
  requests: number;
  batches: number;
  shipments: number;
  /** Replacement trays. */
  trays: number;
  /** Suspensions. */
  holds: number;
  /** Whether the doctor approved the first plan that they judged; null before that. */
  firstPlanAccepted: boolean | null;
  /** Key of the outcome at completion. */
  outcome: number | null;
  /** The case was submitted and taken back, and not submitted again. */
  withdrawn: boolean;
};

export const initialCaseNumbers = (createdAt: number): CaseNumbers => ({
  createdAt,
  submittedAt: null,
  approvedAt: null,
  shippedAt: null,
  completedAt: null,
  way: [],
  rounds: 0,
  plans: 0,
  refusals: 0,
  requests: 0,
  batches: 0,
  shipments: 0,
  trays: 0,
  holds: 0,
  firstPlanAccepted: null,
  outcome: null,
  withdrawn: false,
});

const countRequest = (n: CaseNumbers) => {
  n.requests += 1;
};
const countRefusal = (n: CaseNumbers, { result }: { result: string }) => {
  if (result === 'refused') n.refusals += 1;
};

/** Changes the numbers in place. */
type Count<T extends CaseEvent['type']> = (
  n: CaseNumbers,
  data: CaseEventOf<T>['data'],
  clock: number,
) => void;

/** Events that change a number. All others leave the numbers as they are. */
const counts: { [T in CaseEvent['type']]?: Count<T> } = {
  CaseSubmitted: (n, _data, clock) => {
    n.submittedAt ??= clock;
    n.withdrawn = false;
  },
  CaseWithdrawn: n => {
    n.submittedAt = null;
    n.withdrawn = true;
  },
  ModelsRefused: countRequest,
  InfoRequested: countRequest,
  TargetExpertReviewed: countRefusal,
  TargetDoctorReviewed: countRefusal,
  PlanSubmitted: n => {
    n.plans += 1;
  },
  PlanExpertReviewed: (n, data) => {
    countRefusal(n, data);
    if (data.to === Status.PlanAwaitingDoctor) n.rounds += 1;
  },
  PlanDoctorReviewed: (n, data, clock) => {
    countRefusal(n, data);
    n.firstPlanAccepted ??= data.result === 'approved';
    if (data.result === 'approved') n.approvedAt ??= clock;
  },
  ProductionScheduled: n => {
    n.batches += 1;
  },
  BatchShipped: (n, _data, clock) => {
    n.shipments += 1;
    n.shippedAt ??= clock;
  },
  TrayOrdered: n => {
    n.trays += 1;
  },
  CaseSuspended: n => {
    n.holds += 1;
  },
  CaseCompleted: (n, { outcome }, clock) => {
    n.completedAt = clock;
    n.outcome = outcome;
  },
};

/**
 * Counts one event in place. `way` grows if the event changed the status to one outside drafts.
 * @param from the status before the event @param clock ms
 */
export function countEvent(
  n: CaseNumbers,
  { type, data }: Pick<CaseEvent, 'type' | 'data'>,
  { from, clock }: { from: Status; clock: number },
): void {
  // Cast: the table is keyed by type, so the count fits the data, which TypeScript cannot infer for a union.
  const count = counts[type] as
    | ((n: CaseNumbers, data: CaseEvent['data'], clock: number) => void)
    | undefined;
  count?.(n, data, clock);
  const { to = from } = sharedFieldsOf(data);
  if (to !== from && !isDraft(to)) n.way.push(to);
}
