/** Whether two versions are of the same mouth: its teeth before treatment, as plan.json has them. */
import type { Fdi } from '../tooth/fdi.ts';
import { inScreenOrder } from '../tooth/fdi.ts';
import type { BundleTooth, PlanBundle } from './bundle.ts';
import { minus, poseOf } from './pose.ts';

/** mm by which a crown's width and its centre's place at the start may differ: as much as two scans of a tooth do. */
export const sameWithin = 0.3;

/** mm between both crowns' centres at the start, or between their widths where both have one, whichever is more. */
function apart(a: BundleTooth, b: BundleTooth): number {
  const width = a.width && b.width ? Math.abs(a.width.mm - b.width.mm) : 0;
  return Math.max(width, Math.hypot(...minus(poseOf(a.poses, 0).p, poseOf(b.poses, 0).p)));
}

/** Teeth that only one of the two has, and those that differ at the start; in screen order. */
export function otherTeeth(first: Pick<PlanBundle, 'teeth'>, later: Pick<PlanBundle, 'teeth'>): Fdi[] {
  const [a, b] = [first, later].map(({ teeth }) => new Map(teeth.map(tooth => [tooth.fdi, tooth])));
  return inScreenOrder([...(a?.keys() ?? []), ...(b?.keys() ?? [])]).filter(fdi => {
    const [was, is] = [a?.get(fdi), b?.get(fdi)];
    return !was || !is || apart(was, is) > sameWithin + 1e-9;
  });
}
