/**
 * Finds a tooth's rigid motion without point correspondence: each point is pulled to the plane of the nearest
 * triangle (point-to-plane ICP: Chen and Medioni 1992), starting from the pose one stage before.
 */
import { multiply, type Quat, rotate, type Vec3 } from '#events/plan/pose.ts';
import { eigenDecomposition, solveDefinite } from './eigen.ts';
import { addVectors, quaternionOfRotationVector, unitQuaternion } from './rigid.ts';
import type { CentredPoints } from './rigid-fit.ts';
import type { Surface } from './surface.ts';

export type SurfaceFit = {
  p: Vec3;
  q: Quat;
  /** Distances of the inliers from the surface, mm. */
  rms: number;
  max: number;
  /**
   * True if the surface hardly constrains some motion, because the tooth is so round that it could turn, or so flat
   * that it could slide.
   */
  spins: boolean;
  /** Number of rounds of the fit. */
  rounds: number;
};

const [samples, roundsMax] = [1500, 60];
/** Movement in mm below which a round ends the fit. The remaining error is below 0.1 µm. */
const settledBelow = 1e-5;
/**
 * Rounds after which an improvement below one per cent ends the fit, because coarse triangles make it
 * oscillate.
 */
const circling = 7;
/** Distance in mm beyond which a point is an outlier, in addition to three times the median distance. */
const outlier = 0.02;
/** Maximum movement of a stage in mm: several times a real stage's movement. */
const reach = 3;
/** Smallest eigenvalue of the normal matrix that counts as constrained by the surface. */
const seen = 3e-3;

/** Samples about `samples` points evenly from the list. */
function sampled(points: Float64Array): Float64Array {
  const count = points.length / 3;
  const step = Math.max(1, count / samples);
  const found = new Float64Array(3 * Math.min(count, samples));
  for (let i = 0; i < found.length / 3; i++)
    found.set(points.subarray(3 * Math.floor(i * step), 3 * Math.floor(i * step) + 3), 3 * i);
  return found;
}

/**
 * One row a point: its moment about the centre in mean radii, the plane's normal, its distances from plane
 * and surface.
 */
function rowsOf(points: Float64Array, target: Surface, p: Vec3, q: Quat, radius: number): number[][] {
  const rows: number[][] = [];
  for (let i = 0; i < points.length; i += 3) {
    const arm = rotate(q, [points[i] as number, points[i + 1] as number, points[i + 2] as number]);
    const [x, y, z] = addVectors(arm, p);
    const hit = target.closest(x, y, z, reach);
    if (hit.triangle < 0) continue;
    const [nx, ny, nz] = target.normal();
    const [ax, ay, az] = [arm[0] / radius, arm[1] / radius, arm[2] / radius];
    rows.push([
      ...[ay * nz - az * ny, az * nx - ax * nz, ax * ny - ay * nx, nx, ny, nz],
      nx * (hit.x - x) + ny * (hit.y - y) + nz * (hit.z - z),
      Math.sqrt(hit.square),
    ]);
  }
  const distances = rows.map(row => row[7] as number).sort((a, b) => a - b);
  const limit = outlier + 3 * (distances[distances.length >> 1] ?? 0);
  return rows.filter(row => (row[7] as number) <= limit);
}

/** Normal equations of the six unknowns, divided by the number of rows. */
function equations(rows: readonly number[][]): { matrix: Float64Array; right: Float64Array } {
  const matrix = new Float64Array(36);
  const right = new Float64Array(6);
  for (const row of rows)
    for (let i = 0; i < 6; i++) {
      const value = (row[i] as number) / rows.length;
      right[i] = (right[i] as number) + value * (row[6] as number);
      for (let j = 0; j < 6; j++)
        matrix[6 * i + j] = (matrix[6 * i + j] as number) + value * (row[j] as number);
    }
  return { matrix, right };
}

const rmsOf = (rows: readonly number[][]) =>
  Math.sqrt(rows.reduce((sum, row) => sum + (row[7] as number) ** 2, 0) / Math.max(1, rows.length));

const meanRadius = (points: Float64Array) =>
  Math.sqrt(points.reduce((sum, value) => sum + value * value, 0) / (points.length / 3)) || 1;

/**
 * Finds the motion of a tooth's points onto a stage's surface.
 * @param start pose at the stage before: centre and rotation
 * @param tolerance mm; the fit ends with the first round that moves the tooth less; 0 takes all rounds
 * @returns undefined if too few points are near the surface
 */
export function fitToSurface(
  from: CentredPoints,
  target: Surface,
  start: { p: Vec3; q: Quat },
  tolerance = settledBelow,
): SurfaceFit | undefined {
  const points = sampled(from.points);
  const radius = meanRadius(points);
  let { p, q } = start;
  let last = { rows: rowsOf(points, target, p, q, radius), matrix: new Float64Array(36) as Float64Array };
  let [rounds, best] = [0, Infinity];
  for (let moved = Infinity; rounds < roundsMax && moved >= tolerance; rounds++) {
    if (last.rows.length < points.length / 6) return undefined;
    const { matrix, right } = equations(last.rows);
    // A little damping keeps unconstrained motions at rest.
    for (let i = 0; i < 6; i++) matrix[7 * i] = (matrix[7 * i] as number) + 1e-9;
    const [rx = 0, ry = 0, rz = 0, tx = 0, ty = 0, tz = 0] = solveDefinite(matrix, right) ?? [];
    q = unitQuaternion(multiply(quaternionOfRotationVector([rx / radius, ry / radius, rz / radius]), q));
    p = addVectors(p, [tx, ty, tz]);
    last = { rows: rowsOf(points, target, p, q, radius), matrix };
    moved = Math.hypot(rx, ry, rz, tx, ty, tz);
    const rms = rmsOf(last.rows);
    if (rounds >= circling && tolerance > 0 && rms > 0.99 * best) moved = 0;
    best = Math.min(best, rms);
  }
  return {
    p,
    q,
    rms: rmsOf(last.rows),
    max: last.rows.reduce((most, row) => Math.max(most, row[7] as number), 0),
    rounds,
    spins: (eigenDecomposition(last.matrix, 6).values[0] ?? 0) < seen,
  };
}
