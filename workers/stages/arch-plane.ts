/** The occlusal plane of arches, and the direction of their front. */
import { dot, minus, type Vec3 } from '#events/plan/pose.ts';
import { eigenDecomposition } from './eigen.ts';
import { addVectors, scaleVector } from './rigid.ts';

export const meanPoint = (points: readonly Vec3[]): Vec3 =>
  scaleVector(points.reduce(addVectors, [0, 0, 0]), 1 / Math.max(1, points.length));

/** Fits z = a + b·x + c·x². Returns the sum of squared residuals and the curvature c. */
function parabola(x: readonly number[], z: readonly number[]): { error: number; bend: number } {
  const n = x.length;
  const sum = (f: (i: number) => number) => x.reduce((all, _, i) => all + f(i), 0);
  const mx = sum(i => x[i] as number) / n;
  const u = x.map(value => value - mx);
  const m = (power: number) => u.reduce((all, value) => all + value ** power, 0);
  const r = (power: number) => u.reduce((all, value, i) => all + value ** power * (z[i] as number), 0);
  const det = n * (m(2) * m(4) - m(3) ** 2) - m(2) ** 3;
  if (Math.abs(det) < 1e-9) return { error: Infinity, bend: 0 };
  // Cramer's rule with m(1) = 0.
  const c = (n * (m(2) * r(2) - r(1) * m(3)) - m(2) * m(2) * r(0)) / det;
  const b = (r(1) - c * m(3)) / m(2);
  const a = (r(0) - c * m(2)) / n;
  return {
    error: sum(i => ((z[i] as number) - a - b * (u[i] as number) - c * (u[i] as number) ** 2) ** 2),
    bend: c,
  };
}

/** Returns the arches' front: the apex of their parabola, along one of two directions or its opposite. */
export function frontDirectionOfArches(arches: readonly (readonly Vec3[])[], e: Vec3, f: Vec3): Vec3 {
  const along = (side: Vec3, front: Vec3) => {
    const fits = arches.map(points =>
      parabola(
        points.map(p => dot(p, side)),
        points.map(p => dot(p, front)),
      ),
    );
    return {
      error: fits.reduce((sum, fit) => sum + fit.error, 0),
      front: scaleVector(front, fits.reduce((sum, fit) => sum + fit.bend, 0) < 0 ? 1 : -1),
    };
  };
  const [one, other] = [along(e, f), along(f, e)];
  return one.error < other.error ? one.front : other.front;
}

/** Returns the direction of least spread of the teeth's centres, then two orthogonal to it. */
export function archPlaneAxes(arches: readonly (readonly Vec3[])[]): [Vec3, Vec3, Vec3] {
  const spread = new Float64Array(9);
  for (const points of arches) {
    const centre = meanPoint(points);
    for (const point of points) {
      const d = minus(point, centre);
      for (let i = 0; i < 9; i++)
        spread[i] = (spread[i] as number) + (d[Math.floor(i / 3)] as number) * (d[i % 3] as number);
    }
  }
  const [a = [], b = [], c = []] = eigenDecomposition(spread, 3).vectors;
  const vector = ([x = 0, y = 0, z = 0]: number[]): Vec3 => [x, y, z];
  return [vector(a), vector(b), vector(c)];
}
