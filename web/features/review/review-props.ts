/** Props of every panel next to a plan. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';

export type ReviewProps = {
  view: CaseView;
  list: VersionListName;
  /** Number of the displayed version. */
  version: number;
  /** plan.json of the displayed version; null if there is no readable one. */
  bundle: PlanBundle | null;
  /** plan.json of the version to compare with; null if there is no readable one. */
  previous: PlanBundle | null;
};
