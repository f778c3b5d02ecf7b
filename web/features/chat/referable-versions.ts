/** The versions of a case that a message can refer to. */
import type { CaseView, PlanItem } from '#projections/case/view.ts';

type Version = { key: string; list: 'plans' | 'targets'; plan: PlanItem };

const lists = ['plans', 'targets'] as const;

/** Plans first, newest first; then targets. */
export const referableVersions = (view: CaseView): Version[] =>
  lists.flatMap(list =>
    view[list].toReversed().map(plan => ({ key: `${list}.${plan.version}`, list, plan })),
  );
