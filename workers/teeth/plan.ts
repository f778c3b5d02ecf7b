/** Generates a whole plan from a seed and a few wishes: the bundle and its shapes. */
import { bundleFormat, gumNode, type PlanBundle, toothNode } from '#events/plan/bundle.ts';
import { type Arch, archOf, type Fdi } from '#events/tooth/fdi.ts';
import { type NamedMesh, writeGlb } from '../mesh/write-glb.ts';
import { type CrownDetail, coarseCrownDetail, fineCrownDetail } from './crown-size.ts';
import {
  bothArches,
  type GeneratedPlanWish,
  type GeneratedTreatment,
  generateTreatment,
  plannedStageCount,
} from './design.ts';
import { axesOfFrame, moveFrame, type ToothFrame } from './frame.ts';
import { coarseGumDetail, fineGumDetail, type GumDetail, generateGum } from './gum.ts';
import { reduceMovementOfColliding, tieNeighbours } from './neighbour-collisions.ts';
import { placeMeshInWorld } from './patient-crowns.ts';
import { placeAttachment, planAttachments, planElasticCuts, scheduleIpr } from './procedures.ts';
import { moveStartsWithinCaps, planStageSpans, type StageSpan, stagePosesOf } from './staging.ts';

/** A bundle without the references to its shape files. */
type PlanDraft = Omit<PlanBundle, 'parts'>;
export type GeneratedPlan = {
  design: GeneratedTreatment;
  spans: ReadonlyMap<Fdi, StageSpan>;
  draft: PlanDraft;
};

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Mesiodistal width, mm: the extent of the crown's vertices. */
function widthOf(tooth: Fdi, design: GeneratedTreatment): number {
  const { positions } = design.crowns.crown(tooth, fineCrownDetail);
  let [low, high] = [Infinity, -Infinity];
  for (let v = 0; v < positions.length; v += 3) {
    low = Math.min(low, positions[v] as number);
    high = Math.max(high, positions[v] as number);
  }
  return rounded(high - low, 2);
}

function toothOf(
  design: GeneratedTreatment,
  spans: ReadonlyMap<Fdi, StageSpan>,
  fdi: Fdi,
): PlanBundle['teeth'][number] {
  const stages = plannedStageCount(design.wish, archOf(fdi));
  const from = frameAt(design.start, fdi);
  const to = frameAt(design.goal, fdi);
  const poses = stagePosesOf(from, to, spans.get(fdi) ?? { from: 0, to: stages }, stages);
  const [x = 0, y = 0, z = 0] = poses;
  return {
    fdi,
    pivot: [x, y, z],
    axes: axesOfFrame(from).map(v => rounded(v, 8)),
    poses,
    width: { mm: widthOf(fdi, design), origin: 'measured' },
    residual: null,
  };
}

function frameAt(places: ReadonlyMap<Fdi, ToothFrame>, tooth: Fdi): ToothFrame {
  const frame = places.get(tooth);
  if (!frame) throw new RangeError(`${tooth} has no place`);
  return frame;
}

function drafted(design: GeneratedTreatment, spans: ReadonlyMap<Fdi, StageSpan>): GeneratedPlan {
  const { upperStages, lowerStages, missing = [] } = design.wish;
  const pontics = missing.flatMap(tooth => {
    const to = plannedStageCount(design.wish, archOf(tooth));
    return to > 0 && tooth % 10 <= 5 ? [{ tooth, from: 1, to }] : [];
  });
  const draft: PlanDraft = {
    format: bundleFormat,
    upperStages,
    lowerStages,
    teeth: design.teeth.map(fdi => toothOf(design, spans, fdi)),
    gums: [...bothArches],
    attachments: planAttachments(design, spans),
    ipr: scheduleIpr(design),
    cuts: planElasticCuts(design),
    pontics,
  };
  return { design, spans, draft };
}

/**
 * Returns a plan that parses as a bundle, reproducible for a seed and a wish.
 * @throws RangeError if the wish has no stage
 */
export function generatePlan(seed: number, wish: GeneratedPlanWish): GeneratedPlan {
  const design = moveStartsWithinCaps(generateTreatment(seed, wish));
  const ways = tieNeighbours(design, planStageSpans(design));
  return drafted(reduceMovementOfColliding(design, ways), ways.spans);
}

/**
 * Returns the same treatment as a target: the goal is the only stage, with IPR and pontics but without
 * attachments and cuts. The shapes are the plan's.
 */
export function targetPlanOf({ design }: GeneratedPlan): GeneratedPlan {
  const one = (row: Arch) => Math.min(1, plannedStageCount(design.wish, row));
  const wish = { ...design.wish, upperStages: one('upper'), lowerStages: one('lower') };
  const spans = new Map(design.teeth.map(tooth => [tooth, { from: 0, to: one(archOf(tooth)) }]));
  const { draft, ...made } = drafted({ ...design, wish }, spans);
  return { ...made, draft: { ...draft, attachments: [], cuts: [] } };
}

/** Degrees that a second version rotates one tooth further. */
const further = 3;

/**
 * Returns a second version, as a designer submits it after a review: one canine rotates further, one contact
 * has more IPR, and one more tooth has an attachment. The shapes are the same.
 */
export function revisedPlanOf({
  design,
  spans,
  draft: { attachments: before },
}: GeneratedPlan): GeneratedPlan {
  const canine = ([13, 23, 33, 43] as const).find(
    tooth => design.teeth.includes(tooth) && plannedStageCount(design.wish, archOf(tooth)) > 3,
  );
  const goal = new Map(design.goal);
  const longer = new Map(spans);
  if (canine) {
    const stages = plannedStageCount(design.wish, archOf(canine));
    goal.set(canine, moveFrame(frameAt(goal, canine), { rotation: further }));
    longer.set(canine, { from: 0, to: stages });
  }
  const [first] = design.ipr;
  const ipr = new Map(design.ipr);
  if (first) ipr.set(first[0], rounded(first[1] + 0.1, 1));
  const second = moveStartsWithinCaps({ ...design, goal, ipr });
  const { draft, ...made } = drafted({ ...second, start: design.start }, longer);
  const bare = new Set([...(design.wish.bare ?? []), ...(design.wish.still ?? [])]);
  const added = design.teeth.find(
    tooth =>
      [3, 4, 5].includes(tooth % 10) &&
      !bare.has(tooth) &&
      plannedStageCount(design.wish, archOf(tooth)) > 3 &&
      !before.some(a => a.tooth === tooth),
  );
  const attachments = added ? [...before, placeAttachment(added, 'vertical-rectangle', design, 4)] : before;
  return { ...made, draft: { ...draft, attachments } };
}

const startOf = ({ start }: GeneratedTreatment, row: Arch) =>
  new Map([...start].filter(([tooth]) => archOf(tooth) === row));

/** The nodes of a GLB at stage 0: teeth relative to their pivots, gums in world coordinates. */
function partsOf({ design, draft }: GeneratedPlan, crowns: CrownDetail, gums: GumDetail): NamedMesh[] {
  return [
    ...draft.teeth.map(({ fdi }) => {
      const frame = frameAt(design.start, fdi);
      const mesh = placeMeshInWorld(
        design.crowns.crown(fdi, crowns),
        design.crowns.size(fdi).crown,
        frame,
        frame.at,
      );
      return { name: toothNode(fdi), mesh };
    }),
    ...draft.gums.map(row => ({
      name: gumNode(row),
      mesh: generateGum(row, startOf(design, row), design.crowns, gums),
    })),
  ];
}

export const createFinePlanParts = (plan: GeneratedPlan): NamedMesh[] =>
  partsOf(plan, fineCrownDetail, fineGumDetail);
export const createCoarsePlanParts = (plan: GeneratedPlan): NamedMesh[] =>
  partsOf(plan, coarseCrownDetail, coarseGumDetail);

export type PackedPlan = { bundle: PlanBundle; teeth: Uint8Array; coarse: Uint8Array };

/**
 * Returns the plan with its shapes as GLB files, referenced by the bundle.
 * @param sha256 returns the hash of bytes as hex
 * @param shapes result of `packShapes` for this plan, or for the plan that it was derived from
 */
export function packPlan(
  plan: GeneratedPlan,
  sha256: (bytes: Uint8Array) => string,
  shapes = packPlanShapes(plan),
): PackedPlan {
  const part = (bytes: Uint8Array) => ({ sha256: sha256(bytes), bytes: bytes.length });
  const parts = { teeth: part(shapes.teeth), coarse: part(shapes.coarse) };
  return { bundle: { ...plan.draft, parts }, teeth: shapes.teeth, coarse: shapes.coarse };
}

/** Writes the plan's shapes as GLB files. @throws Error if the GLB encoder is not ready (`encoderReady`) */
export const packPlanShapes = (plan: GeneratedPlan): { teeth: Uint8Array; coarse: Uint8Array } => ({
  teeth: writeGlb(createFinePlanParts(plan), { bits: 14 }),
  coarse: writeGlb(createCoarsePlanParts(plan), { bits: 14 }),
});
