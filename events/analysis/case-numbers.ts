/** What analysts count about one case: a fold over the open data of its events. */
import { isDraft, Status } from '../case/status.ts';
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';

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
  way: readonly Status[];
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

type Counted = Partial<Omit<CaseNumbers, 'createdAt' | 'way'>>;

const refused = (n: CaseNumbers, { result }: { result: string }): Counted =>
  result === 'refused' ? { refusals: n.refusals + 1 } : {};

/** Events that change a number. All others leave the numbers as they are. */
const counts: {
  [T in CaseEvent['type']]?: (n: CaseNumbers, data: CaseEventOf<T>['data'], clock: number) => Counted;
} = {
  CaseSubmitted: (n, _data, clock) => ({ submittedAt: n.submittedAt ?? clock, withdrawn: false }),
  CaseWithdrawn: () => ({ submittedAt: null, withdrawn: true }),
  ModelsRefused: n => ({ requests: n.requests + 1 }),
  InfoRequested: n => ({ requests: n.requests + 1 }),
  TargetExpertReviewed: refused,
  TargetDoctorReviewed: refused,
  PlanSubmitted: n => ({ plans: n.plans + 1 }),
  PlanExpertReviewed: (n, { to, result }) => ({
    ...refused(n, { result }),
    rounds: n.rounds + (to === Status.PlanAwaitingDoctor ? 1 : 0),
  }),
  PlanDoctorReviewed: (n, { result }, clock) => ({
    ...refused(n, { result }),
    firstPlanAccepted: n.firstPlanAccepted ?? result === 'approved',
    approvedAt: n.approvedAt ?? (result === 'approved' ? clock : null),
  }),
  ProductionScheduled: n => ({ batches: n.batches + 1 }),
  BatchShipped: (n, _data, clock) => ({ shipments: n.shipments + 1, shippedAt: n.shippedAt ?? clock }),
  TrayOrdered: n => ({ trays: n.trays + 1 }),
  CaseSuspended: n => ({ holds: n.holds + 1 }),
  CaseCompleted: (_n, { outcome }, clock) => ({ completedAt: clock, outcome }),
};

/**
 * Counts one event. `way` grows if the event changed the status to one outside drafts.
 * @param from the status before the event @param clock ms
 */
export function countEvent(
  n: CaseNumbers,
  { type, data }: Pick<CaseEvent, 'type' | 'data'>,
  { from, clock }: { from: Status; clock: number },
): CaseNumbers {
  // Cast: the table is keyed by type, so the count fits the data, which TypeScript cannot infer for a union.
  const count = counts[type] as
    | ((n: CaseNumbers, data: CaseEvent['data'], clock: number) => Counted)
    | undefined;
  const to = 'to' in data ? data.to : from;
  const isStep = to !== from && !isDraft(to);
  if (!count && !isStep) return n;
  const after = { ...n, way: isStep ? [...n.way, to] : n.way };
  return count ? Object.assign(after, count(n, data, clock)) : after;
}
