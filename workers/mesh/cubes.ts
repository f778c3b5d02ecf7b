/** Sorts vertices into small cubes with an open-addressing hash table. */
import type { ArrayPool } from './array-pool.ts';

/** Marks an empty slot of a table, and a vertex without a cube. */
export const emptySlot = 0xffffffff;

export const hashCoordinates = (x: number, y: number, z: number): number => {
  const hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  return hash ^ (hash >>> 15);
};

/** Returns a table of at least twice `count` slots, so that probing stays short. */
export const takePooledHashTable = (pool: ArrayPool, count: number) =>
  pool.u32('table', 1 << Math.max(4, Math.ceil(Math.log2(2 * count + 1)))).fill(emptySlot);

/**
 * Returns each vertex's cube, numbered in order of appearance, and the number of cubes. Undefined if a cube's
 * coordinate exceeds 32 bits.
 */
export function numberVertexCubes(positions: Float32Array, size: number, pool: ArrayPool) {
  const each = 1 / size;
  const cube = pool.u32('cube', positions.length / 3);
  const table = takePooledHashTable(pool, cube.length);
  const mask = table.length - 1;
  const places = pool.i32('places', positions.length);
  let cubes = 0;
  for (let v = 0, i = 0; v < cube.length; v++, i += 3) {
    const fx = Math.floor((positions[i] as number) * each);
    const fy = Math.floor((positions[i + 1] as number) * each);
    const fz = Math.floor((positions[i + 2] as number) * each);
    const x = fx | 0;
    const y = fy | 0;
    const z = fz | 0;
    if (x !== fx || y !== fy || z !== fz) return undefined;
    let at = hashCoordinates(x, y, z) & mask;
    for (; table[at] !== emptySlot; at = (at + 1) & mask) {
      const p = 3 * (table[at] as number);
      if (places[p] === x && places[p + 1] === y && places[p + 2] === z) break;
    }
    if (table[at] === emptySlot) {
      places[3 * cubes] = x;
      places[3 * cubes + 1] = y;
      places[3 * cubes + 2] = z;
      table[at] = cubes++;
    }
    cube[v] = table[at] as number;
  }
  return { cube, cubes };
}
