/**
 * Rigid poses of teeth. World: mm, x to the patient's left, y up, z to the front (as in glTF). A quaternion
 * is [x, y, z, w]. A tooth's point at a stage is R(q)·(v − pivot) + p, with v and pivot at stage 0.
 */

export type Vec3 = readonly [x: number, y: number, z: number];
export type Quat = readonly [x: number, y: number, z: number, w: number];
/** Position of the pivot, and rotation since stage 0. */
export type Pose = { p: Vec3; q: Quat };

/** Numbers of one pose in a list: p, then q. */
export const numbersPerPose = 7;

/**
 * Returns a stage's pose from a flat list. A stage past the end is the last, so that a shorter arch rests at
 * its goal.
 */
export function poseAtStage(poses: ArrayLike<number>, stage: number): Pose {
  const last = poses.length / numbersPerPose - 1;
  const at = Math.max(0, Math.min(last, stage)) * numbersPerPose;
  const n = (i: number) => poses[at + i] ?? 0;
  return { p: [n(0), n(1), n(2)], q: [n(3), n(4), n(5), n(6)] };
}

/**
 * Writes the pose between two stages into `out` (7 numbers): the pivot moves along a line, the rotation along
 * the great circle (slerp, the shorter way). Interpolating the origin's translation instead would cut the
 * arc. Allocates nothing.
 * @param stage from 0; 3.5 is halfway from stage 3 to 4
 */
export function interpolatePose(poses: ArrayLike<number>, stage: number, out: Float64Array): void {
  const last = poses.length / numbersPerPose - 1;
  const clamped = Math.max(0, Math.min(last, stage));
  const from = Math.min(Math.floor(clamped), Math.max(0, last - 1));
  const t = clamped - from;
  const a = from * numbersPerPose;
  const b = Math.min(last, from + 1) * numbersPerPose;
  for (let i = 0; i < 3; i++) {
    const start = poses[a + i] as number;
    out[i] = start + t * ((poses[b + i] as number) - start);
  }
  let dot = 0;
  for (let i = 3; i < 7; i++) dot += (poses[a + i] as number) * (poses[b + i] as number);
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sine = Math.sin(angle);
  // Below a few thousandths of a degree, linear interpolation equals slerp, whose division would lose digits.
  const near = sine < 1e-6;
  const wa = near ? 1 - t : Math.sin((1 - t) * angle) / sine;
  const wb = sign * (near ? t : Math.sin(t * angle) / sine);
  let square = 0;
  for (let i = 3; i < 7; i++) {
    const value = wa * (poses[a + i] as number) + wb * (poses[b + i] as number);
    out[i] = value;
    square += value * value;
  }
  const scale = 1 / Math.sqrt(square || 1);
  for (let i = 3; i < 7; i++) out[i] = (out[i] as number) * scale;
}

/** Composes rotations: first `b`, then `a`. */
export function multiply(a: Quat, b: Quat): Quat {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Inverse of a unit quaternion. */
export const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

/** Rotates a vector by a unit quaternion. */
export function rotate([x, y, z, w]: Quat, [vx, vy, vz]: Vec3): Vec3 {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
