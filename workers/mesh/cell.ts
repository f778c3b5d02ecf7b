/**
 * Simplifies one cell of a scan: welds it, clusters its vertices if it is much finer than its preview, and
 * simplifies it with its border locked. A cell fits into a processor's cache and depends on no other cell, so
 * any thread can do it.
 */
import { createBoundingBox } from '#events/file/box.ts';
import type { ModelFacts } from '#events/file/check.ts';
import { type ArrayPool, createArrayPool } from './array-pool.ts';
import { dropRepeatedTriangles } from './repeats.ts';
import { dropUnusedVertices, simplifyInPlace } from './simplify.ts';
import { countBranchingEdges } from './topology.ts';
import { medianEdgeLength, mergeVerticesByCube } from './vertex-clustering.ts';
import { type Mesh, weldCorners } from './weld.ts';

/** Vertex clustering leaves about this many times the cell's target of triangles. */
const clusteringRatio = 3;
/** The widest cube that is clustered, in multiples of the error allowed. A surface bends little within it. */
const cubeErrorsMax = 6;

/**
 * Limit of triangles at one vertex. A scanner writes fewer: the largest fans of real files close a model's
 * base along its rim of some thousand points. Why: simplification is quadratic in this number.
 */
export const fanTrianglesMax = 16_384;

export type CellTask = {
  /** x, y, z of each corner. The array may be longer than `triangles` needs. */
  corners: Float32Array<ArrayBuffer>;
  triangles: number;
  /** Number of triangles to keep. */
  target: number;
  /** Largest error in the model's unit. More triangles remain where the target would exceed it. */
  errorMax: number;
};

export type SimplifiedCell = {
  mesh: Mesh;
  /** Bounding box of all the cell's corners, before simplification. */
  box: ModelFacts['box'];
  /** Number of repeated triangles that were dropped. */
  repeats: number;
  /** Largest number of triangles at one vertex. */
  busiest: number;
  /** Edges of more than two triangles that simplification made and the scan does not have. */
  ownBranching: number;
  /** The task's array, returned for reuse. */
  corners: Float32Array<ArrayBuffer>;
};

/**
 * Simplifies a cell in another thread, which takes `corners` over and gives them back. Undefined if that
 * thread is busy.
 */
export type OffloadCell = (task: CellTask) => Promise<SimplifiedCell> | undefined;

function clustered(mesh: Mesh, { triangles, target, errorMax }: CellTask, pool: ArrayPool): Mesh {
  // A cube as wide as n triangle sides holds about n² vertices.
  const sides = Math.sqrt(triangles / (clusteringRatio * target));
  if (sides < Math.SQRT2) return mesh;
  return mergeVerticesByCube(mesh, Math.min(sides * medianEdgeLength(mesh), cubeErrorsMax * errorMax), pool);
}

/** Returns a function that simplifies one cell after another in this thread. */
export function createCellSimplifier() {
  const pool = createArrayPool();
  return (task: CellTask): SimplifiedCell => {
    const { corners, triangles, target, errorMax } = task;
    const welded = weldCorners(corners, triangles, pool);
    const { mesh, repeats, busiest } = dropRepeatedTriangles(welded, pool);
    const box = createBoundingBox();
    // The box is taken over vertices, which are six times fewer than corners.
    box.add(mesh.positions, mesh.positions.length);
    const facts = { box: box.value(), corners, repeats, busiest };
    if (target >= triangles || busiest > fanTrianglesMax)
      return { ...facts, mesh: dropUnusedVertices(mesh), ownBranching: 0 };
    const left = simplifyInPlace(clustered(mesh, task, pool), { target, errorMax, lockBorder: true });
    const branching = countBranchingEdges(left);
    // Branching is rare, so the cell is welded a second time instead of being searched each time.
    const given =
      branching > 0
        ? countBranchingEdges(dropRepeatedTriangles(weldCorners(corners, triangles, pool), pool).mesh)
        : 0;
    return { ...facts, mesh: left, ownBranching: Math.max(0, branching - given) };
  };
}
