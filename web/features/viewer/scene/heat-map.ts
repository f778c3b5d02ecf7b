/** Heat map: each vertex's distance from its position at another stage, as colours. */
import { Matrix4, Vector3 } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ToothShape } from '#workers/shapes/protocol.ts';
import { heatScaleColours, heatScaleMax } from '../layers.ts';
import { createToothPoser } from './poser.ts';

const rgbOf = (hex: string) => [1, 3, 5].map(at => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2);
const stops = heatScaleColours.map(rgbOf);

/** Writes the colour of a distance to `out` at `at`, 0 to 255 a channel. */
function colour(mm: number, out: Uint8Array, at: number): void {
  const place = Math.min(1, mm / heatScaleMax) * (stops.length - 1);
  const from = Math.min(stops.length - 2, Math.floor(place));
  const share = place - from;
  for (let c = 0; c < 3; c++) {
    const low = stops[from]?.[c] ?? 0;
    out[at + c] = 255 * (low + share * ((stops[from + 1]?.[c] ?? 0) - low));
  }
}

/** A plan at a stage. */
export type PlanAtStage = { bundle: PlanBundle; stage: number };

/**
 * Returns RGB of every vertex of every tooth, for the movement between two moments of a plan or of two
 * versions. Omits teeth that are not in the mouth at both.
 */
export function heatColoursByTooth(
  shapes: readonly ToothShape[],
  from: PlanAtStage,
  to: PlanAtStage,
): Map<Fdi, Uint8Array> {
  const [before, after] = [createToothPoser(from.bundle), createToothPoser(to.bundle)];
  before.place(from.stage);
  after.place(to.stage);
  const [a, b, relative] = [new Vector3(), new Vector3(), new Matrix4()];
  return new Map(
    shapes.flatMap(({ fdi, positions }) => {
      const [start, goal] = [before.matrix(fdi), after.matrix(fdi)];
      if (!start || !goal || !before.there(fdi) || !after.there(fdi)) return [];
      const rgb = new Uint8Array(positions.length);
      relative.copy(start).invert().multiply(goal);
      for (let v = 0; v < positions.length; v += 3) {
        a.fromArray(positions, v);
        colour(b.copy(a).applyMatrix4(relative).distanceTo(a), rgb, v);
      }
      return [[fdi, rgb] as const];
    }),
  );
}
