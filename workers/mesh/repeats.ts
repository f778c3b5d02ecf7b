/** Triangles that a file holds more than once. */
import { hashOf, none, tableOf } from './cubes.ts';
import type { Room } from './room.ts';
import type { Mesh } from './weld.ts';

/** Whether the triangle at `t` names a, b and c in this sense, from whichever of them it begins. */
const isSame = (indices: Uint32Array, t: number, a: number, b: number, c: number): boolean => {
  const first = indices[t];
  const second = indices[t + 1];
  const third = indices[t + 2];
  if (first === a) return second === b && third === c;
  if (first === b) return second === c && third === a;
  return first === c && second === a && third === b;
};

/**
 * Drops every triangle that names the same three vertices in the same sense as an earlier one. Works in place: the
 * kept triangles move to the front of `indices`, in their order. The back of a sheet, which has the other sense, is
 * kept.
 * Why: simplification is quadratic in the triangles of one edge; 200,000 equal ones kept it busy for minutes.
 */
export function dropRepeats({ positions, indices }: Mesh, room: Room): Mesh {
  const table = tableOf(room, indices.length / 3);
  const mask = table.length - 1;
  let kept = 0;
  for (let from = 0; from < indices.length; from += 3) {
    const a = indices[from] as number;
    const b = indices[from + 1] as number;
    const c = indices[from + 2] as number;
    // Sums and products do not depend on the vertex that the triangle begins with.
    let at = hashOf(a + b + c, Math.imul(Math.imul(a | 1, b | 1), c | 1), a ^ b ^ c) & mask;
    for (; table[at] !== none; at = (at + 1) & mask) if (isSame(indices, table[at] as number, a, b, c)) break;
    if (table[at] !== none) continue;
    table[at] = kept;
    indices[kept] = a;
    indices[kept + 1] = b;
    indices[kept + 2] = c;
    kept += 3;
  }
  return { positions, indices: indices.subarray(0, kept) };
}

/** Returns how many triangles the busiest vertex of a mesh has. */
export function busiestCorner({ positions, indices }: Mesh, room: Room): number {
  const counts = room.u32('counts', positions.length / 3).fill(0);
  let most = 0;
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i] as number;
    const count = (counts[v] as number) + 1;
    counts[v] = count;
    if (count > most) most = count;
  }
  return most;
}
