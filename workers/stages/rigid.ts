/** Rigid motions in space: v → R(q)·v + t. */
import { conjugate, multiply, type Quat, rotate, type Vec3 } from '#events/plan/pose.ts';

export type RigidMotion = { q: Quat; t: Vec3 };

export const noMotion: RigidMotion = { q: [0, 0, 0, 1], t: [0, 0, 0] };

export const addVectors = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaleVector = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
export const vectorLength = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
/** Normalises a vector. A zero vector stays zero. */
export const unitVector = (a: Vec3): Vec3 => scaleVector(a, 1 / (vectorLength(a) || 1));

export const applyMotion = ({ q, t }: RigidMotion, v: Vec3): Vec3 => addVectors(rotate(q, v), t);
/** Composes two motions: first `b`, then `a`. */
export const composeMotions = (a: RigidMotion, b: RigidMotion): RigidMotion => ({
  q: multiply(a.q, b.q),
  t: applyMotion(a, b.t),
});
export function invertMotion({ q, t }: RigidMotion): RigidMotion {
  const back = conjugate(q);
  return { q: back, t: scaleVector(rotate(back, t), -1) };
}

export function unitQuaternion([x, y, z, w]: Quat): Quat {
  const k = 1 / (Math.hypot(x, y, z, w) || 1);
  return [x * k, y * k, z * k, w * k];
}

/**
 * Returns the quaternion with the sign nearer to `before`. Why: q and −q are the same rotation, but
 * interpolation takes the path between them.
 */
export function quaternionNearerTo(q: Quat, before: Quat): Quat {
  const same = q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3];
  return same < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
}

/** Returns the angle of a rotation in degrees, 0 to 180. */
export const rotationDegrees = ([x, y, z, w]: Quat): number =>
  (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;

/** Returns the rotation about a vector whose length is the angle in radians. */
export function quaternionOfRotationVector(v: Vec3): Quat {
  const angle = vectorLength(v);
  const k = angle < 1e-12 ? 0.5 : Math.sin(angle / 2) / angle;
  return [v[0] * k, v[1] * k, v[2] * k, Math.cos(angle / 2)];
}

/** Rotation that maps x, y and z to three right-handed orthonormal vectors (Shepperd 1978). */
export function rotationToAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const [a, b, c] = [x[0], y[1], z[2]];
  const squares = [1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c];
  const best = squares.indexOf(Math.max(...squares));
  const k = 2 * Math.sqrt(squares[best] as number);
  const [yz, zx, xy] = [(y[2] - z[1]) / k, (z[0] - x[2]) / k, (x[1] - y[0]) / k];
  const [xpy, xpz, ypz] = [(x[1] + y[0]) / k, (x[2] + z[0]) / k, (y[2] + z[1]) / k];
  const forms: Quat[] = [
    [k / 4, xpy, xpz, yz],
    [xpy, k / 4, ypz, zx],
    [xpz, ypz, k / 4, xy],
    [yz, zx, xy, k / 4],
  ];
  return unitQuaternion(forms[best] ?? noMotion.q);
}
