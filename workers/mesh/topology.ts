/** Pieces, holes and sense of a mesh: what a technician would ask about before a tooth is moved. */
import type { Mesh } from './weld.ts';

export type Topology = {
  /** Connected pieces; a jaw scan is one. */
  components: number;
  /** Rims: closed ways along edges that only one triangle has. A scan has one, at its foot; each other is a hole. */
  rims: number;
  /** Edges of more than two triangles, where a surface meets itself. */
  branching: number;
};

/** Numbers in sets that grow together. */
export function createDisjointSets(count: number) {
  const above = new Uint32Array(count);
  // Not from a function, which takes ten times as long.
  for (let i = 0; i < count; i++) above[i] = i;
  const used = new Uint8Array(count);
  let sets = 0;
  const top = (i: number): number => {
    let at = i;
    while (above[at] !== at) {
      above[at] = above[above[at] as number] as number;
      at = above[at] as number;
    }
    return at;
  };
  const markUsed = (i: number) => {
    sets += 1 - (used[i] as number);
    used[i] = 1;
  };
  return {
    join(a: number, b: number): void {
      markUsed(a);
      markUsed(b);
      const [one, other] = [top(a), top(b)];
      if (one === other) return;
      above[one] = other;
      sets -= 1;
    },
    /** The number that stands for the set of this one. */
    top,
    /** Sets of the numbers that were named. */
    count: () => sets,
  };
}

/** Both vertices of each side of each triangle, by the lower: those above `v` stand from `from[v]` to `from[v + 1]`. */
function edgesByLowerVertex(indices: Uint32Array, vertices: number) {
  const from = new Uint32Array(vertices + 1);
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] as number;
    const b = indices[at + 1] as number;
    const c = indices[at + 2] as number;
    for (const low of [Math.min(a, b), Math.min(b, c), Math.min(c, a)]) from[low] = (from[low] as number) + 1;
  }
  for (let v = 0, sum = 0; v <= vertices; v++) {
    sum += from[v] as number;
    from[v] = sum;
  }
  const above = new Uint32Array(indices.length);
  // Each list fills from its end, so `from` arrives at its beginning.
  const put = (low: number, high: number) => {
    const at = (from[low] as number) - 1;
    from[low] = at;
    above[at] = high;
  };
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] as number;
    const b = indices[at + 1] as number;
    const c = indices[at + 2] as number;
    if (a < b) put(a, b);
    else put(b, a);
    if (b < c) put(b, c);
    else put(c, b);
    if (c < a) put(c, a);
    else put(a, c);
  }
  return { from, above };
}

/** Returns the edges of more than two triangles: `topologyOf` says more, and takes longer. */
export function branchingOf({ positions, indices }: Mesh): number {
  const vertices = positions.length / 3;
  const { from, above } = edgesByLowerVertex(indices, vertices);
  /** How many triangles have the side from this vertex to each above it. */
  const triangles = new Uint32Array(vertices);
  let branching = 0;
  for (let low = 0; low < vertices; low++) {
    const [begin, end] = [from[low] as number, from[low + 1] as number];
    for (let at = begin; at < end; at++) {
      const high = above[at] as number;
      const count = (triangles[high] as number) + 1;
      triangles[high] = count;
      if (count === 3) branching += 1;
    }
    for (let at = begin; at < end; at++) triangles[above[at] as number] = 0;
  }
  return branching;
}

/** @param vertices how many the indices name at most */
export function topologyOf(indices: Uint32Array, vertices: number): Topology {
  const { from, above } = edgesByLowerVertex(indices, vertices);
  const pieces = createDisjointSets(vertices);
  const rims = createDisjointSets(vertices);
  /** How many triangles have the side from this vertex to each above it. */
  const triangles = new Uint32Array(vertices);
  let branching = 0;
  for (let low = 0; low < vertices; low++) {
    const end = from[low + 1] as number;
    for (let at = from[low] as number; at < end; at++) {
      const high = above[at] as number;
      triangles[high] = (triangles[high] as number) + 1;
    }
    for (let at = from[low] as number; at < end; at++) {
      const high = above[at] as number;
      const count = triangles[high] as number;
      if (count === 0) continue;
      triangles[high] = 0;
      pieces.join(low, high);
      if (count === 1) rims.join(low, high);
      if (count > 2) branching += 1;
    }
  }
  return { components: pieces.count(), rims: rims.count(), branching };
}

/** Of a closed surface: whether it holds less than nothing, by the sum of the tetrahedra from zero to each triangle. */
export function facesInwards({ positions, indices }: Mesh): boolean {
  let volume = 0;
  let turned = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const a = 3 * (indices[at] as number);
    const b = 3 * (indices[at + 1] as number);
    const c = 3 * (indices[at + 2] as number);
    const bx = positions[b] as number;
    const by = positions[b + 1] as number;
    const bz = positions[b + 2] as number;
    const cx = positions[c] as number;
    const cy = positions[c + 1] as number;
    const cz = positions[c + 2] as number;
    const six =
      (positions[a] as number) * (by * cz - bz * cy) +
      (positions[a + 1] as number) * (bz * cx - bx * cz) +
      (positions[a + 2] as number) * (bx * cy - by * cx);
    volume += six;
    turned += Math.abs(six);
  }
  // A sheet that is closed by its own back holds nothing, but for rounding.
  return volume < -rounding * turned;
}
const rounding = 1e-4;
