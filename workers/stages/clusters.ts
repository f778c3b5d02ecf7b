/**
 * Groups the vertices of a shape into small clusters with bounding balls, so that a distant cluster is
 * skipped as a whole.
 */

export type VertexClusters = {
  /** x, y, z and radius of each cluster's ball, mm. */
  balls: Float64Array;
  /** Vertices by cluster: those of cluster `c` are at `from[c]` to `from[c + 1]` in `order`. */
  from: Uint32Array;
  order: Uint32Array;
};

/** Side in mm of the cube whose vertices form a cluster. */
const side = 2;

export function clusterVertices(positions: Float32Array): VertexClusters {
  const heaps = new Map<string, number[]>();
  for (let v = 0; v < positions.length / 3; v++) {
    const cube = [0, 1, 2].map(axis => Math.floor((positions[3 * v + axis] as number) / side)).join();
    const heap = heaps.get(cube);
    if (heap) heap.push(v);
    else heaps.set(cube, [v]);
  }
  const lists = [...heaps.values()];
  const from = new Uint32Array(lists.length + 1);
  lists.forEach((list, c) => {
    from[c + 1] = (from[c] as number) + list.length;
  });
  return { balls: ballsOf(positions, lists), from, order: Uint32Array.from(lists.flat()) };
}

function ballsOf(positions: Float32Array, lists: readonly number[][]): Float64Array {
  const balls = new Float64Array(4 * lists.length);
  lists.forEach((list, c) => {
    const at = (v: number, axis: number) => positions[3 * v + axis] as number;
    const centre = [0, 1, 2].map(axis => list.reduce((sum, v) => sum + at(v, axis), 0) / list.length);
    const [x = 0, y = 0, z = 0] = centre;
    const radius = Math.max(...list.map(v => Math.hypot(at(v, 0) - x, at(v, 1) - y, at(v, 2) - z)));
    balls.set([x, y, z, radius], 4 * c);
  });
  return balls;
}
