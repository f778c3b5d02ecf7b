/**
 * Hash set of the corners of a mesh's triangles. Decides whether a point is a corner, bit for bit, with −0 as
 * 0.
 */
import type { Mesh } from './weld.ts';

const empty = 0xffffffff;

export function createCornerTest({ positions, indices }: Mesh): (x: number, y: number, z: number) => boolean {
  const bits = Math.max(4, Math.ceil(Math.log2((2 * positions.length) / 3 + 1)));
  const table = new Uint32Array(1 << bits).fill(empty);
  const mask = table.length - 1;
  const point = new Float32Array(3);
  const words = new Uint32Array(point.buffer);
  /** The slot that holds the point, or the empty one where it would go. */
  const slotOf = (x: number, y: number, z: number): number => {
    // Adding 0 turns −0 into 0.
    point[0] = x + 0;
    point[1] = y + 0;
    point[2] = z + 0;
    let hash =
      Math.imul(words[0] as number, 0x9e3779b1) ^
      Math.imul(words[1] as number, 0x85ebca6b) ^
      Math.imul(words[2] as number, 0xc2b2ae35);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const v = table[at] as number;
      if (v === empty) return at;
      if (positions[v] === x && positions[v + 1] === y && positions[v + 2] === z) return at;
    }
  };
  const named = new Uint8Array(positions.length / 3);
  for (const vertex of indices) named[vertex] = 1;
  for (let v = 0; v < positions.length; v += 3) {
    if (!named[v / 3]) continue;
    table[slotOf(positions[v] as number, positions[v + 1] as number, positions[v + 2] as number)] = v;
  }
  return (x, y, z) => table[slotOf(x, y, z)] !== empty;
}
