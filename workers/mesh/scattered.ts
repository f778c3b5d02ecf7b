/** Detects models of many loose pieces instead of one arch. */
import { createDisjointSets } from './topology.ts';
import type { Mesh } from './weld.ts';

/** Models with fewer pieces count as a scan with debris. */
const piecesFrom = 6;
/**
 * Share of the model's longest side that an arch's largest piece spans at least: its gum, or the whole model.
 */
const archSpan = 0.5;

type Box = [number, number, number, number, number, number];

const spanOf = ([x0, y0, z0, x1, y1, z1]: Box): number => Math.max(x1 - x0, y1 - y0, z1 - z0);
const emptyBox = (): Box => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

function grow(box: Box, x: number, y: number, z: number): void {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.min(box[2], z);
  box[3] = Math.max(box[3], x);
  box[4] = Math.max(box[4], y);
  box[5] = Math.max(box[5], z);
}

/** True for a model of many loose pieces. @param components connected pieces of the mesh */
export function isScattered({ positions, indices }: Mesh, components: number): boolean {
  if (components < piecesFrom) return false;
  const sets = createDisjointSets(positions.length / 3);
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at] ?? 0;
    sets.join(a, indices[at + 1] ?? 0);
    sets.join(a, indices[at + 2] ?? 0);
  }
  const whole = emptyBox();
  const boxes = new Map<number, Box>();
  for (const index of indices) {
    const piece = sets.top(index);
    const box = boxes.get(piece) ?? emptyBox();
    boxes.set(piece, box);
    const [x, y, z] = [
      positions[3 * index] ?? 0,
      positions[3 * index + 1] ?? 0,
      positions[3 * index + 2] ?? 0,
    ];
    grow(box, x, y, z);
    grow(whole, x, y, z);
  }
  return Math.max(...[...boxes.values()].map(spanOf)) < archSpan * spanOf(whole);
}
