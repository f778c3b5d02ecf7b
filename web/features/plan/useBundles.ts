/** The plan.json of the version that is shown, and of the one that it is compared with. */
import { useQuery } from '@tanstack/react-query';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { useLooked } from '#web/features/review/looked.ts';
import { bundleAt, planFile } from '#web/features/viewer/bundle.ts';

type Bundles = {
  bundle: PlanBundle | null;
  previous: PlanBundle | null;
  previousVersion: number | undefined;
  /** The one compared with is the last that this person looked at, and not simply the one before. */
  looked: boolean;
};

/** The plan.json of a version. Undefined while it is read; null where the version is plain files. */
export function useBundle(plan: PlanItem | null | undefined): PlanBundle | null | undefined {
  const file = plan && planFile(plan.files);
  const { data, isError } = useQuery({ ...bundleAt(`/api/files/${file?.id}`), enabled: !!file });
  return !file || isError ? null : data;
}

/** @param version undefined while there is none */
export function useBundles(view: CaseView, list: VersionList, version: number | undefined): Bundles {
  const newest = view[list].at(-1)?.version;
  const last = useLooked(view.caseId, list, newest);
  const before = view[list].findLast(p => p.version < (version ?? 0))?.version;
  const looked = typeof last === 'number' && version === newest && last < (before ?? 0);
  const previousVersion = looked ? last : before;
  const of = (wanted: number | undefined) => view[list].find(p => p.version === wanted);
  const [bundle, previous] = [useBundle(of(version)), useBundle(of(previousVersion))];
  return { bundle: bundle ?? null, previous: previous ?? null, previousVersion, looked };
}
