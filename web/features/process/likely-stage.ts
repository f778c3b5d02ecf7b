/** The most likely aligner of a record or visit. */
import { dayNumber } from '#events/case/calendar.ts';
import { wearAt } from '#events/wear/wear-calendar.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';

/** The plan that is worn: the approved one, otherwise the newest. */
export const wornPlan = (view: CaseView): PlanItem | undefined =>
  view.plans.find(plan => plan.version === view.approved) ?? view.plans.at(-1);

/** Returns the number of the last aligner of the worn plan; 0 without a plan. */
export const lastStageOfWornPlan = (view: CaseView): number => {
  const plan = wornPlan(view);
  return Math.max(plan?.upperStages ?? 0, plan?.lowerStages ?? 0);
};

/** The aligner on a date by the wear record; without one, the last recorded stage. */
export function likelyStage(view: CaseView, today: string): number {
  const { wear, wearLimits, records, visits } = view;
  if (wear && wearLimits && dayNumber(wear.start) <= dayNumber(today))
    return wearAt(wear, wearLimits, today).stage;
  return Math.max(0, ...records.map(record => record.stage), ...visits.map(visit => visit.stage));
}
