/**
 * A preview of a scan while it streams by. Cells of about 64,000 triangles are simplified one by one with their borders
 * kept, which stays in the processor's cache; where they are much finer than the preview, what lies together is
 * gathered first. What is left of them is joined and simplified once more. The whole model is never held.
 * design/MESH.md 1 has what was measured.
 */
import { createBox } from '#events/file/box.ts';
import { type ModelFacts, unfit } from '#events/file/check.ts';
import type { Fallback } from '#events/file/model-found.ts';
import { createArrayPool } from './array-pool.ts';
import { type CellPart, createCellSimplifier, fanTrianglesMax, type OffloadCell } from './cell.ts';
import { type Cell, createCells, type Origin } from './cells.ts';
import { dropRepeats } from './repeats.ts';
import { compact, prune, simplifyInPlace, sloppy } from './simplify.ts';
import { branchingOf, topologyOf } from './topology.ts';
import { type Mesh, weld } from './weld.ts';

/** Cells are left with so many times the triangles that remain in the end, so that the last pass can choose. */
const slack = 1.25;
/** The most that a cell's surface may move, as a share of the model's extent: 30 µm of a jaw of 75 mm. */
const cellError = 4e-4;
/** More than so many times the target left: the surface has too many tunnels to be simplified as it is. */
const stalledRatio = 1.5;
const unbounded = 1e30;

/** Pieces for each triangle beyond which a model that has to be simplified is loose triangles, and no surface. */
const piecesPerTriangleMax = 0.5;

type Part = Omit<CellPart, 'corners'>;

/** Until what another thread has answered is heard. */
const nextMessage = () =>
  new Promise<void>(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

export type Preview = Mesh & {
  /** What was read. */
  triangles: number;
  /** Of all that was read. */
  box: ModelFacts['box'];
  /** Triangles that the file holds more than once, and that were dropped. */
  repeats: number;
  /** Edges of more than two triangles of the scan itself; simplification may have made more. */
  branching: number;
  fallback: Fallback | null;
};

/**
 * @param target triangles of the preview
 * @param expected triangles of the model, as far as one can know
 * @param beside makes cells smaller in another thread, while this one does those that it has no time for
 */
export function createDecimator(target: number, expected: number, beside?: OffloadCell) {
  const parts: (Part | Promise<Part>)[] = [];
  const here = createCellSimplifier();
  let read = 0;
  const share = (slack * target) / Math.max(1, expected);

  /** @throws Refusal at the first cell of a fan that no scanner writes */
  const checked = (part: Part): Part => {
    if (part.busiest > fanTrianglesMax) throw unfit('badContent', 'mesh-fan', { triangles: part.busiest });
    return part;
  };
  /** Where other threads are no matter: the same part, in the same place. */
  const take = ({ corners, triangles }: Cell, extent: number) => {
    const cell = { corners, triangles, target: Math.ceil(share * triangles), errorMax: cellError * extent };
    const taken = beside?.(cell);
    if (!taken) {
      const { corners: _kept, ...part } = here(cell);
      parts.push(checked(part));
      return;
    }
    const part = taken.then(({ corners, ...part }): Part => {
      cells.spare(corners);
      return checked(part);
    });
    parts.push(part);
    // What fails is said by `settle`, unless the model was refused before.
    part.catch(() => undefined);
  };
  const cells = createCells(take);
  return {
    /** Takes a run of triangles, nine numbers of each. The preview's numbers are counted from `origin`, the same for all runs. */
    add(run: Float32Array | Float64Array, triangles: number, origin: Origin = [0, 0, 0]): void {
      read += triangles;
      cells.add(run, triangles, origin);
    },
    /** Until no cell is with another thread: before `end`. */
    async settle(): Promise<void> {
      for (const [cell, extent] of cells.rest()) {
        take(cell, extent);
        await nextMessage();
      }
      parts.push(...(await Promise.all(parts.splice(0))));
    },
    /** @throws Refusal where the triangles do not join to a surface that could be simplified */
    end(): Preview {
      for (const [cell, extent] of cells.rest()) take(cell, extent);
      const box = createBox();
      let repeats = 0;
      let ownBranching = 0;
      const meshes = parts.map(part => {
        if (part instanceof Promise) throw new Error('cells are still with another thread');
        box.join(part.box);
        repeats += part.repeats;
        ownBranching += part.ownBranching;
        return part.mesh;
      });
      const { mesh, busiest, repeats: joined } = dropRepeats(weldParts(meshes), createArrayPool());
      repeats += joined;
      if (mesh.indices.length > 3 * target) refuseUnfit(mesh, busiest);
      const branching = Math.max(0, branchingOf(mesh) - ownBranching);
      return { ...finalPass(mesh, target), triangles: read, box: box.value(), repeats, branching };
    },
  };
}

/** @throws Refusal where a fan or loose triangles cannot be simplified */
function refuseUnfit({ positions, indices }: Mesh, busiest: number): void {
  if (busiest > fanTrianglesMax) throw unfit('badContent', 'mesh-fan', { triangles: busiest });
  const [vertices, triangles] = [positions.length / 3, indices.length / 3];
  // Each piece has three vertices at least: most models cannot have so many pieces, and are not searched.
  if (vertices <= 3 * piecesPerTriangleMax * triangles) return;
  const { components } = topologyOf(indices, vertices);
  if (components > piecesPerTriangleMax * triangles)
    throw unfit('badContent', 'mesh-loose', { pieces: components });
}

/** The last pass, which may move all; where it comes to a stand, what is left is taken more roughly. */
function finalPass(mesh: Mesh, target: number): Mesh & { fallback: Fallback | null } {
  if (mesh.indices.length <= 3 * target) return { ...compact(mesh), fallback: null };
  const asked = { target, errorMax: unbounded };
  const isDone = ({ indices }: Mesh) => indices.length <= 3 * stalledRatio * target;
  const plain = simplifyInPlace(mesh, asked);
  if (isDone(plain)) return { ...plain, fallback: null };
  const pruned = prune(plain, asked);
  if (isDone(pruned)) return { ...pruned, fallback: 'prune' };
  return { ...sloppy(pruned, target), fallback: 'sloppy' };
}

/** Welds the parts at their borders, which did not move. */
function weldParts(parts: readonly Mesh[]): Mesh {
  const count = parts.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const corners = new Float32Array(9 * count);
  let at = 0;
  for (const { positions, indices } of parts)
    for (const vertex of indices) {
      corners[at] = positions[3 * vertex] as number;
      corners[at + 1] = positions[3 * vertex + 1] as number;
      corners[at + 2] = positions[3 * vertex + 2] as number;
      at += 3;
    }
  return weld(corners, count);
}
