/** The spine of a case: its steps with who reached them when, worked out of its history. */
import type { Status } from '#events/case/status.ts';
import type { HistoryItem } from '#projections/history/item.ts';

export const progressSteps = [
  'submitted',
  'accepted',
  'designed',
  'approved',
  'production',
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
  approved: ['PlanExpertReviewed'],
  production: ['PlanDoctorReviewed'],
  producing: ['ProductionScheduled'],
  shipped: ['BatchShipped'],
  received: ['ReceiptConfirmed'],
  completed: ['CaseCompleted', 'RefinementEnded'],
};

/** The step that a status is working towards; steps before it are done. */
const towards: Record<Status, number> = {
  0: 0,
  1: 0,
  2: 0,
  3: 0,
  4: 0,
  5: 0,
  6: 0,
  7: 0,
  8: 0,
  9: 0,
  22: 0,
  20: 0,
  10: 1,
  27: 2,
  12: 2,
  21: 2,
  13: 2,
  11: 2,
  28: 2,
  29: 2,
  18: 2,
  19: 2,
  33: 2,
  14: 3,
  15: 4,
  16: 5,
  17: 6,
  23: 7,
  25: 5,
  26: 8,
  30: 8,
  24: 9,
};

export type SpineStep = {
  id: ProgressStep;
  state: 'done' | 'current' | 'todo' | 'problem';
  /** When it was reached last, ISO; null for what is still to come. */
  at: string | null;
  by: string | null;
};

/** The nine steps at a status; `problem` where it was sent back or is suspended. */
export function spineOf(status: Status, history: readonly HistoryItem[]): SpineStep[] {
  const now = towards[status];
  const troubled = [11, 18, 19, 20, 33].includes(status);
  return progressSteps.map((id, i) => {
    const event = history.findLast(
      e => reachedBy[id].includes(e.type) && e.facts.result !== 'refused' && e.facts.how !== 'deleted',
    );
    const done = i < now;
    const state = done ? 'done' : i > now ? 'todo' : troubled ? 'problem' : 'current';
    return { id, state, at: done ? (event?.at ?? null) : null, by: done ? (event?.by.name ?? null) : null };
  });
}
