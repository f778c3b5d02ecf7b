/** Pieces and holes of a mesh: what a technician would ask about before a tooth is moved. */

export type Topology = {
  /** Connected pieces; a jaw scan is one. */
  components: number;
  /** Rims: closed ways along edges that only one triangle has. A scan has one, at its foot; each other is a hole. */
  rims: number;
  /** Edges of more than two triangles, where a surface meets itself. */
  branching: number;
};

/** Numbers in sets that grow together. */
function createSets(count: number) {
  const above = Uint32Array.from({ length: count }, (_, i) => i);
  const top = (i: number): number => {
    let at = i;
    while (above[at] !== at) {
      above[at] = above[above[at] as number] as number;
      at = above[at] as number;
    }
    return at;
  };
  return {
    top,
    join(a: number, b: number): void {
      above[top(a)] = top(b);
    },
  };
}

/** How many different sets these numbers lie in. */
const countOf = (sets: ReturnType<typeof createSets>, numbers: Iterable<number>) =>
  new Set(Array.from(numbers, sets.top)).size;

/** @param vertices how many the indices name at most */
export function topologyOf(indices: Uint32Array, vertices: number): Topology {
  const pieces = createSets(vertices);
  const edges = new Map<number, number>();
  for (let at = 0; at < indices.length; at += 3)
    for (let side = 0; side < 3; side++) {
      const a = indices[at + side] as number;
      const b = indices[at + ((side + 1) % 3)] as number;
      pieces.join(a, b);
      const edge = Math.min(a, b) * vertices + Math.max(a, b);
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  const rims = createSets(vertices);
  const onRim = new Set<number>();
  let branching = 0;
  for (const [edge, times] of edges) {
    if (times > 2) branching += 1;
    if (times !== 1) continue;
    const [a, b] = [Math.floor(edge / vertices), edge % vertices];
    rims.join(a, b);
    onRim.add(a).add(b);
  }
  return { components: countOf(pieces, indices), rims: countOf(rims, onRim), branching };
}
