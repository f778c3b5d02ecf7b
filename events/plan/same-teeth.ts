/** Whether two versions are of the same mouth: its teeth before treatment, as plan.json has them. */
import type { Fdi } from '../tooth/fdi.ts';
import { inScreenOrder } from '../tooth/fdi.ts';
import type { BundleTooth, PlanBundle } from './bundle.ts';
import { minus, poseOf } from './pose.ts';

/** mm by which a crown's width and its centre's place at the start may differ: as much as two scans of a tooth do. */
export const sameWithin = 0.3;

/**
 * mm between both crowns' centres at the start, or between their widths where both have one along the same axis,
 * whichever is more.
 */
function apart(a: BundleTooth, b: BundleTooth): number {
  const width = a.width && b.width && a.turned === b.turned ? Math.abs(a.width.mm - b.width.mm) : 0;
  // A tooth that erupts has no place at the start.
  if (a.from || b.from) return width;
  return Math.max(width, Math.hypot(...minus(poseOf(a.poses, 0).p, poseOf(b.poses, 0).p)));
}

/** All three in screen order. */
export type TeethCompared = {
  /** Teeth of both versions whose shapes or places at the start differ, and by how many mm. */
  differ: { tooth: Fdi; mm: number }[];
  /** Teeth that only the first version has. */
  gone: Fdi[];
  /** Teeth that only the later version has. */
  added: Fdi[];
};

/**
 * Compares the teeth of two versions. Only `differ` is evidence of another patient's models: extractions and missing
 * teeth change which teeth a plan has, not their shapes.
 */
export function compareTeeth(
  first: Pick<PlanBundle, 'teeth'>,
  later: Pick<PlanBundle, 'teeth'>,
): TeethCompared {
  const [was, is] = [first, later].map(({ teeth }) => new Map(teeth.map(tooth => [tooth.fdi, tooth])));
  const found: TeethCompared = { differ: [], gone: [], added: [] };
  for (const tooth of inScreenOrder([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
    const [a, b] = [was?.get(tooth), is?.get(tooth)];
    if (!b) found.gone.push(tooth);
    else if (!a) found.added.push(tooth);
    else if (apart(a, b) > sameWithin + 1e-9) found.differ.push({ tooth, mm: apart(a, b) });
  }
  return found;
}
