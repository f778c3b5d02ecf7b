/** Drops triangles that a file repeats, and counts how many share a vertex. */
import type { ArrayPool } from './array-pool.ts';
import type { Mesh } from './weld.ts';

/** Marks the end of a linked list of triangles. */
const end = 0xffffffff;

export type DistinctTriangles = {
  mesh: Mesh;
  /** Number of dropped triangles. */
  repeats: number;
  /** Largest number of triangles at one vertex, after the drop. */
  busiest: number;
};

/** True if triangle `t` has corners a, b, c in this orientation, starting at any of them. */
const isSame = (indices: Uint32Array, t: number, a: number, b: number, c: number): boolean => {
  const first = indices[t];
  const second = indices[t + 1];
  const third = indices[t + 2];
  if (first === a) return second === b && third === c;
  if (first === b) return second === c && third === a;
  return first === c && second === a && third === b;
};

function countTriangles(indices: Uint32Array, vertices: number, pool: ArrayPool): Uint32Array {
  const counts = pool.u32('triangles of a vertex', vertices).fill(0);
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i] as number;
    counts[v] = (counts[v] as number) + 1;
  }
  return counts;
}

function largest(counts: Uint32Array): number {
  let most = 0;
  for (let v = 0; v < counts.length; v++) if ((counts[v] as number) > most) most = counts[v] as number;
  return most;
}

/**
 * Drops every triangle with the same vertices in the same orientation as an earlier one. Works in place: kept
 * triangles move to the front of `indices` in their order. Keeps the back of a sheet, which has the other
 * orientation.
 * Why: simplification is quadratic in the triangles of one edge; 200,000 equal ones kept it busy for minutes.
 */
export function dropRepeatedTriangles({ positions, indices }: Mesh, pool: ArrayPool): DistinctTriangles {
  const vertices = positions.length / 3;
  const counts = countTriangles(indices, vertices, pool);
  // Each triangle is listed at its vertex with the fewest triangles, so that the lists stay short in a fan as
  // well.
  const heads = pool.u32('first triangle of a vertex', vertices).fill(end);
  const next = pool.u32('next triangle', indices.length / 3);
  let kept = 0;
  for (let from = 0; from < indices.length; from += 3) {
    const a = indices[from] as number;
    const b = indices[from + 1] as number;
    const c = indices[from + 2] as number;
    const [ofA, ofB, ofC] = [counts[a] as number, counts[b] as number, counts[c] as number];
    let key = a;
    let fewest = ofA;
    if (ofB < fewest || (ofB === fewest && b < key)) [key, fewest] = [b, ofB];
    if (ofC < fewest || (ofC === fewest && c < key)) key = c;
    let found = heads[key] as number;
    while (found !== end && !isSame(indices, 3 * found, a, b, c)) found = next[found] as number;
    if (found !== end) continue;
    next[kept / 3] = heads[key] as number;
    heads[key] = kept / 3;
    indices[kept] = a;
    indices[kept + 1] = b;
    indices[kept + 2] = c;
    kept += 3;
  }
  const left = indices.subarray(0, kept);
  const repeats = (indices.length - kept) / 3;
  const busiest = largest(repeats === 0 ? counts : countTriangles(left, vertices, pool));
  return { mesh: { positions, indices: left }, repeats, busiest };
}
