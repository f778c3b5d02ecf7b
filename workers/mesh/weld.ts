/** Merges equal corners into one vertex: equal bit for bit, with −0 as 0. Moves nothing. */
import { type ArrayPool, createArrayPool } from './array-pool.ts';

export type Mesh = {
  /** x, y, z of each vertex. */
  positions: Float32Array;
  /** Three vertex numbers for each triangle. */
  indices: Uint32Array;
};

const empty = -1;
/** The bits of −0 as an int32. */
const minusZero = -0x80000000;

/**
 * Vertices per triangle, to size the table: a closed surface has half as many as triangles, plus some for
 * borders.
 */
const verticesEach = 0.6;
/**
 * Table slots per vertex: few, so that the table stays in the processor's cache, yet enough for short
 * probing.
 */
const slotsPerVertex = 2;
const tableBits = (vertices: number) => Math.max(4, Math.ceil(Math.log2(slotsPerVertex * vertices + 1)));

/** Recently met vertices by hash. Most corners are among them, and these 8 kB are faster than the table. */
const recentSlots = 2048;

const hashOf = (x: number, y: number, z: number): number => {
  const hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  return hash ^ (hash >>> 15);
};

/** Builds a table of `places` slots from the vertices found so far. */
function rehash(places: number, seen: Int32Array, vertices: number, pool: ArrayPool): Int32Array {
  const table = pool.i32('table', places).fill(empty);
  for (let v = 0; v < vertices; v++) {
    const i = 3 * v;
    let at = hashOf(seen[i] as number, seen[i + 1] as number, seen[i + 2] as number) & (places - 1);
    while (table[at] !== empty) at = (at + 1) & (places - 1);
    table[at] = v;
  }
  return table;
}

/** Keeps triangles with three different vertices, moved to the front. */
function dropDegenerate(indices: Uint32Array): Uint32Array {
  let kept = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] as number;
    const b = indices[at + 1] as number;
    const c = indices[at + 2] as number;
    if (a === b || b === c || c === a) continue;
    indices[kept] = a;
    indices[kept + 1] = b;
    indices[kept + 2] = c;
    kept += 3;
  }
  return indices.subarray(0, kept);
}

/**
 * Merges the equal corners of triangles.
 * @param corners x, y, z of each corner, three corners a triangle
 * @param triangles number of triangles to weld
 * @param pool holds the mesh's arrays until it is used again; a new pool by default
 * @returns the mesh without triangles that have two equal corners
 */
export function weldCorners(
  corners: Float32Array,
  triangles: number,
  pool: ArrayPool = createArrayPool(),
): Mesh {
  const given = new Int32Array(corners.buffer, corners.byteOffset, 9 * triangles);
  const indices = pool.u32('indices', 3 * triangles);
  const recent = pool.i32('recent', recentSlots).fill(0);
  let table: Int32Array = pool.i32('table', 1 << tableBits(verticesEach * triangles)).fill(empty);
  // Holds as many vertices as the table takes before it grows.
  let seen = pool.i32('seen', 3 * Math.ceil(table.length / slotsPerVertex + 1));
  let vertices = 0;
  // One loop without calls: it runs for each corner of millions.
  for (let corner = 0, from = 0; corner < indices.length; corner++, from += 3) {
    const x = given[from] === minusZero ? 0 : (given[from] as number);
    const y = given[from + 1] === minusZero ? 0 : (given[from + 1] as number);
    const z = given[from + 2] === minusZero ? 0 : (given[from + 2] as number);
    const hash = hashOf(x, y, z);
    let v = recent[hash & (recentSlots - 1)] as number;
    let i = 3 * v;
    if (v >= vertices || seen[i] !== x || seen[i + 1] !== y || seen[i + 2] !== z) {
      const mask = table.length - 1;
      let at = hash & mask;
      for (; ; at = (at + 1) & mask) {
        v = table[at] as number;
        if (v === empty) break;
        i = 3 * v;
        if (seen[i] === x && seen[i + 1] === y && seen[i + 2] === z) break;
      }
      if (v === empty) {
        v = vertices++;
        i = 3 * v;
        seen[i] = x;
        seen[i + 1] = y;
        seen[i + 2] = z;
        table[at] = v;
        if (slotsPerVertex * vertices > table.length) {
          const before = seen;
          seen = pool.i32('seen', 3 * Math.ceil((2 * table.length) / slotsPerVertex + 1));
          seen.set(before.subarray(0, 3 * vertices));
          table = rehash(2 * table.length, seen, vertices, pool);
        }
      }
      recent[hash & (recentSlots - 1)] = v;
    }
    indices[corner] = v;
  }
  return { positions: new Float32Array(seen.buffer, 0, 3 * vertices), indices: dropDegenerate(indices) };
}
