/** What of a case can be pointed at. */
import type { CaseView, PlanItem } from '#projections/case/view.ts';

type Version = { key: string; list: 'plans' | 'targets'; plan: PlanItem };

const lists = ['plans', 'targets'] as const;

/** The newest plan first; what leads to it after it. */
export const versionsOf = (view: CaseView): Version[] =>
  lists.flatMap(list =>
    view[list].toReversed().map(plan => ({ key: `${list}.${plan.version}`, list, plan })),
  );
