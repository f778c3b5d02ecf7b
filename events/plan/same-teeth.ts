/** Compares whether two versions show the same mouth: the teeth before treatment in plan.json. */
import type { Fdi } from '../tooth/fdi.ts';
import { inScreenOrder } from '../tooth/fdi.ts';
import type { BundleTooth, PlanBundle } from './bundle.ts';
import { minus, poseAtStage } from './pose.ts';

/** Tolerated difference of a crown's width and start position in mm: as much as between two scans of a tooth. */
const sameWithin = 0.3;

/**
 * Greater of two differences, mm: between the crowns' centres at the start, and between their widths if
 * measured along the same axis.
 */
function apart(a: BundleTooth, b: BundleTooth): number {
  const width = a.width && b.width && a.turned === b.turned ? Math.abs(a.width.mm - b.width.mm) : 0;
  // A tooth that erupts has no position at the start.
  if (a.from || b.from) return width;
  return Math.max(width, Math.hypot(...minus(poseAtStage(a.poses, 0).p, poseAtStage(b.poses, 0).p)));
}

/** Result of comparing the teeth of two versions. All lists are in screen order. */
export type ToothComparison = {
  /** Teeth of both versions whose shapes or start positions differ, with the difference in mm. */
  differ: { tooth: Fdi; mm: number }[];
  /** Teeth of the first version only. */
  gone: Fdi[];
  /** Teeth of the later version only. */
  added: Fdi[];
};

/**
 * Compares the teeth of two versions. Only `differ` is evidence of another patient's models, because extractions and
 * missing teeth change which teeth a plan has, not their shapes.
 */
export function compareTeeth(
  first: Pick<PlanBundle, 'teeth'>,
  later: Pick<PlanBundle, 'teeth'>,
): ToothComparison {
  const [was, is] = [first, later].map(({ teeth }) => new Map(teeth.map(tooth => [tooth.fdi, tooth])));
  const found: ToothComparison = { differ: [], gone: [], added: [] };
  for (const tooth of inScreenOrder([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
    const [a, b] = [was?.get(tooth), is?.get(tooth)];
    if (!b) found.gone.push(tooth);
    else if (!a) found.added.push(tooth);
    else if (apart(a, b) > sameWithin + 1e-9) found.differ.push({ tooth, mm: apart(a, b) });
  }
  return found;
}
