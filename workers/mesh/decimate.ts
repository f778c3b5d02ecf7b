/**
 * A preview of a scan while it streams by. Cells of about 64,000 triangles are simplified one by one with their borders
 * kept, which stays in the processor's cache; where they are much finer than the preview, what lies together is
 * gathered first. What is left of them is joined and simplified once more. The whole model is never held.
 * design/MESH.md 1 has what was measured.
 */
import { createBox } from '#events/file/box.ts';
import type { ModelFacts } from '#events/file/check.ts';
import type { Fallback } from '#events/file/model-found.ts';
import { createCells } from './cells.ts';
import { gather, usualSide } from './gather.ts';
import { createRoom } from './room.ts';
import { compact, prune, simplify, sloppy } from './simplify.ts';
import { type Mesh, weld } from './weld.ts';

/** Cells are left with so many times the triangles that remain in the end, so that the last pass can choose. */
const slack = 1.5;
/** The most that a cell's surface may move, as a share of the model's extent: 30 µm of a jaw of 75 mm. */
const cellError = 4e-4;
/** More than so many times the target left: the surface has too many tunnels to be simplified as it is. */
const stalled = 1.5;
const unbounded = 1e30;
/** Cells of many more triangles are first gathered to about so many times those that they are left with. */
const gathered = 3;
/** The widest cube that is gathered, in `cellError`s: a surface turns little within it. */
const widest = 6;

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
 */
export function createDecimator(target: number, expected: number) {
  const parts: Mesh[] = [];
  const box = createBox();
  let read = 0;
  const share = (slack * target) / Math.max(1, expected);

  const room = createRoom();
  /** A cube as wide as so many sides of triangles has about the square of it of vertices in it. */
  const sides = Math.sqrt(1 / (gathered * share));
  const few = (part: Mesh, errorMax: number) =>
    sides < Math.SQRT2 ? part : gather(part, Math.min(sides * usualSide(part), widest * errorMax), room);
  const cells = createCells(({ corners, triangles: count }, extent) => {
    const part = weld(corners, count, room);
    // Of vertices, which are six times fewer than corners.
    for (let at = 0; at < part.positions.length; at += 3)
      box.add(
        part.positions[at] as number,
        part.positions[at + 1] as number,
        part.positions[at + 2] as number,
      );
    const errorMax = cellError * extent;
    const asked = { target: Math.ceil(share * count), errorMax, lockBorder: true };
    parts.push(share < 1 ? simplify(few(part, errorMax), asked) : compact(part));
  });
  return {
    /** Takes a run of triangles, nine numbers of each; near zero, where numbers of 32 bits have their digits. */
    add(run: Float32Array, triangles: number): void {
      read += triangles;
      cells.add(run, triangles);
    },
    end(): Preview {
      cells.end();
      return { ...lessened(together(parts), target), triangles: read, box: box.value() };
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
