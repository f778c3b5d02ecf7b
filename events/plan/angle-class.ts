/**
 * Angle's classes of canines and first molars, right and left, at a stage of a plan. Pure: from where the crowns'
 * centres stand, their mesial directions and their widths; no shape is read.
 *
 * Class I of molars (Angle 1899): the mesiobuccal cusp of the upper first molar stands in the buccal groove of the
 * lower one. Class I of canines: the tip of the upper canine stands between the lower canine and first premolar. How far
 * a pair is from it, in mm along the row:
 *
 *     offset = (U − L) · m
 *
 * U is the upper landmark and L the lower one, each `share` of its tooth's width mesially of the crown's centre
 * (`landmarks`); m is the mean of both teeth's mesial directions at that stage, laid level, of length 1. Positive: the
 * upper tooth stands mesially of where class I has it (class II). Heights and the way to the cheek do not count.
 */
import type { Fdi } from '../tooth/fdi.ts';
import { type BundleTooth, lastStage, type PlanBundle, teethAt } from './bundle.ts';
import { axesOf } from './movement.ts';
import { dot, minus, poseOf, rotate, type Vec3 } from './pose.ts';

export const relations = ['canine', 'molar'] as const;
export type Relation = (typeof relations)[number];
export const sides = ['right', 'left'] as const;
export type Side = (typeof sides)[number];
export type AngleClass = 'I' | 'II' | 'III';

/**
 * mm from class I to either side that still are class I. A whole cusp is a premolar's width, some 7 mm, and half a cusp
 * edge to edge, 3.5: what is nearer to class I than to edge to edge is class I.
 */
export const classOneWithin = 1.75;

type Pair = readonly [upper: Fdi, lower: Fdi];
const teeth: Readonly<Record<Relation, Record<Side, Pair>>> = {
  canine: { right: [13, 43], left: [23, 33] },
  molar: { right: [16, 46], left: [26, 36] },
};

/**
 * Shares of the width from the crown's centre to mesial. Molars: textbook crowns have the upper mesiobuccal cusp at
 * nearly a quarter, the lower groove between mesiobuccal and distobuccal cusp at an eighth. Canines: the tip is at the
 * centre, the embrasure behind the lower one at its distal end.
 */
const landmarks: Readonly<Record<Relation, readonly [upper: number, lower: number]>> = {
  canine: [0, -0.5],
  molar: [0.22, 0.125],
};

/** `null` where one of the two is absent at that stage, or its width is not known and needed. */
export type AngleFound = { offset: number; class: AngleClass } | null;

type Teeth = Pick<PlanBundle, 'teeth'>;
type Standing = { at: Vec3; mesial: Vec3 };

function standing(tooth: BundleTooth, stage: number, share: number): Standing | undefined {
  const width = share === 0 ? 0 : tooth.width?.mm;
  if (width === undefined) return undefined;
  const { p, q } = poseOf(tooth.poses, stage);
  const mesial = rotate(q, axesOf(tooth)[0]);
  const by = share * width;
  return { at: [p[0] + by * mesial[0], p[1] + by * mesial[1], p[2] + by * mesial[2]], mesial };
}

/** @param offset mm, positive where the upper tooth stands mesially of where class I has it */
export function classOf(offset: number): AngleClass {
  if (Math.abs(offset) <= classOneWithin) return 'I';
  return offset > 0 ? 'II' : 'III';
}

/** @param stage from 0; past the end is the end */
export function angleAt(bundle: Teeth, relation: Relation, side: Side, stage: number): AngleFound {
  const [upperFdi, lowerFdi] = teeth[relation][side];
  const there = teethAt(bundle, stage);
  const find = (fdi: Fdi) => there.find(tooth => tooth.fdi === fdi);
  const [upperTooth, lowerTooth] = [find(upperFdi), find(lowerFdi)];
  const [upperShare, lowerShare] = landmarks[relation];
  const upper = upperTooth && standing(upperTooth, stage, upperShare);
  const lower = lowerTooth && standing(lowerTooth, stage, lowerShare);
  if (!upper || !lower) return null;
  const along: Vec3 = [upper.mesial[0] + lower.mesial[0], 0, upper.mesial[2] + lower.mesial[2]];
  const length = Math.hypot(along[0], along[2]);
  // Two teeth that face each other have no way in common.
  if (length < 0.1) return null;
  const offset = dot(minus(upper.at, lower.at), along) / length;
  return { offset, class: classOf(offset) };
}

/** Of a side at the start and at the goal; null where it cannot be told. */
export type AngleEnds = Record<Side, { start: AngleClass; goal: AngleClass } | null>;

export function angleEnds(bundle: PlanBundle, relation: Relation): AngleEnds {
  const of = (side: Side) => {
    const start = angleAt(bundle, relation, side, 0);
    const goal = angleAt(bundle, relation, side, lastStage(bundle));
    return start && goal && { start: start.class, goal: goal.class };
  };
  return { right: of('right'), left: of('left') };
}
