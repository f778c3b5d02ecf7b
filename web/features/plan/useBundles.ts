/** The plan.json of the displayed version, and of the version compared with it. */
import { useQuery } from '@tanstack/react-query';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { useLastViewedVersion } from '#web/features/review/last-viewed-version.ts';
import { bundleQuery, planFile } from '#web/features/viewer/bundle.ts';

type Bundles = {
  bundle: PlanBundle | null;
  previous: PlanBundle | null;
  previousVersion: number | undefined;
  /** Reading state of the displayed version; `unread`: its plan.json exists but is unreadable. */
  state: 'read' | 'reading' | 'unread';
  /** The compared version is the one that this person last looked at before this visit. */
  looked: boolean;
};

type Read = { bundle: PlanBundle | null; state: Bundles['state'] };

/** The plan.json of a version; null with state `read` for a version without plan data. */
function useRead(plan: PlanItem | null | undefined): Read {
  const file = plan && planFile(plan.files);
  const { data, isError } = useQuery({ ...bundleQuery(`/api/files/${file?.id}`), enabled: !!file });
  if (file && isError) return { bundle: null, state: 'unread' };
  // Null with state `read`: a plan that only has its number of stages.
  return { bundle: data ?? null, state: file && data === undefined ? 'reading' : 'read' };
}

/** The plan.json of a version. Undefined while loading; null if there is no readable one. */
export function useBundle(plan: PlanItem | null | undefined): PlanBundle | null | undefined {
  const { bundle, state } = useRead(plan);
  return state === 'reading' ? undefined : bundle;
}

/** @param version undefined while there is none */
export function useBundles(view: CaseView, list: VersionList, version: number | undefined): Bundles {
  const newest = view[list].at(-1)?.version;
  const last = useLastViewedVersion(view.caseId, list, newest);
  const before = view[list].findLast(p => p.version < (version ?? 0))?.version;
  const looked = typeof last === 'number' && version === newest && last <= (before ?? 0);
  const previousVersion = looked ? last : before;
  const of = (wanted: number | undefined) => view[list].find(p => p.version === wanted);
  const [shown, previous] = [useRead(of(version)), useRead(of(previousVersion))];
  return { ...shown, previous: previous.bundle, previousVersion, looked };
}
