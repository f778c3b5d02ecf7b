/** The aligner that a record or a visit is most likely of. */
import { dayNumber } from '#events/case/calendar.ts';
import { wearAt } from '#events/wear/wear.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';

/** The plan that is worn: the approved one, else the newest. */
export const wornPlan = (view: CaseView): PlanItem | undefined =>
  view.plans.find(plan => plan.version === view.approved) ?? view.plans.at(-1);

export const lastStageOf = (view: CaseView): number => {
  const plan = wornPlan(view);
  return Math.max(plan?.upperStages ?? 0, plan?.lowerStages ?? 0);
};

/** What the wear record says of a day; the last recorded stage where there is none. */
export function likelyStage(view: CaseView, today: string): number {
  const { wear, wearLimits, records, visits } = view;
  if (wear && wearLimits && dayNumber(wear.start) <= dayNumber(today))
    return wearAt(wear, wearLimits, today).stage;
  return Math.max(0, ...records.map(record => record.stage), ...visits.map(visit => visit.stage));
}
