/**
 * A preview of a scan while it streams by. Cells of about 64,000 triangles are simplified one by one with their borders
 * kept, which stays in the processor's cache; where they are much finer than the preview, what lies together is
 * gathered first. What is left of them is joined and simplified once more. The whole model is never held.
 * design/MESH.md 1 has what was measured.
 */
import { createBox } from '#events/file/box.ts';
import type { ModelFacts } from '#events/file/check.ts';
import type { Fallback } from '#events/file/model-found.ts';
import { type CellPart, createCellWork, type LessenBeside } from './cell.ts';
import { type Cell, createCells, type Origin } from './cells.ts';
import { compact, prune, simplify, sloppy } from './simplify.ts';
import { type Mesh, weld } from './weld.ts';

/** Cells are left with so many times the triangles that remain in the end, so that the last pass can choose. */
const slack = 1.25;
/** The most that a cell's surface may move, as a share of the model's extent: 30 µm of a jaw of 75 mm. */
const cellError = 4e-4;
/** More than so many times the target left: the surface has too many tunnels to be simplified as it is. */
const stalled = 1.5;
const unbounded = 1e30;

type Part = Pick<CellPart, 'mesh' | 'box'>;

/** Until what another thread has answered is heard. */
const turn = () =>
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
  fallback: Fallback | null;
};

/**
 * @param target triangles of the preview
 * @param expected triangles of the model, as far as one can know
 * @param beside makes cells smaller in another thread, while this one does those that it has no time for
 */
export function createDecimator(target: number, expected: number, beside?: LessenBeside) {
  const parts: (Part | Promise<Part>)[] = [];
  const here = createCellWork();
  let read = 0;
  const share = (slack * target) / Math.max(1, expected);

  /** Where other threads are no matter: the same part, in the same place. */
  const take = ({ corners, triangles }: Cell, extent: number) => {
    const cell = { corners, triangles, target: Math.ceil(share * triangles), errorMax: cellError * extent };
    const taken = beside?.(cell);
    if (!taken) {
      const { mesh, box } = here(cell);
      parts.push({ mesh, box });
      return;
    }
    const part = taken.then(({ mesh, box, corners }): Part => {
      cells.spare(corners);
      return { mesh, box };
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
        await turn();
      }
      parts.push(...(await Promise.all(parts.splice(0))));
    },
    end(): Preview {
      for (const [cell, extent] of cells.rest()) take(cell, extent);
      const box = createBox();
      const meshes = parts.map(part => {
        if (part instanceof Promise) throw new Error('cells are still with another thread');
        box.join(part.box);
        return part.mesh;
      });
      return { ...lessened(together(meshes), target), triangles: read, box: box.value() };
    },
  };
}

/** The last pass, which may move all; where it comes to a stand, what is left is taken more roughly. */
function lessened(mesh: Mesh, target: number): Mesh & { fallback: Fallback | null } {
  if (mesh.indices.length <= 3 * target) return { ...compact(mesh), fallback: null };
  const asked = { target, errorMax: unbounded };
  const isDone = ({ indices }: Mesh) => indices.length <= 3 * stalled * target;
  const plain = simplify(mesh, asked);
  if (isDone(plain)) return { ...plain, fallback: null };
  const pruned = prune(plain, asked);
  if (isDone(pruned)) return { ...pruned, fallback: 'prune' };
  return { ...sloppy(pruned, target), fallback: 'sloppy' };
}

/** Welds the parts at their borders, which did not move. */
function together(parts: readonly Mesh[]): Mesh {
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
