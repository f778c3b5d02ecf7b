/** Footprints of crowns seen from above: whether two overlap, and how to separate them. */
import type { Fdi } from '#events/tooth/fdi.ts';
import { coarseCrownDetail } from './crown-size.ts';
import type { ToothFrame } from './frame.ts';
import { type PatientCrowns, placePointsInWorld } from './patient-crowns.ts';

/** A point seen from above, mm. */
export type FlatPoint = [x: number, z: number];

/** Convex hull of a crown's upper two thirds seen from above, counter-clockwise (Andrew's monotone chain). */
export function crownFootprint(tooth: Fdi, frame: ToothFrame, crowns: PatientCrowns): FlatPoint[] {
  const { positions } = crowns.crown(tooth, coarseCrownDetail);
  const { crown } = crowns.size(tooth);
  const moved = placePointsInWorld(positions, crown, frame);
  const points: FlatPoint[] = [];
  for (let v = 0; v < moved.length; v += 3)
    if ((positions[v + 2] as number) > 0.35 * crown)
      points.push([moved[v] as number, moved[v + 2] as number]);
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: readonly FlatPoint[]) => {
    const hull: FlatPoint[] = [];
    for (const p of list) {
      while (hull.length > 1) {
        const [[ax, az], [bx, bz]] = [hull.at(-2) ?? p, hull.at(-1) ?? p];
        if ((bx - ax) * (p[1] - az) - (bz - az) * (p[0] - ax) > 0) break;
        hull.pop();
      }
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  return [...chain(points), ...chain([...points].reverse())];
}

/**
 * Returns the smallest push from a to b that separates two convex footprints (separating axis theorem);
 * undefined if they do not touch.
 */
export function findMinimumTranslation(
  a: readonly FlatPoint[],
  b: readonly FlatPoint[],
): FlatPoint | undefined {
  let least = Infinity;
  let push: FlatPoint = [0, 0];
  for (const [hull, side] of [
    [a, 1],
    [b, -1],
  ] as const)
    for (let i = 0; i < hull.length; i++) {
      const [x, z] = hull[i] as FlatPoint;
      const [x2, z2] = hull[(i + 1) % hull.length] ?? [x, z];
      const length = Math.hypot(x2 - x, z2 - z);
      if (length < 1e-6) continue;
      const [nx, nz] = [(z2 - z) / length, (x - x2) / length];
      let deep = -Infinity;
      for (const [px, pz] of side > 0 ? b : a) deep = Math.max(deep, (x - px) * nx + (z - pz) * nz);
      if (deep <= 0) return undefined;
      if (deep < least) [least, push] = [deep, [side * nx * deep, side * nz * deep]];
    }
  return push;
}
