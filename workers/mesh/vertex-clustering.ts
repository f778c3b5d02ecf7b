/**
 * Merges the vertices within a small cube where this keeps the surface's topology. Costs a fraction of a
 * simplification by error, and a scan is many times finer than its preview.
 */

import type { ArrayPool } from './array-pool.ts';
import { excludeRimVertices, markDiscCubes } from './cube-patches.ts';
import { emptySlot, hashCoordinates, numberVertexCubes, takePooledHashTable } from './cubes.ts';
import type { Mesh } from './weld.ts';

/** Maximum number of triangle sides sampled for the mesh's fineness. */
const sampledEdgesMax = 2000;

/** Returns the median length of sampled triangle sides, 0 for an empty mesh. */
export function medianEdgeLength({ positions, indices }: Mesh): number {
  const step = 3 * Math.ceil(indices.length / 3 / sampledEdgesMax);
  const squares = new Float64Array(Math.ceil(indices.length / step));
  for (let i = 0; i < squares.length; i++) {
    const a = 3 * (indices[i * step] as number);
    const b = 3 * (indices[i * step + 1] as number);
    const dx = (positions[a] as number) - (positions[b] as number);
    const dy = (positions[a + 1] as number) - (positions[b + 1] as number);
    const dz = (positions[a + 2] as number) - (positions[b + 2] as number);
    squares[i] = dx * dx + dy * dy + dz * dz;
  }
  return Math.sqrt(squares.sort()[squares.length >> 1] ?? 0);
}

/** Maps each vertex to its new number: one for each cube with a disc, one for each vertex that stays. */
function targetsOf(
  cube: Uint32Array,
  isPatch: Uint8Array,
  pool: ArrayPool,
): { to: Uint32Array; vertices: number } {
  const first = pool.u32('first', isPatch.length).fill(emptySlot);
  const to = pool.u32('to', cube.length);
  let vertices = 0;
  for (let v = 0; v < cube.length; v++) {
    const of = cube[v] as number;
    if (of === emptySlot || !isPatch[of]) to[v] = vertices++;
    else {
      if (first[of] === emptySlot) first[of] = vertices++;
      to[v] = first[of] as number;
    }
  }
  return { to, vertices };
}

/** Returns the triangles that still have three different vertices. */
function remapTriangles(indices: Uint32Array, to: Uint32Array, pool: ArrayPool): Uint32Array {
  const left = pool.u32('turned', indices.length);
  let at = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = to[indices[i] as number] as number;
    const b = to[indices[i + 1] as number] as number;
    const c = to[indices[i + 2] as number] as number;
    if (a === b || b === c || c === a) continue;
    left[at] = a;
    left[at + 1] = b;
    left[at + 2] = c;
    at += 3;
  }
  return left.subarray(0, at);
}

/**
 * Marks the ends of edges that two triangles have in the same direction, where the surface would touch itself.
 * @param checked an edge is tested if one of its ends is among these @returns undefined if there are none
 */
function conflictingVertices(
  indices: Uint32Array,
  checked: Uint8Array,
  pool: ArrayPool,
): Uint8Array | undefined {
  const met = pool.u8('met', checked.length).fill(0);
  const table = takePooledHashTable(pool, indices.length / 2);
  const mask = table.length - 1;
  let found = false;
  for (let corner = 0; corner < indices.length; corner++) {
    const a = indices[corner] as number;
    const b = indices[corner % 3 === 2 ? corner - 2 : corner + 1] as number;
    // Each edge occurs once in each direction and conflicts in both or in neither.
    if (a > b || !(checked[a] || checked[b])) continue;
    let at = hashCoordinates(a, b, 0) & mask;
    for (; table[at] !== emptySlot; at = (at + 1) & mask) {
      const other = table[at] as number;
      if (indices[other] !== a || indices[other % 3 === 2 ? other - 2 : other + 1] !== b) continue;
      met[a] = 1;
      met[b] = 1;
      found = true;
      break;
    }
    table[at] = corner;
  }
  return found ? met : undefined;
}

/** Returns for each new vertex the merged vertex nearest to their mean, which is on the surface. */
function clusterPositions(
  positions: Float32Array,
  to: Uint32Array,
  vertices: number,
  pool: ArrayPool,
): Float32Array {
  const sums = pool.f64('sums', 3 * vertices).fill(0);
  const counts = pool.u32('counts', vertices).fill(0);
  for (let v = 0, from = 0; v < to.length; v++, from += 3) {
    const vertex = to[v] as number;
    const at = 3 * vertex;
    counts[vertex] = (counts[vertex] as number) + 1;
    sums[at] = (sums[at] as number) + (positions[from] as number);
    sums[at + 1] = (sums[at + 1] as number) + (positions[from + 1] as number);
    sums[at + 2] = (sums[at + 2] as number) + (positions[from + 2] as number);
  }
  const moved = pool.f32('moved', 3 * vertices);
  const near = pool.f64('near', vertices).fill(Number.POSITIVE_INFINITY);
  for (let v = 0, from = 0; v < to.length; v++, from += 3) {
    const vertex = to[v] as number;
    const at = 3 * vertex;
    const count = counts[vertex] as number;
    const x = positions[from] as number;
    const y = positions[from + 1] as number;
    const z = positions[from + 2] as number;
    const dx = x - (sums[at] as number) / count;
    const dy = y - (sums[at + 1] as number) / count;
    const dz = z - (sums[at + 2] as number) / count;
    const far = dx * dx + dy * dy + dz * dz;
    if (far >= (near[vertex] as number)) continue;
    near[vertex] = far;
    moved[at] = x;
    moved[at + 1] = y;
    moved[at + 2] = z;
  }
  return moved;
}

/**
 * Merges each cube's vertices into one. Rims, and cubes that hold no disc, stay unchanged.
 * @param size side of a cube, in the mesh's unit. @param pool holds the result's arrays until it is used again
 */
export function mergeVerticesByCube(mesh: Mesh, size: number, pool: ArrayPool): Mesh {
  const { positions, indices } = mesh;
  const sorted = indices.length > 0 && numberVertexCubes(positions, size, pool);
  // Each vertex stays if the size is 0 or too small for 32-bit cube coordinates.
  if (!sorted) return mesh;
  const { cube, cubes } = sorted;
  excludeRimVertices(mesh, cube, pool);
  const isPatch = markDiscCubes(mesh, cube, cubes, pool);
  /** Cubes whose merge was reverted in this round. The first round checks all. */
  const reverted = pool.u8('reverted', cubes).fill(1);
  for (;;) {
    const { to, vertices } = targetsOf(cube, isPatch, pool);
    const left = remapTriangles(indices, to, pool);
    // Reverted cubes get back their vertices, so only there can new conflicts appear.
    const checked = pool.u8('checked', vertices).fill(0);
    for (let v = 0; v < to.length; v++)
      if (cube[v] !== emptySlot && reverted[cube[v] as number]) checked[to[v] as number] = 1;
    const met = conflictingVertices(left, checked, pool);
    let again = false;
    reverted.fill(0);
    for (let v = 0; met && v < to.length; v++) {
      const of = cube[v] as number;
      if (of === emptySlot || !isPatch[of] || !met[to[v] as number]) continue;
      reverted[of] = 1;
      again = true;
    }
    if (!again) return { positions: clusterPositions(positions, to, vertices, pool), indices: left };
    for (let of = 0; of < cubes; of++) if (reverted[of]) isPatch[of] = 0;
  }
}
