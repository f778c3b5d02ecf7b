/** Finds the vertices that may be merged: inner vertices, in cubes that contain a single disc of the surface. */
import type { ArrayPool } from './array-pool.ts';
import { emptySlot } from './cubes.ts';
import type { Mesh } from './weld.ts';

/** Hashes a vertex number, so that two sums are equal only for the same vertices. */
const mixBits = (v: number): number => {
  const mixed = Math.imul(v ^ (v >>> 15), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
};

/**
 * Takes rim vertices out of their cubes. Around an inner vertex each neighbour is the next of one triangle
 * and the previous of another, so their hashes cancel out; on a rim both end neighbours are left over.
 */
export function excludeRimVertices({ indices }: Mesh, cube: Uint32Array, pool: ArrayPool): void {
  const left = pool.i32('left', cube.length).fill(0);
  const marks = pool.i32('marks', cube.length);
  for (let v = 0; v < marks.length; v++) marks[v] = mixBits(v);
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] as number;
    const b = indices[at + 1] as number;
    const c = indices[at + 2] as number;
    const p = marks[a] as number;
    const q = marks[b] as number;
    const r = marks[c] as number;
    left[a] = ((left[a] as number) + q - r) | 0;
    left[b] = ((left[b] as number) + r - p) | 0;
    left[c] = ((left[c] as number) + p - q) | 0;
  }
  for (let v = 0; v < cube.length; v++) if (left[v] !== 0) cube[v] = emptySlot;
}

/** Finds the root of a vertex in the union-find forest, with path halving. */
function rootOf(parent: Uint32Array, v: number): number {
  let at = v;
  for (let up = parent[at] as number; up !== at; up = parent[at] as number) {
    parent[at] = parent[up] as number;
    at = parent[at] as number;
  }
  return at;
}

/**
 * Marks the cubes that contain a disc, which can shrink to a point without changing the surface around it: a single
 * piece by edges within the cube, without holes by Euler (vertices − edges + whole triangles = 1).
 */
export function markDiscCubes(
  { indices }: Mesh,
  cube: Uint32Array,
  cubes: number,
  pool: ArrayPool,
): Uint8Array {
  const pieces = pool.i32('pieces', cubes).fill(0);
  const parent = pool.u32('parent', cube.length);
  for (let v = 0; v < cube.length; v++) {
    const of = cube[v] as number;
    parent[v] = v;
    if (of !== emptySlot) pieces[of] = (pieces[of] as number) + 1;
  }
  const euler = pool.i32('euler', cubes);
  euler.set(pieces);
  for (let at = 0; at < indices.length; at += 3) {
    let from = indices[at + 2] as number;
    let of = cube[from] as number;
    let within = 0;
    for (let next = at; next < at + 3; next++) {
      const to = indices[next] as number;
      const ofTo = cube[to] as number;
      if (of === ofTo && of !== emptySlot) {
        within += 1;
        // Rim vertices are left out, so each edge inside a cube occurs once in each direction. Counts one of them.
        if (from < to) {
          euler[of] = (euler[of] as number) - 1;
          const one = rootOf(parent, from);
          const other = rootOf(parent, to);
          if (one !== other) {
            parent[one] = other;
            pieces[of] = (pieces[of] as number) - 1;
          }
        }
      }
      from = to;
      of = ofTo;
    }
    if (within === 3) euler[of] = (euler[of] as number) + 1;
  }
  const isPatch = pool.u8('isPatch', cubes);
  for (let of = 0; of < cubes; of++) isPatch[of] = euler[of] === 1 && pieces[of] === 1 ? 1 : 0;
  return isPatch;
}
