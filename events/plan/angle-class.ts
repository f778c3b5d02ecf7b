/**
 * Angle's classes of canines and first molars, right and left, at a stage of a plan. Pure: uses the crowns'
 * centres, mesial directions and widths, not their shapes.
 * Class I of molars (Angle 1899): the mesiobuccal cusp of the upper first molar is in the buccal groove of
 * the lower one. Class I of canines: the tip of the upper canine is between the lower canine and first
 * premolar. Offset of a pair from class I, in mm along the row:
 * offset = (U − L) · m
 * U and L are the upper and the lower landmark, each `share` of its tooth's width to mesial of the crown's
 * centre (`landmarks`). m is the mean of both mesial directions at that stage, made horizontal and of length
 * 1. A positive offset is class II: the upper tooth is too far mesial. Vertical and buccolingual offsets do
 * not count.
 */
import type { Fdi } from '../tooth/fdi.ts';
import { type BundleTooth, lastStage, type PlanBundle, teethPresentAt } from './bundle.ts';
import { toothAxesOf } from './movement.ts';
import { dot, minus, poseAtStage, rotate, type Vec3 } from './pose.ts';

export const angleRelations = ['canine', 'molar'] as const;
export type AngleRelation = (typeof angleRelations)[number];
export const sides = ['right', 'left'] as const;
export type Side = (typeof sides)[number];
export type AngleClass = 'I' | 'II' | 'III';

/**
 * mm off class I that still count as class I. A whole cusp is a premolar's width, about 7 mm, and edge to
 * edge is half of it, 3.5. Half of that separates the two.
 */
export const classOneToleranceMm = 1.75;

type Pair = readonly [upper: Fdi, lower: Fdi];
const teeth: Readonly<Record<AngleRelation, Record<Side, Pair>>> = {
  canine: { right: [13, 43], left: [23, 33] },
  molar: { right: [16, 46], left: [26, 36] },
};

/**
 * Shares of the width from the crown's centre to mesial. Textbook molars have the upper mesiobuccal cusp at
 * nearly a quarter, and the lower groove between mesiobuccal and distobuccal cusp at an eighth. The canine's
 * tip is at its centre, the lower embrasure at its distal end.
 */
const landmarks: Readonly<Record<AngleRelation, readonly [upper: number, lower: number]>> = {
  canine: [0, -0.5],
  molar: [0.22, 0.125],
};

/** Angle's class with its offset; null if a tooth is absent at that stage, or a required width is unknown. */
export type AngleResult = { offset: number; class: AngleClass } | null;

type Teeth = Pick<PlanBundle, 'teeth'>;
type Standing = { at: Vec3; mesial: Vec3 };

function standing(tooth: BundleTooth, stage: number, share: number): Standing | undefined {
  const width = share === 0 ? 0 : tooth.width?.mm;
  if (width === undefined) return undefined;
  const { p, q } = poseAtStage(tooth.poses, stage);
  const mesial = rotate(q, toothAxesOf(tooth)[0]);
  const by = share * width;
  return { at: [p[0] + by * mesial[0], p[1] + by * mesial[1], p[2] + by * mesial[2]], mesial };
}

/** Returns Angle's class for an offset. @param offset mm, positive if the upper tooth is too far mesial for class I */
export function angleClassOf(offset: number): AngleClass {
  if (Math.abs(offset) <= classOneToleranceMm) return 'I';
  return offset > 0 ? 'II' : 'III';
}

/** Returns Angle's class of one side at a stage. @param stage from 0; a stage past the end counts as the end */
export function angleAt(bundle: Teeth, relation: AngleRelation, side: Side, stage: number): AngleResult {
  const [upperFdi, lowerFdi] = teeth[relation][side];
  const there = teethPresentAt(bundle, stage);
  const find = (fdi: Fdi) => there.find(tooth => tooth.fdi === fdi);
  const [upperTooth, lowerTooth] = [find(upperFdi), find(lowerFdi)];
  const [upperShare, lowerShare] = landmarks[relation];
  const upper = upperTooth && standing(upperTooth, stage, upperShare);
  const lower = lowerTooth && standing(lowerTooth, stage, lowerShare);
  if (!upper || !lower) return null;
  const along: Vec3 = [upper.mesial[0] + lower.mesial[0], 0, upper.mesial[2] + lower.mesial[2]];
  const length = Math.hypot(along[0], along[2]);
  // Two teeth facing each other have no common direction.
  if (length < 0.1) return null;
  const offset = dot(minus(upper.at, lower.at), along) / length;
  return { offset, class: angleClassOf(offset) };
}

/** Angle's class of each side at the start and at the goal; null if one of them is undefined. */
export type StartAndGoalAngleClasses = Record<Side, { start: AngleClass; goal: AngleClass } | null>;

export function angleClassesAtStartAndGoal(
  bundle: PlanBundle,
  relation: AngleRelation,
): StartAndGoalAngleClasses {
  const of = (side: Side) => {
    const start = angleAt(bundle, relation, side, 0);
    const goal = angleAt(bundle, relation, side, lastStage(bundle));
    return start && goal && { start: start.class, goal: goal.class };
  };
  return { right: of('right'), left: of('left') };
}
