/**
 * Makes a preview of a scan while it streams by. Cells of about 64,000 triangles are simplified one by one
 * with their borders locked, which stays in the processor's cache; cells much finer than the preview are
 * first clustered. The remains are joined and simplified once more. The model is never held whole.
 * Measurements: design/MESH.md 1.
 */
import { createBoundingBox } from '#events/file/box.ts';
import { type ModelFacts, refusalOfUnfitFile } from '#events/file/check.ts';
import type { SimplificationFallback } from '#events/file/recorded-model-findings.ts';
import { createArrayPool } from './array-pool.ts';
import { createCellSimplifier, fanTrianglesMax, type OffloadCell, type SimplifiedCell } from './cell.ts';
import { createCells, type MeshOrigin, type TriangleCell } from './cells.ts';
import { dropRepeatedTriangles } from './repeats.ts';
import { dropUnusedVertices, pruneAndSimplify, simplifyInPlace, simplifySloppily } from './simplify.ts';
import { countBranchingEdges, topologyOf } from './topology.ts';
import { type Mesh, weldCorners } from './weld.ts';

/** Cells keep this many times the triangles that remain in the end, so that the last pass has a choice. */
const slack = 1.25;
/** The most that a cell's surface may move, as a share of the model's extent: 30 µm of a jaw of 75 mm. */
const cellError = 4e-4;
/** A result above this many times the target has too many tunnels for plain simplification. */
const stalledRatio = 1.5;
const unbounded = 1e30;

/** Pieces per triangle above which a model to be simplified counts as loose triangles, not as a surface. */
const piecesPerTriangleMax = 0.5;

type Part = Omit<SimplifiedCell, 'corners'>;

/** Resolves after the messages of other threads that already arrived have been handled. */
const nextMessage = () =>
  new Promise<void>(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

export type DecimatedPreview = Mesh & {
  /** Number of triangles read. */
  triangles: number;
  /** Bounding box of all triangles read. */
  box: ModelFacts['box'];
  /** Number of repeated triangles of the file, which were dropped. */
  repeats: number;
  /** Edges of more than two triangles in the scan itself. Simplification may have made more. */
  branching: number;
  fallback: SimplificationFallback | null;
};

/**
 * Creates a preview from triangles that stream in.
 * @param target triangles of the preview
 * @param expected triangles of the model, as well as they can be estimated
 * @param beside simplifies cells in another thread; this thread does those that it declines
 */
export function createDecimator(target: number, expected: number, beside?: OffloadCell) {
  const parts: (Part | Promise<Part>)[] = [];
  const here = createCellSimplifier();
  let read = 0;
  const share = (slack * target) / Math.max(1, expected);

  /** Checks the result of a cell. @throws Refusal at the first cell with a fan that no scanner writes */
  const checked = (part: Part): Part => {
    if (part.busiest > fanTrianglesMax)
      throw refusalOfUnfitFile('badContent', 'mesh-fan', { triangles: part.busiest });
    return part;
  };
  /** Keeps each cell's result in the order of the cells, whichever thread made it. */
  const take = ({ corners, triangles }: TriangleCell, extent: number) => {
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
    // Prevents an unhandled rejection: `settle` reports the failure, unless the model was refused before.
    part.catch(() => undefined);
  };
  const cells = createCells(take, expected);
  return {
    /**
     * Takes a run of triangles of nine numbers. The preview's coordinates are relative to `origin`, which is
     * the same for all runs.
     */
    add(run: Float32Array | Float64Array, triangles: number, origin: MeshOrigin = [0, 0, 0]): void {
      read += triangles;
      cells.add(run, triangles, origin);
    },
    /** Waits until no cell is in another thread. Call it before `end`. */
    async settle(): Promise<void> {
      for (const [cell, extent] of cells.rest()) {
        take(cell, extent);
        await nextMessage();
      }
      parts.push(...(await Promise.all(parts.splice(0))));
    },
    /** Finishes the preview. @throws Refusal if the triangles do not form a surface that can be simplified */
    end(): DecimatedPreview {
      for (const [cell, extent] of cells.rest()) take(cell, extent);
      const box = createBoundingBox();
      let repeats = 0;
      let ownBranching = 0;
      const meshes = parts.map(part => {
        if (part instanceof Promise) throw new Error('cells are still with another thread');
        box.join(part.box);
        repeats += part.repeats;
        ownBranching += part.ownBranching;
        return part.mesh;
      });
      const { mesh, busiest, repeats: joined } = dropRepeatedTriangles(weldParts(meshes), createArrayPool());
      repeats += joined;
      if (mesh.indices.length > 3 * target) refuseUnfit(mesh, busiest);
      const branching = Math.max(0, countBranchingEdges(mesh) - ownBranching);
      return { ...finalPass(mesh, target), triangles: read, box: box.value(), repeats, branching };
    },
  };
}

/** Checks that the mesh can be simplified. @throws Refusal if a fan or loose triangles cannot be simplified */
function refuseUnfit({ positions, indices }: Mesh, busiest: number): void {
  if (busiest > fanTrianglesMax) throw refusalOfUnfitFile('badContent', 'mesh-fan', { triangles: busiest });
  const [vertices, triangles] = [positions.length / 3, indices.length / 3];
  // Each piece has at least three vertices, so most models cannot have that many pieces and need no search.
  if (vertices <= 3 * piecesPerTriangleMax * triangles) return;
  const { components } = topologyOf(indices, vertices);
  if (components > piecesPerTriangleMax * triangles)
    throw refusalOfUnfitFile('badContent', 'mesh-loose', { pieces: components });
}

/** Simplifies across cell borders. If that stalls, first prunes small pieces, then ignores topology. */
function finalPass(mesh: Mesh, target: number): Mesh & { fallback: SimplificationFallback | null } {
  if (mesh.indices.length <= 3 * target) return { ...dropUnusedVertices(mesh), fallback: null };
  const asked = { target, errorMax: unbounded };
  const isDone = ({ indices }: Mesh) => indices.length <= 3 * stalledRatio * target;
  const plain = simplifyInPlace(mesh, asked);
  if (isDone(plain)) return { ...plain, fallback: null };
  const pruned = pruneAndSimplify(plain, asked);
  if (isDone(pruned)) return { ...pruned, fallback: 'prune' };
  return { ...simplifySloppily(pruned, target), fallback: 'sloppy' };
}

/** Welds the parts at their borders, which simplification left in place. */
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
  return weldCorners(corners, count);
}
