/** The plan.json of one version of a plan or target. */
import { useQuery } from '@tanstack/react-query';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { bundleQuery, findPlanJson } from './bundle.ts';

export type BundleState = {
  bundle: PlanBundle | null;
  /** `unread`: the plan.json exists but is unreadable. */
  state: 'read' | 'reading' | 'unread';
};

/** Null with state `read` for a version without plan data: a plan that only has its number of stages. */
export function useBundleState(plan: PlanItem | null | undefined): BundleState {
  const file = plan && findPlanJson(plan.files);
  const { data, isError } = useQuery({ ...bundleQuery(`/api/files/${file?.id}`), enabled: !!file });
  if (file && isError) return { bundle: null, state: 'unread' };
  return { bundle: data ?? null, state: file && data === undefined ? 'reading' : 'read' };
}

/** Undefined while loading; null if there is no readable plan.json. */
export function useBundle(plan: PlanItem | null | undefined): PlanBundle | null | undefined {
  const { bundle, state } = useBundleState(plan);
  return state === 'reading' ? undefined : bundle;
}
