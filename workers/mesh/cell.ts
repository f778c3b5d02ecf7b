/**
 * One cell of a scan by itself: welded, gathered where it is much finer than its preview, and simplified with its border
 * kept. It fits into a processor's cache, and knows of no other, so that any thread may do it.
 */
import { createBox } from '#events/file/box.ts';
import type { ModelFacts } from '#events/file/check.ts';
import { type ArrayPool, createArrayPool } from './array-pool.ts';
import { dropRepeats } from './repeats.ts';
import { compact, simplifyInPlace } from './simplify.ts';
import { branchingOf } from './topology.ts';
import { clusterVertices, medianEdgeLength } from './vertex-clustering.ts';
import { type Mesh, weld } from './weld.ts';

/** Cells of many more triangles are first gathered to about so many times those that they are left with. */
const clusteringRatio = 3;
/** The widest cube that is gathered, in errors that are allowed: a surface turns little within it. */
const cubeErrorsMax = 6;

/**
 * More triangles at one corner than a scanner writes: the largest fans of real files close a foot along its rim of some
 * thousand points. Simplification is quadratic in this number.
 */
export const fanTrianglesMax = 16_384;

export type CellTask = {
  /** x, y, z of each corner; of more triangles than count. */
  corners: Float32Array<ArrayBuffer>;
  triangles: number;
  /** Triangles that shall remain. */
  target: number;
  /** In the model's unit; where it would go beyond, more remain. */
  errorMax: number;
};

export type CellPart = {
  mesh: Mesh;
  /** Of all its corners. */
  box: ModelFacts['box'];
  /** Triangles that were dropped because the cell holds them already. */
  repeats: number;
  /** Triangles of the vertex that has most of them. */
  busiest: number;
  /** Edges of more than two triangles that simplification made: the scan does not have them. */
  ownBranching: number;
  /** The task's pool, to be filled anew. */
  corners: Float32Array<ArrayBuffer>;
};

/** In another thread, which takes `corners` away and gives them back; undefined where it has enough to do. */
export type OffloadCell = (task: CellTask) => Promise<CellPart> | undefined;

function clustered(mesh: Mesh, { triangles, target, errorMax }: CellTask, pool: ArrayPool): Mesh {
  // A cube as wide as so many sides of triangles has about the square of it of vertices in it.
  const sides = Math.sqrt(triangles / (clusteringRatio * target));
  if (sides < Math.SQRT2) return mesh;
  return clusterVertices(mesh, Math.min(sides * medianEdgeLength(mesh), cubeErrorsMax * errorMax), pool);
}

/** Returns the work on one cell after another, in this thread. */
export function createCellSimplifier() {
  const pool = createArrayPool();
  return (task: CellTask): CellPart => {
    const { corners, triangles, target, errorMax } = task;
    const welded = weld(corners, triangles, pool);
    const { mesh, repeats, busiest } = dropRepeats(welded, pool);
    const box = createBox();
    // Of vertices, which are six times fewer than corners.
    box.add(mesh.positions, mesh.positions.length);
    const facts = { box: box.value(), corners, repeats, busiest };
    if (target >= triangles || busiest > fanTrianglesMax)
      return { ...facts, mesh: compact(mesh), ownBranching: 0 };
    const left = simplifyInPlace(clustered(mesh, task, pool), { target, errorMax, lockBorder: true });
    const branching = branchingOf(left);
    // Rare, so the cell is welded a second time instead of being searched each time.
    const given = branching > 0 ? branchingOf(dropRepeats(weld(corners, triangles, pool), pool).mesh) : 0;
    return { ...facts, mesh: left, ownBranching: Math.max(0, branching - given) };
  };
}
