/** The outline of a crown from above, as distance from its axis by angle. */
import { type CurvePoint, occlusalOutline, type UnsidedTooth } from '#events/tooth/curves.ts';
import type { CrownSize } from './crown-size.ts';

/** Points between two knots. */
const between = 16;

/** Points of the closed Catmull-Rom curve through the knots, scaled by x and y. */
function dense(knots: readonly CurvePoint[], x: number, y: number): CurvePoint[] {
  const n = knots.length;
  const knot = (i: number): CurvePoint => knots[(i + n) % n] ?? [0, 0];
  return knots.flatMap((_, i) =>
    Array.from({ length: between }, (_, k): CurvePoint => {
      const [a, b, c, d] = [knot(i - 1), knot(i), knot(i + 1), knot(i + 2)];
      const t = k / between;
      const on = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
      return [on(0) * x, on(1) * y];
    }),
  );
}

/** Distance at which a ray along (c, s) leaves a polygon around the origin. */
function reach(polygon: readonly CurvePoint[], c: number, s: number): number {
  let best = 0;
  for (const [i, [x1, y1]] of polygon.entries()) {
    const [x2, y2] = polygon[(i + 1) % polygon.length] ?? [x1, y1];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const across = c * dy - s * dx;
    if (Math.abs(across) < 1e-9) continue;
    const far = (x1 * dy - y1 * dx) / across;
    const along = (x1 * s - y1 * c) / across;
    if (far > 0 && along >= -1e-6 && along <= 1 + 1e-6) best = Math.max(best, far);
  }
  return best;
}

/** Returns mm from the axis at `angles` equal angles, from mesial towards buccal, slightly smoothed. */
export function crownOutlineRadii(
  kind: UnsidedTooth,
  { width, depth }: CrownSize,
  angles: number,
): Float64Array {
  const polygon = dense(occlusalOutline(kind), width / 2, depth / 2);
  const angle = (i: number) => (i / angles) * 2 * Math.PI;
  const sharp = Float64Array.from({ length: angles }, (_, i) =>
    reach(polygon, Math.cos(angle(i)), Math.sin(angle(i))),
  );
  const at = (i: number) => sharp[(i + angles) % angles] ?? 0;
  return sharp.map((_, i) => (at(i - 1) + 2 * at(i) + at(i + 1)) / 4);
}
