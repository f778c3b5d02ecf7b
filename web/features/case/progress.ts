/** The progress of a case: its steps with person and time, derived from its history. */

import { type Status, statusCodes, statuses, statusWord as wordOf } from '#events/case/status.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PersonRef } from '#projections/caseList/item.ts';
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

/** The event types that complete each progress step. */
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

export type CaseProgressStep = {
  id: ProgressStep;
  state: 'done' | 'current' | 'todo' | 'problem';
  /** ISO time of the last completion; null for future steps. */
  at: string | null;
  by: PersonRef | null;
};

/** Words of statuses with a caption of their own, in the format of `statusWord`. */
const captioned: readonly string[] = statusCodes
  .filter(status => statuses[status].ownCaption)
  .flatMap(status => [wordOf(status, true), wordOf(status, false)]);

/** Dictionary key of the current step's caption, under `stepNow`. */
export const stepCaptionKey = (step: ProgressStep, statusWord: string): string =>
  captioned.includes(statusWord) ? `at.${statusWord.replace('.', '_')}` : `current.${step}`;

/** The history up to a version of the case; the present version has all of it. */
export const historyUpToVersion = (
  history: readonly HistoryItem[],
  { asOf, revision }: Pick<CaseView, 'asOf' | 'revision'>,
): readonly HistoryItem[] => (asOf === null ? history : history.filter(item => item.revision <= revision));

/** The nine steps at a status; the current one is a `problem` if the case was sent back or suspended. */
export function caseProgressStepsAt(status: Status, history: readonly HistoryItem[]): CaseProgressStep[] {
  const { step: now, troubled } = statuses[status];
  return progressSteps.map((id, i) => {
    const event = history.findLast(
      e => reachedBy[id].includes(e.type) && e.facts.result !== 'refused' && e.facts.how !== 'deleted',
    );
    const done = i < now;
    const state = done ? 'done' : i > now ? 'todo' : troubled ? 'problem' : 'current';
    return { id, state, at: done ? (event?.at ?? null) : null, by: done ? (event?.by ?? null) : null };
  });
}
