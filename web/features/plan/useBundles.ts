/** The plan.json of the displayed version, and of the version compared with it. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useLastViewedVersion } from '#web/features/review/last-viewed-version.ts';
import { type BundleState, useBundleState } from '#web/features/viewer/useBundle.ts';

type Bundles = BundleState & {
  previous: PlanBundle | null;
  previousVersion: number | undefined;
  /** The compared version is the one that this person last looked at before this visit. */
  looked: boolean;
};

/** @param version undefined while there is none */
export function useBundles(view: CaseView, list: VersionListName, version: number | undefined): Bundles {
  const newest = view[list].at(-1)?.version;
  const last = useLastViewedVersion(view.caseId, list, newest);
  const before = view[list].findLast(p => p.version < (version ?? 0))?.version;
  const looked = typeof last === 'number' && version === newest && last <= (before ?? 0);
  const previousVersion = looked ? last : before;
  const of = (wanted: number | undefined) => view[list].find(p => p.version === wanted);
  const [shown, previous] = [useBundleState(of(version)), useBundleState(of(previousVersion))];
  return { ...shown, previous: previous.bundle, previousVersion, looked };
}
