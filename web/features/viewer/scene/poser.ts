/** Matrices of a plan's teeth at a stage. Reuses the same objects and allocates nothing. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { isToothPresent, type PlanBundle, stageWithin } from '#events/plan/bundle.ts';
import { interpolatePose } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';

export type ToothPoser = {
  /** Updates all matrices to a stage, which may be fractional. */
  place(stage: number): void;
  /** Maps a tooth's own points (mm from its pivot, world axes at stage 0) to world coordinates. */
  matrix(tooth: Fdi): Matrix4 | undefined;
  /** Whether a tooth is in the mouth at the last placed stage. */
  there(tooth: Fdi): boolean;
};

const one = new Vector3(1, 1, 1);

export function createToothPoser(bundle: PlanBundle): ToothPoser {
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
        // Outside its span the tooth keeps its pose, so that the gum does not move with it.
        interpolatePose(tooth.poses, stageWithin(tooth.span, stage), numbers);
        at.fromArray(numbers);
        turn.fromArray(numbers, 3);
        tooth.matrix.compose(at, turn, one);
      }
    },
    matrix: tooth => byTooth.get(tooth),
    there: tooth => isToothPresent(spans.get(tooth) ?? {}, placed),
  };
}
