/** How far two bodies are from each other along a direction: by heights over a grid across it. */
import { cross, dot, type Vec3 } from '#events/plan/pose.ts';

/** mm of a cell. */
const cell = 0.4;

/** Heights by cell of the plane across a direction. */
export type Heights = Map<number, number>;

export type Across = { along: Vec3; u: Vec3; v: Vec3 };

/** A direction (of length 1) with two others across it. */
export function acrossOf(along: Vec3): Across {
  const help: Vec3 = Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const raw = cross(along, help);
  const length = Math.hypot(...raw);
  const u: Vec3 = [raw[0] / length, raw[1] / length, raw[2] / length];
  return { along, u, v: cross(along, u) };
}

/** @param side 1: the farthest height in each cell, −1: the nearest */
export function heightsOf(
  positions: Float32Array,
  { along, u, v }: Across,
  side: 1 | -1,
  into: Heights = new Map(),
): Heights {
  for (let i = 0; i < positions.length; i += 3) {
    const p: Vec3 = [positions[i] as number, positions[i + 1] as number, positions[i + 2] as number];
    const key = Math.round(dot(p, u) / cell) * 4096 + Math.round(dot(p, v) / cell);
    const height = dot(p, along);
    const known = into.get(key);
    if (known === undefined || side * height > side * known) into.set(key, height);
  }
  return into;
}

/** mm from the near body's far side to the far body's near side; negative where they overlap, undefined where they pass. */
export function gapBetween(near: Heights, far: Heights): number | undefined {
  let least: number | undefined;
  for (const [key, height] of near) {
    const other = far.get(key);
    if (other !== undefined) least = Math.min(least ?? Infinity, other - height);
  }
  return least;
}
