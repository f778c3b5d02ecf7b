/** The spine of a case: its steps with who reached them when, worked out of its history. */
import { Status, statuses, statusWord as wordOf } from '#events/case/status.ts';
import type { HistoryItem } from '#projections/history/item.ts';

export const progressSteps = [
  'submitted',
  'accepted',
  'designed',
  'expert',
  'doctor',
  'producing',
  'shipped',
  'received',
  'completed',
] as const;
export type ProgressStep = (typeof progressSteps)[number];

/** The events that a step is reached by. */
const reachedBy: Record<ProgressStep, readonly string[]> = {
  submitted: ['CaseSubmitted'],
  accepted: ['CaseAccepted'],
  designed: ['PlanSubmitted'],
  expert: ['PlanExpertReviewed'],
  doctor: ['PlanDoctorReviewed'],
  producing: ['ProductionScheduled'],
  shipped: ['BatchShipped'],
  received: ['ReceiptConfirmed'],
  completed: ['CaseCompleted', 'RefinementEnded'],
};

export type SpineStep = {
  id: ProgressStep;
  state: 'done' | 'current' | 'todo' | 'problem';
  /** When it was reached last, ISO; null for what is still to come. */
  at: string | null;
  by: string | null;
};

/** Statuses on the way to a step whose caption is not the step's own; as `statusWord` says them. */
const captioned: readonly string[] = [
  Status.CaseProcessing,
  Status.ToDistribute,
  Status.InRefinement,
  Status.ModelProcessing,
  Status.TargetAwaitingExpert,
  Status.TargetAwaitingDoctor,
].flatMap(status => [wordOf(status, true), wordOf(status, false)]);

/** Key, under `stepNow` in the dictionary, of the caption of the current step. */
export const captionKey = (step: ProgressStep, statusWord: string): string =>
  captioned.includes(statusWord) ? `at.${statusWord.replace('.', '_')}` : `current.${step}`;

/** The nine steps at a status; `problem` where it was sent back or is suspended. */
export function spineOf(status: Status, history: readonly HistoryItem[]): SpineStep[] {
  const { step: now, troubled } = statuses[status];
  return progressSteps.map((id, i) => {
    const event = history.findLast(
      e => reachedBy[id].includes(e.type) && e.facts.result !== 'refused' && e.facts.how !== 'deleted',
    );
    const done = i < now;
    const state = done ? 'done' : i > now ? 'todo' : troubled ? 'problem' : 'current';
    return { id, state, at: done ? (event?.at ?? null) : null, by: done ? (event?.by.name ?? null) : null };
  });
}
