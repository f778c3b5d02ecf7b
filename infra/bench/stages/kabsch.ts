/** The rigid motion of points by a singular value decomposition (Kabsch 1976), as it is mostly written. */
import type { Centred, Fit } from '#workers/stages/fit.ts';
import { turnTo } from '#workers/stages/rigid.ts';

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

export function kabsch({ points }: Centred, now: ArrayLike<number>): Fit {
  const count = points.length / 3;
  const mean: number[] = [0, 0, 0];
  for (let i = 0; i < now.length; i++) mean[i % 3] = (mean[i % 3] as number) + (now[i] as number) / count;
  const h = zero();
  for (let i = 0; i < points.length; i += 3)
    for (const r of axes)
      for (const c of axes)
        h[r][c] += (points[i + r] as number) * ((now[i + c] as number) - (mean[c] as number));
  const { u, v } = decomposed(h);
  const sign = Math.sign(determinant(product(v, flipped(u)))) || 1;
  // What is mirrored is turned over along the least direction.
  const seen = product(h, v);
  const size = (j: 0 | 1 | 2) => axes.reduce<number>((all, i) => all + seen[i][j] ** 2, 0);
  const least = axes.reduce<0 | 1 | 2>((best, j) => (size(j) < size(best) ? j : best), 0);
  for (const i of axes) v[i][least] *= sign;
  const r = product(v, flipped(u));
  let [sum, max] = [0, 0];
  for (let i = 0; i < points.length; i += 3) {
    let square = 0;
    for (const row of axes) {
      const at =
        r[row][0] * (points[i] as number) +
        r[row][1] * (points[i + 1] as number) +
        r[row][2] * (points[i + 2] as number);
      square += (at + (mean[row] as number) - (now[i + row] as number)) ** 2;
    }
    sum += square;
    max = Math.max(max, square);
  }
  const column = (j: 0 | 1 | 2) => [r[0][j], r[1][j], r[2][j]] as const;
  return {
    p: [mean[0] ?? 0, mean[1] ?? 0, mean[2] ?? 0],
    q: turnTo(column(0), column(1), column(2)),
    rms: Math.sqrt(sum / count),
    max: Math.sqrt(max),
  };
}
