/** What every panel beside a plan is given. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';

export type ReviewProps = {
  view: CaseView;
  list: VersionList;
  /** The version that is shown. */
  version: number;
  /** Its plan.json; null where it has none that can be read. */
  bundle: PlanBundle | null;
  /** The one that it is compared with; null where there is none, or none that can be read. */
  previous: PlanBundle | null;
};
