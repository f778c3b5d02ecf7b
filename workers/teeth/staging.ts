/** Divides a treatment into stages: when each tooth begins and ends, and its pose at each stage. */
import { movementBetween } from '#events/plan/movement.ts';
import { interpolatePose, numbersPerPose, rotate } from '#events/plan/pose.ts';
import { archOf, type Fdi, positionFromMidline } from '#events/tooth/fdi.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import { bothArches, type GeneratedTreatment, plannedStageCount } from './design.ts';
import { combineVectors, rotationBetweenFrames, type ToothFrame } from './frame.ts';

/** A tooth moves from stage `from` to stage `to`, at a constant rate. */
export type StageSpan = { from: number; to: number };

/** Default caps on the movement of a stage: mm, degrees. */
const caps = { step: 0.25, angle: 2 };

/** Delay of each position's begin, as a share of the stages that the tooth does not need. */
const late = [0.45, 0.35, 0.1, 0.15, 0.2, 0.1, 0.05, 0];
/** Delays while a space is closed: canines retract first, incisors follow. */
const lateClosing = [1, 0.9, 0, 0.1, 0.1, 0, 0, 0];

/**
 * Stages that a tooth needs under the caps: the larger of path and rotation, with some slack for rounding.
 */
function stagesNeeded(from: ToothFrame, to: ToothFrame, { step, angle }: typeof caps): number {
  const shift = Math.hypot(...combineVectors([1, to.at], [-1, from.at]));
  const [, , , w] = rotationBetweenFrames(from, to);
  const turn = (2 * Math.acos(Math.min(1, Math.abs(w))) * 180) / Math.PI;
  return Math.ceil(Math.max(shift / step, turn / angle) * 1.001 - 0.01);
}

/** Interpolates between two frames: the pivot along a line, the rotation along the great circle. */
export function interpolateFrames(
  from: ToothFrame,
  to: ToothFrame,
  t: number,
): { p: readonly number[]; q: readonly number[] } {
  const poses = [...from.at, 0, 0, 0, 1, ...to.at, ...rotationBetweenFrames(from, to)];
  const out = new Float64Array(numbersPerPose);
  interpolatePose(poses, t, out);
  return { p: [...out.subarray(0, 3)], q: [...out.subarray(3)] };
}

/**
 * Plans when each tooth moves, in aligners of its arch. Some tooth moves at the first and some at the last. A
 * tooth that needs more stages than its arch has gets them all; see `withMovementUnderCaps`.
 */
export function planStageSpans(design: GeneratedTreatment): Map<Fdi, StageSpan> {
  const random = seededRandom(design.seed + 0x5eed);
  const { step = caps.step, angle = caps.angle, extracted = [] } = design.wish;
  const spans = new Map(
    design.teeth.map((tooth): [Fdi, StageSpan] => {
      const row = archOf(tooth);
      const stages = plannedStageCount(design.wish, row);
      const [from, to] = [design.start.get(tooth), design.goal.get(tooth)];
      const needed = from && to ? Math.min(stages, stagesNeeded(from, to, { step, angle })) : 0;
      const closing = extracted.some(gone => archOf(gone) === row);
      const share = (closing ? lateClosing : late)[positionFromMidline(tooth) - 1] ?? 0;
      const slack = stages - needed;
      const begin = Math.floor(slack * share * (0.6 + 0.4 * random()));
      const spare = Math.floor((slack - begin) * (0.3 + 0.6 * random()));
      return [tooth, { from: begin, to: Math.min(stages, begin + Math.max(1, needed) + spare) }];
    }),
  );
  for (const row of bothArches) {
    const of = [...spans]
      .filter(([tooth]) => archOf(tooth) === row && moves(design, tooth))
      .map(([, span]) => span);
    const [first, last] = [Math.min(...of.map(s => s.from)), Math.max(...of.map(s => s.to))];
    for (const span of of) {
      if (span.from === first) span.from = 0;
      if (span.to === last) span.to = plannedStageCount(design.wish, row);
    }
  }
  return spans;
}

const moves = ({ start, goal }: GeneratedTreatment, tooth: Fdi) => {
  const [from, to] = [start.get(tooth), goal.get(tooth)];
  return from !== undefined && to !== undefined && stagesNeeded(from, to, caps) > 0;
};

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/**
 * Poses of a tooth from stage 0 to the last, flat as in a bundle, rounded to 0.1 µm and 1e-6 of a quaternion.
 */
export function stagePosesOf(from: ToothFrame, to: ToothFrame, span: StageSpan, stages: number): number[] {
  return Array.from({ length: stages + 1 }, (_, stage) => {
    const t = Math.min(1, Math.max(0, (stage - span.from) / (span.to - span.from || 1)));
    const { p, q } = interpolateFrames(from, to, t);
    return [...p.map(v => rounded(v, 4)), ...q.map(v => rounded(v, 6))];
  }).flat();
}

/**
 * Moves each tooth's start towards its goal until the planned stages of its arch suffice without exceeding the caps on
 * movement per stage.
 */
export function moveStartsWithinCaps(design: GeneratedTreatment): GeneratedTreatment {
  const { step = caps.step, angle = caps.angle } = design.wish;
  const start = new Map(
    [...design.start].map(([tooth, from]): [Fdi, ToothFrame] => {
      const to = design.goal.get(tooth);
      const stages = plannedStageCount(design.wish, archOf(tooth));
      const needed = to && stages > 0 ? stagesNeeded(from, to, { step, angle }) : 0;
      return [tooth, to && needed > stages ? moveFrameTowardsGoal(from, to, stages / needed) : from];
    }),
  );
  return { ...design, start };
}

/** Returns a frame with only this share of the way left to go. */
export function moveFrameTowardsGoal(from: ToothFrame, to: ToothFrame, share: number): ToothFrame {
  const { p, q } = interpolateFrames(to, from, share);
  const [x = 0, y = 0, z = 0, w = 1] = q;
  const turn = (v: readonly [number, number, number]) => rotate([x, y, z, w], v);
  const [px = 0, py = 0, pz = 0] = p;
  return {
    at: [px, py, pz],
    mesial: turn(to.mesial),
    buccal: turn(to.buccal),
    occlusal: turn(to.occlusal),
  };
}

/** Total movement of a tooth along its own axes. */
export function totalMovementOf(design: GeneratedTreatment, tooth: Fdi) {
  const [from, to] = [design.start.get(tooth), design.goal.get(tooth)];
  if (!from || !to) return undefined;
  return movementBetween(
    [from.mesial, from.buccal, from.occlusal],
    { p: from.at, q: [0, 0, 0, 1] },
    { p: to.at, q: rotationBetweenFrames(from, to) },
  );
}
