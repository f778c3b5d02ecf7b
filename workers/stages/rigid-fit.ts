/**
 * Finds the rigid motion between two sets of corresponding points by Horn's quaternion method (Closed-form
 * solution of absolute orientation using unit quaternions, 1987). The result is a rotation and never mirrors.
 */
import type { Quat, Vec3 } from '#events/plan/pose.ts';
import { eigenDecomposition } from './eigen.ts';
import { unitQuaternion } from './rigid.ts';

/** Points relative to their centroid, x, y, z each. Float64, because 1e-5 mm of 100 mm is beyond float32. */
export type CentredPoints = {
  centre: Vec3;
  points: Float64Array;
  /** Output of each fit: the squared distance of each point from where the motion takes it. */
  squares: Float64Array;
};

export function centrePoints(positions: ArrayLike<number>): CentredPoints {
  const count = positions.length / 3;
  const sum = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3] = (sum[i % 3] as number) + (positions[i] as number);
  const centre: Vec3 = [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count];
  const points = new Float64Array(positions.length);
  for (let i = 0; i < points.length; i++) points[i] = (positions[i] as number) - (centre[i % 3] as number);
  return { centre, points, squares: new Float64Array(count) };
}

/** `p`: the centroid's new position; `q`: the rotation about it; distances in the points' unit. */
export type RigidFit = { p: Vec3; q: Quat; rms: number; max: number };

/**
 * Number of points used for a fit. More would not improve it, because rounding to float32 then causes an error of only
 * a hundredth of 1e-5 mm.
 */
const enough = 3000;

/**
 * Sums over the chosen points, b relative to its first point: the mean of a, the mean of b, and each product
 * of a and b.
 */
function sums(a: Float64Array, b: ArrayLike<number>, chosen: Uint8Array | undefined): Float64Array {
  const step = chosen ? 1 : Math.max(1, Math.floor(a.length / 3 / enough));
  const s = new Float64Array(16);
  const ox = b[0] as number;
  const oy = b[1] as number;
  const oz = b[2] as number;
  let n = 0;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = 0;
  let by = 0;
  let bz = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yx = 0;
  let yy = 0;
  let yz = 0;
  let zx = 0;
  let zy = 0;
  let zz = 0;
  for (let v = 0; v < a.length / 3; v += step) {
    if (chosen && !chosen[v]) continue;
    const i = 3 * v;
    const px = a[i] as number;
    const py = a[i + 1] as number;
    const pz = a[i + 2] as number;
    const rx = (b[i] as number) - ox;
    const ry = (b[i + 1] as number) - oy;
    const rz = (b[i + 2] as number) - oz;
    n += 1;
    ax += px;
    ay += py;
    az += pz;
    bx += rx;
    by += ry;
    bz += rz;
    xx += px * rx;
    xy += px * ry;
    xz += px * rz;
    yx += py * rx;
    yy += py * ry;
    yz += py * rz;
    zx += pz * rx;
    zy += pz * ry;
    zz += pz * rz;
  }
  s.set([n, ax / n, ay / n, az / n, bx / n, by / n, bz / n, xx, xy, xz, yx, yy, yz, zx, zy, zz]);
  return s;
}

/** Horn's 4 × 4 matrix (w first). The eigenvector of its largest eigenvalue is the rotation. */
function hornMatrix(s: Float64Array): number[] {
  const n = s[0] as number;
  // Centred products: Σ a·b − n·mean(a)·mean(b).
  const m = (row: number, column: number) =>
    (s[7 + 3 * row + column] as number) - n * (s[1 + row] as number) * (s[4 + column] as number);
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = [0, 1, 2].flatMap(r => [0, 1, 2].map(c => m(r, c))) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    ...[xx + yy + zz, yz - zy, zx - xz, xy - yx],
    ...[yz - zy, xx - yy - zz, xy + yx, zx + xz],
    ...[zx - xz, xy + yx, yy - xx - zz, yz + zy],
    ...[xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
}

/** Returns the nine numbers of the rotation matrix, row by row. */
export function rotationMatrixOf([x, y, z, w]: Quat): Float64Array {
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  );
}

/**
 * Writes the squared distance of each point from where the motion takes it. Returns their sum and maximum.
 * Reads numbers one by one: destructuring with defaults takes three times as long.
 */
function measure(
  { points: a, squares }: CentredPoints,
  b: ArrayLike<number>,
  { p, q }: Pick<RigidFit, 'p' | 'q'>,
) {
  const r = rotationMatrixOf(q);
  const r0 = r[0] as number;
  const r1 = r[1] as number;
  const r2 = r[2] as number;
  const r3 = r[3] as number;
  const r4 = r[4] as number;
  const r5 = r[5] as number;
  const r6 = r[6] as number;
  const r7 = r[7] as number;
  const r8 = r[8] as number;
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  let sum = 0;
  let max = 0;
  for (let i = 0, v = 0; i < a.length; i += 3, v++) {
    const x = a[i] as number;
    const y = a[i + 1] as number;
    const z = a[i + 2] as number;
    const dx = r0 * x + r1 * y + r2 * z + px - (b[i] as number);
    const dy = r3 * x + r4 * y + r5 * z + py - (b[i + 1] as number);
    const dz = r6 * x + r7 * y + r8 * z + pz - (b[i + 2] as number);
    const square = dx * dx + dy * dy + dz * dz;
    squares[v] = square;
    sum += square;
    max = Math.max(max, square);
  }
  return { sum, max };
}

/**
 * Returns the best motion of the chosen points, or of an even sample by default, and the distances of all
 * points from it.
 */
export function fitRigid(from: CentredPoints, now: ArrayLike<number>, chosen?: Uint8Array): RigidFit {
  const { points } = from;
  const s = sums(points, now, chosen);
  const [qw = 1, qx = 0, qy = 0, qz = 0] = eigenDecomposition(hornMatrix(s), 4).vectors[3] ?? [];
  const q = unitQuaternion([qx, qy, qz, qw]);
  const r = rotationMatrixOf(q);
  // The centroid of all points moves with the chosen points.
  const at = (axis: 0 | 1 | 2) =>
    (now[axis] as number) +
    (s[4 + axis] as number) -
    (r[3 * axis] as number) * (s[1] as number) -
    (r[3 * axis + 1] as number) * (s[2] as number) -
    (r[3 * axis + 2] as number) * (s[3] as number);
  const p: Vec3 = [at(0), at(1), at(2)];
  const { sum, max } = measure(from, now, { p, q });
  return { p, q, rms: Math.sqrt((3 * sum) / points.length), max: Math.sqrt(max) };
}

/** Share of the points that a trimmed fit uses, and its rounds of choosing them. */
const [share, rounds] = [0.7, 8];

/**
 * Fits the best seven tenths of the points (least trimmed squares). `kept` is the largest distance among
 * those.
 */
export function fitTrimmed(from: CentredPoints, now: ArrayLike<number>): RigidFit & { kept: number } {
  const count = from.points.length / 3;
  const { squares } = from;
  const chosen = new Uint8Array(count);
  let fit = fitRigid(from, now);
  let kept = 0;
  for (let round = 0; round < rounds; round++) {
    const limit = squares.slice().sort()[Math.floor(share * (count - 1))] as number;
    for (let v = 0; v < count; v++) chosen[v] = (squares[v] as number) <= limit ? 1 : 0;
    kept = Math.sqrt(limit);
    fit = fitRigid(from, now, chosen);
  }
  return { ...fit, kept };
}
