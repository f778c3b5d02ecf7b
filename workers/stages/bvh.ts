/** Bounding volume hierarchy over the triangles of a mesh, in flat arrays. */
import type { Mesh } from '../mesh/weld.ts';

export type Bvh = {
  /** Lowest x, y, z, then highest x, y, z of each node. */
  boxes: Float64Array;
  /**
   * For an inner node, its second child; the first is the next node. For a leaf, −1 − the index of its first
   * triangle.
   */
  links: Int32Array;
  /** Number of triangles in a leaf; 0 for an inner node. */
  counts: Uint16Array;
  /** Triangle numbers, grouped by leaf. */
  order: Uint32Array;
};

const leafMax = 4;

/** Returns the centroid x, y, z of each triangle. */
function middles({ positions, indices }: Mesh): Float32Array {
  const found = new Float32Array(indices.length);
  for (let at = 0; at < indices.length; at += 3)
    for (let axis = 0; axis < 3; axis++)
      found[at + axis] =
        ((positions[3 * (indices[at] as number) + axis] as number) +
          (positions[3 * (indices[at + 1] as number) + axis] as number) +
          (positions[3 * (indices[at + 2] as number) + axis] as number)) /
        3;
  return found;
}

/** Writes the bounding box of the triangles `order[from..to]` to `boxes`. */
function putBox(
  { positions, indices }: Mesh,
  order: Uint32Array,
  from: number,
  to: number,
  boxes: Float64Array,
  at: number,
) {
  boxes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
  for (let i = from; i < to; i++)
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * (indices[3 * (order[i] as number) + corner] as number);
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[v + axis] as number;
        if (value < (boxes[at + axis] as number)) boxes[at + axis] = value;
        if (value > (boxes[at + 3 + axis] as number)) boxes[at + 3 + axis] = value;
      }
    }
}

/** Splits nodes at the median of their longest side. The mesh must have at least one triangle. */
export function createBvh(mesh: Mesh): Bvh {
  const triangles = mesh.indices.length / 3;
  const order = Uint32Array.from({ length: triangles }, (_, i) => i);
  const middle = middles(mesh);
  const boxes = new Float64Array(12 * triangles + 6);
  const links = new Int32Array(2 * triangles + 1);
  const counts = new Uint16Array(2 * triangles + 1);
  let nodes = 0;
  const build = (from: number, to: number): void => {
    const node = nodes++;
    putBox(mesh, order, from, to, boxes, 6 * node);
    if (to - from <= leafMax) {
      links[node] = -1 - from;
      counts[node] = to - from;
      return;
    }
    const side = (axis: number) =>
      (boxes[6 * node + 3 + axis] as number) - (boxes[6 * node + axis] as number);
    const axis = [0, 1, 2].reduce((best, next) => (side(next) > side(best) ? next : best));
    order
      .subarray(from, to)
      .sort((a, b) => (middle[3 * a + axis] as number) - (middle[3 * b + axis] as number));
    const half = (from + to) >> 1;
    build(from, half);
    links[node] = nodes;
    build(half, to);
  };
  build(0, triangles);
  return {
    boxes: boxes.slice(0, 6 * nodes),
    links: links.slice(0, nodes),
    counts: counts.slice(0, nodes),
    order,
  };
}
