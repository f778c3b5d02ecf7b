/**
 * One cell of a scan by itself: welded, gathered where it is much finer than its preview, and simplified with its border
 * kept. It fits into a processor's cache, and knows of no other, so that any thread may do it.
 */
import { createBox } from '#events/file/box.ts';
import type { ModelFacts } from '#events/file/check.ts';
import { gather, usualSide } from './gather.ts';
import { dropRepeats } from './repeats.ts';
import { createRoom, type Room } from './room.ts';
import { compact, simplifyInPlace } from './simplify.ts';
import { branchingOf } from './topology.ts';
import { type Mesh, weld } from './weld.ts';

/** Cells of many more triangles are first gathered to about so many times those that they are left with. */
const gathered = 3;
/** The widest cube that is gathered, in errors that are allowed: a surface turns little within it. */
const widest = 6;

/**
 * More triangles at one corner than a scanner writes: the largest fans of real files close a foot along its rim of some
 * thousand points. Simplification is quadratic in this number.
 */
export const busiestMax = 16_384;

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
  /** The task's room, to be filled anew. */
  corners: Float32Array<ArrayBuffer>;
};

/** In another thread, which takes `corners` away and gives them back; undefined where it has enough to do. */
export type LessenBeside = (task: CellTask) => Promise<CellPart> | undefined;

function few(mesh: Mesh, { triangles, target, errorMax }: CellTask, room: Room): Mesh {
  // A cube as wide as so many sides of triangles has about the square of it of vertices in it.
  const sides = Math.sqrt(triangles / (gathered * target));
  if (sides < Math.SQRT2) return mesh;
  return gather(mesh, Math.min(sides * usualSide(mesh), widest * errorMax), room);
}

/** Returns the work on one cell after another, in this thread. */
export function createCellWork() {
  const room = createRoom();
  return (task: CellTask): CellPart => {
    const { corners, triangles, target, errorMax } = task;
    const welded = weld(corners, triangles, room);
    const { mesh, repeats, busiest } = dropRepeats(welded, room);
    const box = createBox();
    // Of vertices, which are six times fewer than corners.
    box.add(mesh.positions, mesh.positions.length);
    const facts = { box: box.value(), corners, repeats, busiest };
    if (target >= triangles || busiest > busiestMax)
      return { ...facts, mesh: compact(mesh), ownBranching: 0 };
    const left = simplifyInPlace(few(mesh, task, room), { target, errorMax, lockBorder: true });
    const branching = branchingOf(left);
    // Rare, so the cell is welded a second time instead of being searched each time.
    const given = branching > 0 ? branchingOf(dropRepeats(weld(corners, triangles, room), room).mesh) : 0;
    return { ...facts, mesh: left, ownBranching: Math.max(0, branching - given) };
  };
}
