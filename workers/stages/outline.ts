/**
 * A crown seen along its long axis: its hull's smallest box, and the directions of greatest spread of hull
 * and surface.
 */

/** A triangle of the surface seen from above: centroid in mm, area in mm², mm below the highest vertex. */
export type SurfacePatch = { x: number; y: number; area: number; depth: number };
export type PlanarPoint = readonly [x: number, y: number];

/** Returns the convex hull, counter-clockwise (Andrew's monotone chain). */
export function convexHull(places: readonly PlanarPoint[]): PlanarPoint[] {
  const sorted = places.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly PlanarPoint[]) => {
    const chain: PlanarPoint[] = [];
    for (const place of list) {
      while (chain.length > 1) {
        const [b, a] = [chain.at(-1) as PlanarPoint, chain.at(-2) as PlanarPoint];
        if ((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(place);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Returns the extent along a direction. */
export function extentAlong(places: readonly PlanarPoint[], angle: number): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let [from, to] = [Infinity, -Infinity];
  for (const [x, y] of places) {
    const at = x * c + y * s;
    if (at < from) from = at;
    if (at > to) to = at;
  }
  return to - from;
}

/** Step between the tried directions, radians. */
const step = Math.PI / 720;

/** Returns the angle of a side of the hull's smallest bounding rectangle, 0 to π/2. */
export function smallestBoxAngle(hull: readonly PlanarPoint[]): number {
  let [best, least] = [0, Infinity];
  for (let angle = 0; angle < Math.PI / 2; angle += step) {
    const area = extentAlong(hull, angle) * extentAlong(hull, angle + Math.PI / 2);
    if (area < least) [best, least] = [angle, area];
  }
  return best;
}

/**
 * Direction of the greatest spread, −π/2 to π/2, and how much it exceeds the least: 0 for a circle, 1 for a
 * line.
 */
export type DirectionalSpread = { angle: number; share: number };

const spreadOf = (xx: number, yy: number, xy: number): DirectionalSpread => ({
  angle: Math.atan2(2 * xy, xx - yy) / 2,
  share: Math.hypot(xx - yy, 2 * xy) / (xx + yy || 1),
});

/** Spread of the surface down to a depth, weighted by area and less with depth. */
export function spreadOfSurface(patches: readonly SurfacePatch[], depth: number): DirectionalSpread {
  const weighted = patches
    .filter(patch => patch.depth < depth)
    .map(({ x, y, area, depth: down }) => ({ x, y, weight: area * (1 - down / depth) }));
  const sum = (of: (patch: { x: number; y: number }) => number) =>
    weighted.reduce((all, patch) => all + patch.weight * of(patch), 0);
  const total = sum(() => 1) || 1;
  const [mx, my] = [sum(({ x }) => x) / total, sum(({ y }) => y) / total];
  return spreadOf(
    sum(({ x }) => (x - mx) ** 2),
    sum(({ y }) => (y - my) ** 2),
    sum(({ x, y }) => (x - mx) * (y - my)),
  );
}

/** Spread of the area within a hull, summed over triangles from its first point. */
export function spreadOfHull(hull: readonly PlanarPoint[]): DirectionalSpread {
  const [ox, oy] = hull[0] ?? [0, 0];
  const sums = { area: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  for (let i = 1; i + 1 < hull.length; i++) {
    const [a, b] = [hull[i] as PlanarPoint, hull[i + 1] as PlanarPoint];
    const [x, y, u, v] = [a[0] - ox, a[1] - oy, b[0] - ox, b[1] - oy];
    const area = (x * v - u * y) / 2;
    sums.area += area;
    sums.x += (area * (x + u)) / 3;
    sums.y += (area * (y + v)) / 3;
    sums.xx += (area * (x * x + x * u + u * u)) / 6;
    sums.yy += (area * (y * y + y * v + v * v)) / 6;
    sums.xy += (area * (2 * x * y + x * v + u * y + 2 * u * v)) / 12;
  }
  const { area, x, y, xx, yy, xy } = sums;
  return spreadOf(xx - (x * x) / area, yy - (y * y) / area, xy - (x * y) / area);
}

/** Mean of two directions, weighted by their shares. A quarter turn counts as no turn: the result is from −π/4 to π/4. */
export function meanAngleModuloQuarter(a: DirectionalSpread, b: DirectionalSpread): number {
  const x = a.share * Math.cos(4 * a.angle) + b.share * Math.cos(4 * b.angle);
  const y = a.share * Math.sin(4 * a.angle) + b.share * Math.sin(4 * b.angle);
  return Math.atan2(y, x) / 4;
}
