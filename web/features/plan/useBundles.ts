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
  /** What is shown is still being read, or could not be: it is a plan nevertheless. */
  state: 'read' | 'reading' | 'unread';
  /** The one compared with is the last that this person looked at before this visit. */
  looked: boolean;
};

type Read = { bundle: PlanBundle | null; state: Bundles['state'] };

/** The plan.json of a version; null, and read, where the version is plain files. */
function useRead(plan: PlanItem | null | undefined): Read {
  const file = plan && planFile(plan.files);
  const { data, isError } = useQuery({ ...bundleAt(`/api/files/${file?.id}`), enabled: !!file });
  if (file && isError) return { bundle: null, state: 'unread' };
  // Null is read as well: a plan that says how many stages there are and no more.
  return { bundle: data ?? null, state: file && data === undefined ? 'reading' : 'read' };
}

/** The plan.json of a version. Undefined while it is read; null where there is none to be read. */
export function useBundle(plan: PlanItem | null | undefined): PlanBundle | null | undefined {
  const { bundle, state } = useRead(plan);
  return state === 'reading' ? undefined : bundle;
}

/** @param version undefined while there is none */
export function useBundles(view: CaseView, list: VersionList, version: number | undefined): Bundles {
  const newest = view[list].at(-1)?.version;
  const last = useLooked(view.caseId, list, newest);
  const before = view[list].findLast(p => p.version < (version ?? 0))?.version;
  const looked = typeof last === 'number' && version === newest && last <= (before ?? 0);
  const previousVersion = looked ? last : before;
  const of = (wanted: number | undefined) => view[list].find(p => p.version === wanted);
  const [shown, previous] = [useRead(of(version)), useRead(of(previousVersion))];
  return { ...shown, previous: previous.bundle, previousVersion, looked };
}
