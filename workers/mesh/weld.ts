/** Corners that stand in the same place become one vertex: bit for bit, with −0 as 0. Nothing is moved. */
import { createRoom, type Room } from './room.ts';

export type Mesh = {
  /** x, y, z of each vertex. */
  positions: Float32Array;
  /** Three vertices a triangle. */
  indices: Uint32Array;
};

const empty = 0xffffffff;

/** Vertices for each triangle: half of a closed surface's triangles, and a little for its borders. */
const verticesEach = 0.6;
/** Places of the table for each vertex: few, so that it stays in a processor's cache, and enough for a short search. */
const roomy = 2;
const tableBits = (vertices: number) => Math.max(4, Math.ceil(Math.log2(roomy * vertices + 1)));

/**
 * @param corners x, y, z of each corner, three corners a triangle
 * @param triangles how many of them count
 * @param room where the mesh stands until it is used again; its own where none is given
 * @returns triangles with three different vertices; those that have no area because two corners are one are left out
 */
export function weld(corners: Float32Array, triangles: number, room: Room = createRoom()): Mesh {
  const count = 3 * triangles;
  let table = room.u32('table', 1 << tableBits(verticesEach * triangles)).fill(empty);
  let mask = table.length - 1;
  // As many as are found before the table grows.
  let seen = room.u32('seen', 3 * Math.ceil(table.length / roomy + 1));
  const given = new Uint32Array(corners.buffer, corners.byteOffset, 3 * count);
  const indices = room.u32('indices', count);
  let vertices = 0;
  let kept = 0;

  const place = (x: number, y: number, z: number) => {
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
    hash ^= hash >>> 15;
    let at = hash & mask;
    for (; ; at = (at + 1) & mask) {
      const vertex = table[at] as number;
      if (vertex === empty) return at;
      const v = 3 * vertex;
      if (seen[v] === x && seen[v + 1] === y && seen[v + 2] === z) return at;
    }
  };
  const grow = () => {
    table = room.u32('table', 2 * table.length).fill(empty);
    mask = table.length - 1;
    const before = seen;
    seen = room.u32('seen', 3 * Math.ceil(table.length / roomy + 1));
    seen.set(before.subarray(0, 3 * vertices));
    for (let v = 0; v < vertices; v++)
      table[place(seen[3 * v] as number, seen[3 * v + 1] as number, seen[3 * v + 2] as number)] = v;
  };
  const vertexAt = (corner: number): number => {
    // 0x80000000 is −0.
    const x = given[corner] === 0x80000000 ? 0 : (given[corner] as number);
    const y = given[corner + 1] === 0x80000000 ? 0 : (given[corner + 1] as number);
    const z = given[corner + 2] === 0x80000000 ? 0 : (given[corner + 2] as number);
    const at = place(x, y, z);
    const vertex = table[at] as number;
    if (vertex !== empty) return vertex;
    seen[3 * vertices] = x;
    seen[3 * vertices + 1] = y;
    seen[3 * vertices + 2] = z;
    table[at] = vertices;
    vertices += 1;
    if (roomy * vertices > table.length) grow();
    return vertices - 1;
  };
  for (let corner = 0; corner < 3 * count; corner += 9) {
    const a = vertexAt(corner);
    const b = vertexAt(corner + 3);
    const c = vertexAt(corner + 6);
    if (a === b || b === c || c === a) continue;
    indices[kept] = a;
    indices[kept + 1] = b;
    indices[kept + 2] = c;
    kept += 3;
  }
  return { positions: new Float32Array(seen.buffer, 0, 3 * vertices), indices: indices.subarray(0, kept) };
}
