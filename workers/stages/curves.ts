/**
 * Overjet, overbite, midlines and arch widths as curves over the stages, measured between landmarks on the
 * shapes.
 */
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { type OcclusionByStage, type OcclusionMeasure, occlusionMeasures } from '#events/plan/occlusion.ts';
import { poseAtStage, type Vec3 } from '#events/plan/pose.ts';
import { type Fdi, inScreenOrder } from '#events/tooth/fdi.ts';
import type { NamedMesh } from '../mesh/write-glb.ts';
import { landmarkAtPose, landmarksByTooth, type ToothLandmarks } from './landmarks.ts';

export type OcclusalCurve = OcclusionByStage & {
  origin: 'measured';
  /**
   * For the overjet only: both ends of its measuring line at each stage, world coordinates; level, from the
   * upper edge back.
   */
  ends?: readonly (readonly [Vec3, Vec3])[];
};

/** Returns a tooth's landmarks in world coordinates at one stage. */
type Standing = (fdi: Fdi) => { tip: Vec3; mesial: Vec3 };

const between = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** x of the point between the mesial sides of two central incisors. */
const middle = (at: Standing, right: Fdi, left: Fdi) => (at(right).mesial[0] + at(left).mesial[0]) / 2;
const pairsOfIncisors = [
  [11, 41],
  [21, 31],
] as const satisfies readonly (readonly [Fdi, Fdi])[];

type Rule = { needs: readonly Fdi[]; value: (at: Standing, start: Standing) => number };

const incisors = [11, 21, 41, 31] as const;
const width = (right: Fdi, left: Fdi): Rule => ({
  needs: [right, left],
  value: at => between(at(right).tip, at(left).tip),
});
const drift = (right: Fdi, left: Fdi): Rule => ({
  needs: [right, left],
  value: (at, start) => middle(at, right, left) - middle(start, right, left),
});

/**
 * Defines each measure, mm in world directions.
 * Overjet: how far an upper central incisor's edge is in front of its opponent's; the larger side. Overbite:
 * how far it reaches below it; the larger side. Midline: offset of the lower midline from the upper one,
 * positive to the patient's left. Upper and lower midline: shift since the start, positive to the patient's
 * left. Canines, molars: distance between the cusp tips of both sides (of a first molar the mesiobuccal one).
 */
const rules: Readonly<Record<OcclusionMeasure, Rule>> = {
  overjet: {
    needs: incisors,
    value: at => Math.max(...pairsOfIncisors.map(([u, l]) => at(u).tip[2] - at(l).tip[2])),
  },
  overbite: {
    needs: incisors,
    value: at => Math.max(...pairsOfIncisors.map(([u, l]) => at(l).tip[1] - at(u).tip[1])),
  },
  midline: { needs: incisors, value: at => middle(at, 41, 31) - middle(at, 11, 21) },
  upperMidline: drift(11, 21),
  lowerMidline: drift(41, 31),
  upperCanines: width(13, 23),
  lowerCanines: width(43, 33),
  upperMolars: width(16, 26),
  lowerMolars: width(46, 36),
};

/**
 * Returns the overjet's measuring line on the larger side: from the upper edge back to above or below the
 * lower one.
 */
function jetAt(at: Standing): readonly [Vec3, Vec3] {
  const jet = ([u, l]: (typeof pairsOfIncisors)[number]) => at(u).tip[2] - at(l).tip[2];
  const [right, left] = pairsOfIncisors;
  const [u, l] = jet(right) > jet(left) ? right : left;
  const [x, y, z] = at(u).tip;
  return [
    [x, y, z],
    [x, y, at(l).tip[2]],
  ];
}

/** Returns all measures of a bundle over all its stages, in the order of `measures`. */
export function occlusalCurvesOf(bundle: PlanBundle, parts: readonly NamedMesh[]): OcclusalCurve[] {
  const landmarks = landmarksByTooth(bundle, parts);
  const poses = new Map(bundle.teeth.map(({ fdi, poses: list }) => [fdi, list]));
  // A tooth that erupts or is extracted would leave stages without a value.
  const allAlong = new Set(
    bundle.teeth.flatMap(({ fdi, from = 0, to }) => (from === 0 && to === undefined ? [fdi] : [])),
  );
  const none: ToothLandmarks = { tip: [0, 0, 0], mesial: [0, 0, 0] };
  const placedMesh =
    (stage: number): Standing =>
    fdi => {
      const { tip, mesial } = landmarks.get(fdi) ?? none;
      const pose = poseAtStage(poses.get(fdi) ?? [], stage);
      return { tip: landmarkAtPose(tip, pose), mesial: landmarkAtPose(mesial, pose) };
    };
  const stages = Array.from({ length: lastStage(bundle) + 1 }, (_, stage) => placedMesh(stage));
  const start = placedMesh(0);
  return occlusionMeasures.map(measure => {
    const { needs, value } = rules[measure];
    const missing = inScreenOrder(needs.filter(fdi => !landmarks.has(fdi) || !allAlong.has(fdi)));
    const values = missing.length > 0 ? null : stages.map(at => value(at, start));
    const ends = measure === 'overjet' && values ? { ends: stages.map(jetAt) } : {};
    return { measure, values, missing, origin: 'measured', ...ends };
  });
}
