/** Where the teeth of a plan stand at a moment, as matrices that are written over and over: nothing is allocated. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { isThere, type PlanBundle, stageWithin } from '#events/plan/bundle.ts';
import { interpolate } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';

export type Poser = {
  /** Moves all matrices to a stage. */
  place(stage: number): void;
  /** Takes a tooth's own points (mm from its pivot, axes of the world at stage 0) to where they are now. */
  matrix(tooth: Fdi): Matrix4 | undefined;
  /** Whether a tooth is in the mouth at the stage that was placed last. */
  there(tooth: Fdi): boolean;
};

const one = new Vector3(1, 1, 1);

export function createPoser(bundle: PlanBundle): Poser {
  const numbers = new Float64Array(7);
  const at = new Vector3();
  const turn = new Quaternion();
  const teeth = bundle.teeth.map(({ fdi, poses, from, to }) => ({
    fdi,
    poses: Float64Array.from(poses),
    matrix: new Matrix4(),
    span: { from, to },
  }));
  const spans = new Map(bundle.teeth.map(tooth => [tooth.fdi, tooth]));
  let placed = 0;
  const byTooth = new Map(teeth.map(tooth => [tooth.fdi, tooth.matrix]));
  return {
    place(stage) {
      placed = stage;
      for (const tooth of teeth) {
        // Outside its span it rests: the gum that follows it does not move.
        interpolate(tooth.poses, stageWithin(tooth.span, stage), numbers);
        at.fromArray(numbers);
        turn.fromArray(numbers, 3);
        tooth.matrix.compose(at, turn, one);
      }
    },
    matrix: tooth => byTooth.get(tooth),
    there: tooth => isThere(spans.get(tooth) ?? {}, placed),
  };
}
