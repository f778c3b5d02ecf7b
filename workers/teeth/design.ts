/** A treatment before staging: the patient's teeth, their start and their goal. */
import type { Attachment } from '#events/plan/bundle.ts';
import { ARCH_FORMS } from '#events/tooth/arch-form.ts';
import {
  type Arch,
  archOf,
  contactKey,
  type Fdi,
  positionFromMidline,
  TEETH_BY_ARCH,
} from '#events/tooth/fdi.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import { separateOpposingTeeth, settleUpperTeeth } from './bite.ts';
import { combineVectors, type ToothFrame } from './frame.ts';
import { placeArchTeeth, type ToothFrames } from './goal.ts';
import { generateStartGaps, generateStartPositions, separateTeeth } from './malocclusion.ts';
import type { MalocclusionKind } from './malocclusion-kinds.ts';
import { generateCrowns, type PatientCrowns } from './patient-crowns.ts';

export type GeneratedPlanWish = {
  look: MalocclusionKind;
  /** Aligners of each arch. With 0 the arch is not treated and its teeth stay in place. */
  upperStages: number;
  lowerStages: number;
  /** Teeth extracted before the first stage; their space is closed. */
  extracted?: readonly Fdi[];
  /** Absent teeth; their space stays open. */
  missing?: readonly Fdi[];
  thirdMolars?: boolean;
  /** Teeth that must not move. */
  still?: readonly Fdi[];
  /** Teeth that stay free of attachments. */
  bare?: readonly Fdi[];
  /** Attachment types that the doctor allows; all by default. */
  attachments?: readonly Attachment['type'][];
  /** The only IPR wanted. By default it follows from the look. */
  ipr?: readonly { contact: string; mm: number }[];
  /** Largest movement of a stage: mm, degrees. */
  step?: number;
  angle?: number;
};

export type GeneratedTreatment = {
  seed: number;
  wish: GeneratedPlanWish;
  crowns: PatientCrowns;
  /** Teeth of the patient in screen order. */
  teeth: readonly Fdi[];
  start: ToothFrames;
  goal: ToothFrames;
  /** IPR at each contact, both surfaces together, mm. */
  ipr: ReadonlyMap<string, number>;
};

/** Share of an extraction space that the front teeth take; the molars take the rest. */
const anchorage = 0.62;
/** Shift of each arch to the front in mm, for an overjet of 2 to 3 mm and class I molars. */
const base: Record<Arch, number> = { upper: 1.1, lower: -0.2 };
export const bothArches: readonly Arch[] = ['upper', 'lower'];
export const plannedStageCount = (wish: GeneratedPlanWish, row: Arch): number =>
  row === 'upper' ? wish.upperStages : wish.lowerStages;

/** IPR between front teeth in tenths of a mm: as wished, or as a crowded arch needs. */
function reductions(
  wish: GeneratedPlanWish,
  row: Arch,
  teeth: readonly Fdi[],
  random: () => number,
): [string, number][] {
  const keys = teeth.slice(1).map((tooth, i) => contactKey(teeth[i] ?? tooth, tooth));
  const asked = wish.ipr?.filter(({ contact }) => keys.includes(contact)) ?? [];
  const listed = asked.map(({ contact, mm }): [string, number] => [contact, mm]);
  // If IPR is named, no other IPR is planned.
  if (wish.ipr && wish.ipr.length > 0) return listed;
  const needs = wish.look === 'crowding' || (wish.look === 'deepBite' && row === 'lower');
  if (!needs || wish.extracted?.some(tooth => archOf(tooth) === row)) return [];
  const front = keys.filter(key => key.split('-').every(code => Number(code) % 10 <= 3));
  return front.flatMap((key): [string, number][] =>
    random() < 0.6 ? [[key, Math.round(2 + 1.4 * random()) / 10]] : [],
  );
}

const without = (places: ToothFrames, gone: readonly Fdi[]): ToothFrames =>
  new Map([...places].filter(([tooth]) => !gone.includes(tooth)));

/** Returns the space in mm that opens on one side of an arch when these teeth are extracted. */
const spaceOf = (gone: readonly Fdi[], crowns: PatientCrowns) =>
  gone.reduce((sum, tooth) => sum + crowns.size(tooth).width, 0) / 2;

type Rows = { start: ToothFrames; goal: ToothFrames };

/** Start without misfit, and goal, of an arch. Missing teeth are included. */
function rows(
  row: Arch,
  wish: GeneratedPlanWish,
  crowns: PatientCrowns,
  ipr: ReadonlyMap<string, number>,
  random: () => number,
): Rows {
  const all = TEETH_BY_ARCH[row].filter(tooth => wish.thirdMolars || positionFromMidline(tooth) < 8);
  const gone = (wish.extracted ?? []).filter(tooth => archOf(tooth) === row);
  const treated = plannedStageCount(wish, row) > 0;
  const form = ARCH_FORMS[row];
  const closed = { form, forward: base[row], reduced: ipr, room: new Map<Fdi, number>() };
  const goal = placeArchTeeth(
    all.filter(tooth => !gone.includes(tooth)),
    crowns,
    closed,
  );
  const room = treated ? generateStartGaps(wish.look, all, random) : new Map<Fdi, number>();
  const open = [...room.values()].reduce((sum, mm) => sum + mm, 0) / 2;
  if (gone.length === 0 && open < 0.3) return { start: goal, goal };
  // Uses most of the space to make the arch longer in front, because molars move little.
  const forward = base[row] + anchorage * spaceOf(gone, crowns) + 0.75 * open;
  return { start: placeArchTeeth(all, crowns, { ...closed, forward, room }), goal };
}

/**
 * Generates an artificial patient and the plan of the treatment.
 * @param seed the same seed and wish give the same patient
 * @throws RangeError if the wish has no stage
 */
export function generateTreatment(seed: number, wish: GeneratedPlanWish): GeneratedTreatment {
  if (wish.upperStages + wish.lowerStages === 0) throw new RangeError('a plan has at least one stage');
  const random = seededRandom(seed);
  const crowns = generateCrowns(seed);
  const gone = [...(wish.extracted ?? []), ...(wish.missing ?? [])];
  const teeth = bothArches.flatMap(row =>
    TEETH_BY_ARCH[row].filter(
      tooth => (wish.thirdMolars || positionFromMidline(tooth) < 8) && !gone.includes(tooth),
    ),
  );
  const ipr = new Map(
    bothArches.flatMap(row =>
      plannedStageCount(wish, row) > 0
        ? reductions(
            wish,
            row,
            teeth.filter(tooth => archOf(tooth) === row),
            random,
          )
        : [],
    ),
  );
  const upper = rows('upper', wish, crowns, ipr, random);
  const lower = rows('lower', wish, crowns, ipr, random);
  const goal = settleUpperTeeth(upper.goal, lower.goal, crowns);
  // Raises the ideal start of the upper row with the goal, so that only the misfit moves teeth vertically.
  const level = new Map(
    [...upper.start].map(([tooth, frame]): [Fdi, ToothFrame] => [
      tooth,
      { ...frame, at: combineVectors([1, frame.at], [1, [0, rise(upper.goal, goal), 0]]) },
    ]),
  );
  const ideal: Record<Arch, ToothFrames> = { upper: level, lower: lower.start };
  const still = new Set(wish.still ?? []);
  const starts = bothArches.map(row => {
    const goals = row === 'upper' ? goal : lower.goal;
    if (plannedStageCount(wish, row) === 0) return without(goals, gone);
    const held = new Map(
      [...without(ideal[row], gone)].map(([tooth, frame]): [Fdi, ToothFrame] => [
        tooth,
        still.has(tooth) ? (goals.get(tooth) ?? frame) : frame,
      ]),
    );
    return generateStartPositions(wish.look, held, crowns, random, still);
  });
  const [upperStart = goal, lowerStart = lower.goal] = starts;
  const fixed = new Set(
    teeth.filter(tooth => still.has(tooth) || plannedStageCount(wish, archOf(tooth)) === 0),
  );
  const clear = separateOpposingTeeth(upperStart, lowerStart, crowns, fixed);
  const row = (which: Arch): ToothFrames => new Map([...clear].filter(([tooth]) => archOf(tooth) === which));
  return {
    seed,
    wish,
    crowns,
    teeth,
    ipr,
    // A tooth moved behind the upper front teeth may now intrude into its neighbours.
    start: new Map([...row('upper'), ...separateTeeth(row('lower'), crowns, fixed)]),
    goal: without(new Map([...goal, ...lower.goal]), gone),
  };
}

/** Mean mm along y by which settling moved the upper row. */
function rise(before: ToothFrames, after: ToothFrames): number {
  const moves = [...before].map(([tooth, frame]) => (after.get(tooth)?.at[1] ?? 0) - frame.at[1]);
  return moves.reduce((sum, mm) => sum + mm, 0) / (moves.length || 1);
}
