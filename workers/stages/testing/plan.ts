/** Test helpers: whole plans, from arches staged by a motion of each tooth. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { archOf } from '#events/tooth/fdi.ts';
import { readGlb } from '../../mesh/read-glb.ts';
import type { NamedMesh } from '../../mesh/write-glb.ts';
import { buildPlan, type PlanProcedures } from '../build.ts';
import type { StatedAxes } from '../frame.ts';
import { proposePlan, type StagedArch } from '../proposal.ts';
import type { RigidMotion } from '../rigid.ts';
import { followArch } from '../track.ts';
import { applyMotionToCorners, joinCorners, type TestTooth } from './teeth.ts';

/** Motion of a tooth at a stage, in the scanner's frame of testing/teeth.ts. */
export type ToothMotion = (tooth: TestTooth, stage: number) => RigidMotion;
export const noMotionOfTooth: RigidMotion = { q: [0, 0, 0, 1], t: [0, 0, 0] };
/** Directions of the scanner's frame. */
export const scannerDirections: StatedAxes = { left: '+x', front: '-y', up: '+z' };

/** Follows an arch through files that are made by moving its teeth. @param gum corners that stay in place */
export function createStagedArch(
  teeth: readonly TestTooth[],
  stages: number,
  motion: ToothMotion,
  gum?: Float32Array,
): StagedArch {
  const file = (k: number) =>
    joinCorners([
      ...teeth.map(tooth => applyMotionToCorners(tooth.corners, motion(tooth, k))),
      ...(gum ? [gum] : []),
    ]);
  const followed = followArch(file(0));
  for (let k = 1; k <= stages; k++) followed.stage(file(k));
  followed.finish();
  return { arch: archOf(teeth[0]?.fdi ?? 11), stages, tracks: followed.tracks, gums: followed.gums };
}

/**
 * Returns the bundle of arches under their own numbers, and its shapes. Requires `whenPreviewReady` and
 * `decoderReady`.
 */
export function buildTestPlan(
  arches: readonly { teeth: readonly TestTooth[]; stages: number }[],
  motion: ToothMotion,
  doings?: PlanProcedures,
): { bundle: PlanBundle; parts: NamedMesh[]; files: readonly Uint8Array[] } {
  const followed = arches.map(({ teeth, stages }) => createStagedArch(teeth, stages, motion));
  const { frame } = proposePlan(followed, scannerDirections);
  const numbers = Object.fromEntries(
    arches.map(({ teeth }) => [archOf(teeth[0]?.fdi ?? 11), teeth.map(({ fdi }) => fdi)]),
  );
  const { bundle, files } = buildPlan(followed, frame.world, numbers, doings);
  return { bundle, parts: readGlb(files[1]), files };
}
