/** Measures gaps between generated teeth on their shapes, as a review does. */
import type { Pose } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { createToothBody, measureGap, type ToothBody } from '../stages/gap.ts';
import { fineCrownDetail } from './crown-size.ts';
import { isLeftHanded, rotationBetweenFrames, type ToothFrame } from './frame.ts';
import { type PatientCrowns, placeMeshInWorld } from './patient-crowns.ts';

/** A frame parallel to the world's axes, left- or right-handed. */
const plain = (left: boolean): ToothFrame => ({
  at: [0, 0, 0],
  mesial: [left ? -1 : 1, 0, 0],
  buccal: [0, 1, 0],
  occlusal: [0, 0, 1],
});

const known = new WeakMap<PatientCrowns, Map<Fdi, ToothBody>>();

/**
 * Returns a crown prepared for distance queries.
 * @param left whether the frame is left-handed, as in quadrants 2 and 4
 */
export function toothBodyOf(tooth: Fdi, crowns: PatientCrowns, left: boolean): ToothBody {
  const bodies = known.get(crowns) ?? new Map<Fdi, ToothBody>();
  known.set(crowns, bodies);
  const body =
    bodies.get(tooth) ??
    createToothBody(
      placeMeshInWorld(crowns.crown(tooth, fineCrownDetail), crowns.size(tooth).crown, plain(left)),
    );
  bodies.set(tooth, body);
  return body;
}

/** Returns the pose of a body in a frame. */
export const poseInFrame = (frame: ToothFrame): Pose => ({
  p: frame.at,
  q: rotationBetweenFrames(plain(isLeftHanded(frame)), frame),
});

/** Distance in mm beyond which the exact gap is irrelevant. */
const reach = 1.5;

/** Returns the gap in mm between two teeth in these frames, measured on their shapes; negative for an overlap. */
export function measureToothGap(
  a: Fdi,
  at: ToothFrame,
  b: Fdi,
  other: ToothFrame,
  crowns: PatientCrowns,
): number {
  const [first, second] = [
    toothBodyOf(a, crowns, isLeftHanded(at)),
    toothBodyOf(b, crowns, isLeftHanded(other)),
  ];
  return measureGap(first, poseInFrame(at), second, poseInFrame(other), reach)?.mm ?? reach;
}
