/** Rigid motion between two point sets by singular value decomposition (Kabsch 1976), in its usual form. */

import { rotationToAxes } from '#workers/stages/rigid.ts';
import type { CentredPoints, RigidFit } from '#workers/stages/rigid-fit.ts';

type Row3 = [number, number, number];
type Matrix = [Row3, Row3, Row3];
const zero = (): Matrix => [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];
const axes = [0, 1, 2] as const;
const product = (a: Matrix, b: Matrix): Matrix =>
  axes.map(i => axes.map(j => axes.reduce<number>((sum, k) => sum + a[i][k] * b[k][j], 0))) as Matrix;
const flipped = (a: Matrix): Matrix => axes.map(i => axes.map(j => a[j][i])) as Matrix;
const determinant = ([a, b, c]: Matrix) =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  a[1] * (b[0] * c[2] - b[2] * c[0]) +
  a[2] * (b[0] * c[1] - b[1] * c[0]);

const planes = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** U and V of a matrix by one-sided Jacobi rotations (Hestenes 1958). */
function decomposed(h: Matrix): { u: Matrix; v: Matrix } {
  const [a, v] = [h.map(row => [...row]) as Matrix, zero()];
  for (const i of axes) v[i][i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let turned = false;
    for (const [p, q] of planes) {
      const [alpha, beta, gamma] = axes.reduce<Row3>(
        (s, k) => [s[0] + a[k][p] ** 2, s[1] + a[k][q] ** 2, s[2] + a[k][p] * a[k][q]],
        [0, 0, 0],
      );
      if (Math.abs(gamma) <= 1e-15 * Math.sqrt(alpha * beta)) continue;
      turned = true;
      const zeta = (beta - alpha) / (2 * gamma);
      const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
      const c = 1 / Math.sqrt(1 + t * t);
      for (const m of [a, v])
        for (const k of axes) {
          const [x, y] = [m[k][p], m[k][q]];
          m[k][p] = c * (x - t * y);
          m[k][q] = c * (t * x + y);
        }
    }
    if (!turned) break;
  }
  const lengths = axes.map(j => Math.hypot(a[0][j], a[1][j], a[2][j]));
  const u = axes.map(i => axes.map(j => a[i][j] / (lengths[j] || 1))) as Matrix;
  return { u, v };
}

/** Covariance of the points with their later positions, and the mean of the later positions. */
function covariance(a: Float64Array, b: ArrayLike<number>): { h: Matrix; mean: Row3 } {
  const count = a.length / 3;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let i = 0; i < a.length; i += 3) {
    mx += b[i] as number;
    my += b[i + 1] as number;
    mz += b[i + 2] as number;
  }
  mx /= count;
  my /= count;
  mz /= count;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yx = 0;
  let yy = 0;
  let yz = 0;
  let zx = 0;
  let zy = 0;
  let zz = 0;
  for (let i = 0; i < a.length; i += 3) {
    const x = a[i] as number;
    const y = a[i + 1] as number;
    const z = a[i + 2] as number;
    const u = (b[i] as number) - mx;
    const v = (b[i + 1] as number) - my;
    const w = (b[i + 2] as number) - mz;
    xx += x * u;
    xy += x * v;
    xz += x * w;
    yx += y * u;
    yy += y * v;
    yz += y * w;
    zx += z * u;
    zy += z * v;
    zz += z * w;
  }
  const h: Matrix = [
    [xx, xy, xz],
    [yx, yy, yz],
    [zx, zy, zz],
  ];
  return { h, mean: [mx, my, mz] };
}

/**
 * Rotation from a covariance. A reflection is corrected along the direction of the smallest singular value.
 */
function turnOf(h: Matrix): Matrix {
  const { u, v } = decomposed(h);
  const sign = Math.sign(determinant(product(v, flipped(u)))) || 1;
  const seen = product(h, v);
  const size = (j: 0 | 1 | 2) => axes.reduce<number>((all, i) => all + seen[i][j] ** 2, 0);
  const least = axes.reduce<0 | 1 | 2>((best, j) => (size(j) < size(best) ? j : best), 0);
  for (const i of axes) v[i][least] *= sign;
  return product(v, flipped(u));
}

export function fitByKabsch({ points }: CentredPoints, now: ArrayLike<number>): RigidFit {
  const { h, mean } = covariance(points, now);
  const r = turnOf(h);
  const [r0, r1, r2] = r;
  const [a, b, c, d, e, f] = [r0[0], r0[1], r0[2], r1[0], r1[1], r1[2]];
  const [g, k, l, mx, my, mz] = [r2[0], r2[1], r2[2], mean[0], mean[1], mean[2]];
  let sum = 0;
  let max = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const z = points[i + 2] as number;
    const dx = a * x + b * y + c * z + mx - (now[i] as number);
    const dy = d * x + e * y + f * z + my - (now[i + 1] as number);
    const dz = g * x + k * y + l * z + mz - (now[i + 2] as number);
    const square = dx * dx + dy * dy + dz * dz;
    sum += square;
    max = Math.max(max, square);
  }
  const column = (j: 0 | 1 | 2) => [r0[j], r1[j], r2[j]] as const;
  const q = rotationToAxes(column(0), column(1), column(2));
  return { p: mean, q, rms: Math.sqrt((3 * sum) / points.length), max: Math.sqrt(max) };
}
