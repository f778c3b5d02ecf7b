/**
 * Skins a gum to its teeth: vertices near a neck move with the tooth, far ones stay. For display only;
 * nothing is measured on it.
 */
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ToothPivotAndAxes } from './protocol.ts';

/** Approximate distance from a crown's centre to its neck, and range of a neck's influence on the gum, mm. */
const neckDepth = 4;
const reach = 3.2;
/** Weight of the fixed bone. Small beside a neck's weight at the neck, and dominant a few mm away. */
const still = 0.12;
const bonesOfVertex = 4;

export type GumSkin = { teeth: Fdi[]; bones: Uint8Array<ArrayBuffer>; weights: Float32Array<ArrayBuffer> };

/**
 * Computes bones and weights of a gum.
 * @param positions of the gum's vertices at stage 0, mm. @param teeth of the gum's arch
 */
export function skinGum(positions: Float32Array, teeth: readonly ToothPivotAndAxes[]): GumSkin {
  const necks = teeth.map(({ pivot, axes }) =>
    [0, 1, 2].map(i => (pivot[i] ?? 0) - neckDepth * (axes[6 + i] ?? 0)),
  );
  const vertices = positions.length / 3;
  const bones = new Uint8Array(bonesOfVertex * vertices);
  const weights = new Float32Array(bonesOfVertex * vertices);
  for (let v = 0; v < vertices; v++) {
    const pulls = necks
      .map((neck, i) => {
        const far = Math.hypot(...neck.map((value, axis) => value - (positions[3 * v + axis] as number)));
        return { bone: i + 1, pull: Math.exp(-((far / reach) ** 2)) };
      })
      .toSorted((a, b) => b.pull - a.pull)
      .slice(0, bonesOfVertex - 1);
    const sum = still + pulls.reduce((total, { pull }) => total + pull, 0);
    weights[bonesOfVertex * v] = still / sum;
    for (const [i, { bone, pull }] of pulls.entries()) {
      bones[bonesOfVertex * v + i + 1] = bone;
      weights[bonesOfVertex * v + i + 1] = pull / sum;
    }
  }
  return { teeth: teeth.map(({ fdi }) => fdi), bones, weights };
}
