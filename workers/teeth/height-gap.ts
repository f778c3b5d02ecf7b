/** Estimates the gap between two bodies along a direction, from heights over a grid across it. */
import { cross, type Vec3 } from '#events/plan/pose.ts';

/** Side of a grid cell, mm. */
const cell = 0.4;

/** Heights in mm by cell of the plane across a direction. */
export type HeightGrid = Map<number, number>;

export type DirectionBasis = { along: Vec3; u: Vec3; v: Vec3 };

/** Returns a unit direction with two unit vectors across it. */
export function perpendicularBasis(along: Vec3): DirectionBasis {
  const help: Vec3 = Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const raw = cross(along, help);
  const length = Math.hypot(...raw);
  const u: Vec3 = [raw[0] / length, raw[1] / length, raw[2] / length];
  return { along, u, v: cross(along, u) };
}

/**
 * Returns heights along a direction by grid cell.
 * @param side 1 keeps the farthest height in each cell, −1 the nearest
 */
export function heightGridOf(
  positions: Float32Array,
  { along, u, v }: DirectionBasis,
  side: 1 | -1,
  into: HeightGrid = new Map(),
): HeightGrid {
  const [ax, ay, az] = along;
  const [ux, uy, uz] = [u[0] / cell, u[1] / cell, u[2] / cell];
  const [vx, vy, vz] = [v[0] / cell, v[1] / cell, v[2] / cell];
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] as number;
    const y = positions[i + 1] as number;
    const z = positions[i + 2] as number;
    const key = Math.round(x * ux + y * uy + z * uz) * 4096 + Math.round(x * vx + y * vy + z * vz);
    const height = x * ax + y * ay + z * az;
    const known = into.get(key);
    if (known === undefined || side * height > side * known) into.set(key, height);
  }
  return into;
}

/**
 * mm from the near body's far side to the far body's near side. Negative if they overlap, undefined if they
 * share no cell.
 */
export function measureHeightGap(near: HeightGrid, far: HeightGrid): number | undefined {
  let least: number | undefined;
  for (const [key, height] of near) {
    const other = far.get(key);
    if (other !== undefined) least = Math.min(least ?? Infinity, other - height);
  }
  return least;
}
