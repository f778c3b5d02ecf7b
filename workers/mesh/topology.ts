/** Counts a mesh's pieces, holes and self-contacts, which a technician checks before moving a tooth. */
import type { Mesh } from './weld.ts';

export type MeshTopology = {
  /** Connected pieces; a jaw scan is one. */
  components: number;
  /** Closed loops of edges that belong to one triangle only. A scan has one at its base; every other loop is a hole. */
  rims: number;
  /** Edges of more than two triangles, where a surface touches itself. */
  branching: number;
};

/** Disjoint sets of the numbers below `count` (union-find with path halving). */
export function createDisjointSets(count: number) {
  const above = new Uint32Array(count);
  // Why a loop: Uint32Array.from with a function takes ten times as long.
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
    /** Returns the number that represents this one's set. */
    top,
    /** Number of sets among the numbers that were joined. */
    count: () => sets,
  };
}

/**
 * Groups the edges of all triangles by their lower vertex. `above[from[v]]` up to `above[from[v + 1] - 1]` are the higher
 * vertices of the edges of `v`.
 */
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
  // Fills each list from its end, so that `from` ends up at its beginning.
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

/** Counts the edges of more than two triangles. Faster than `topologyOf`. */
export function countBranchingEdges({ positions, indices }: Mesh): number {
  const vertices = positions.length / 3;
  const { from, above } = edgesByLowerVertex(indices, vertices);
  /** Triangles on the edge from this vertex to each higher one. */
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

/** Counts pieces, rims and branching edges. @param vertices number of vertices, larger than every index */
export function topologyOf(indices: Uint32Array, vertices: number): MeshTopology {
  const { from, above } = edgesByLowerVertex(indices, vertices);
  const pieces = createDisjointSets(vertices);
  const rims = createDisjointSets(vertices);
  /** Triangles on the edge from this vertex to each higher one. */
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

/**
 * True if a closed surface faces inwards: its signed volume, the sum of tetrahedra from the origin, is
 * negative.
 */
export function isFacingInwards({ positions, indices }: Mesh): boolean {
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
  // A sheet closed by its own back has no volume, except for rounding.
  return volume < -rounding * turned;
}
const rounding = 1e-4;
