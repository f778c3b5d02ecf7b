/** A treatment before it is cut into stages: the patient's teeth, where they stand and where they shall stand. */
import type { Attachment } from '#events/plan/bundle.ts';
import { FORM } from '#events/tooth/arch-form.ts';
import { type Arch, arch, contactKey, type Fdi, position, ROWS } from '#events/tooth/fdi.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import { clearBite, settleUpperTeeth } from './bite.ts';
import { type Frame, mix } from './frame.ts';
import { goalOf, type Places } from './goal.ts';
import type { Look } from './looks.ts';
import { gapsOf, separateTeeth, startOf } from './malocclusion.ts';
import { type Crowns, crownsOf } from './patient-crowns.ts';

export type PlanWish = {
  look: Look;
  /** Aligners of each arch; 0: that arch is not treated, its teeth stay where they are. */
  upperStages: number;
  lowerStages: number;
  /** Taken out before the first stage: their place is closed. */
  extracted?: readonly Fdi[];
  /** Not there: their place stays open. */
  missing?: readonly Fdi[];
  thirdMolars?: boolean;
  /** Not to be moved. */
  still?: readonly Fdi[];
  /** To stay free of attachments. */
  bare?: readonly Fdi[];
  /** Of which attachments may be, where the doctor has said so. */
  attachments?: readonly Attachment['type'][];
  /** IPR that the doctor asked for, and nothing else; where nothing is said, as the look needs it. */
  ipr?: readonly { contact: string; mm: number }[];
  /** Largest movement of a stage: mm, degrees. */
  step?: number;
  angle?: number;
};

export type Design = {
  seed: number;
  wish: PlanWish;
  crowns: Crowns;
  /** In screen order. */
  teeth: readonly Fdi[];
  start: Places;
  goal: Places;
  /** mm off a contact, both surfaces together. */
  ipr: ReadonlyMap<string, number>;
};

/** Shares of an extraction space that the front teeth take; the molars take the rest. */
const anchorage = 0.62;
/** mm that each arch stands to the front: between them, an overjet of 2 to 3 mm and molars in class I. */
const base: Record<Arch, number> = { upper: 1.1, lower: -0.2 };
export const arches: readonly Arch[] = ['upper', 'lower'];
export const stagesOfWish = (wish: PlanWish, row: Arch): number =>
  row === 'upper' ? wish.upperStages : wish.lowerStages;

/** Contacts between front teeth, and what a crowded arch needs off them: tenths of a mm. */
function reductions(
  wish: PlanWish,
  row: Arch,
  teeth: readonly Fdi[],
  random: () => number,
): [string, number][] {
  const keys = teeth.slice(1).map((tooth, i) => contactKey(teeth[i] ?? tooth, tooth));
  const asked = wish.ipr?.filter(({ contact }) => keys.includes(contact)) ?? [];
  const listed = asked.map(({ contact, mm }): [string, number] => [contact, mm]);
  // What is named is all that is wanted.
  if (wish.ipr && wish.ipr.length > 0) return listed;
  const needs = wish.look === 'crowding' || (wish.look === 'deepBite' && row === 'lower');
  if (!needs || wish.extracted?.some(tooth => arch(tooth) === row)) return [];
  const front = keys.filter(key => key.split('-').every(code => Number(code) % 10 <= 3));
  return front.flatMap((key): [string, number][] =>
    random() < 0.6 ? [[key, Math.round(2 + 1.4 * random()) / 10]] : [],
  );
}

const without = (places: Places, gone: readonly Fdi[]): Places =>
  new Map([...places].filter(([tooth]) => !gone.includes(tooth)));

/** mm of arch that opens on one side when these are taken out. */
const spaceOf = (gone: readonly Fdi[], crowns: Crowns) =>
  gone.reduce((sum, tooth) => sum + crowns.size(tooth).width, 0) / 2;

type Rows = { start: Places; goal: Places };

/** Where an arch's teeth would stand with nothing done, and where they shall; missing teeth are still among them. */
function rows(
  row: Arch,
  wish: PlanWish,
  crowns: Crowns,
  ipr: ReadonlyMap<string, number>,
  random: () => number,
): Rows {
  const all = ROWS[row].filter(tooth => wish.thirdMolars || position(tooth) < 8);
  const gone = (wish.extracted ?? []).filter(tooth => arch(tooth) === row);
  const treated = stagesOfWish(wish, row) > 0;
  const form = FORM[row];
  const closed = { form, forward: base[row], reduced: ipr, room: new Map<Fdi, number>() };
  const goal = goalOf(
    all.filter(tooth => !gone.includes(tooth)),
    crowns,
    closed,
  );
  const room = treated ? gapsOf(wish.look, all, random) : new Map<Fdi, number>();
  const open = [...room.values()].reduce((sum, mm) => sum + mm, 0) / 2;
  if (gone.length === 0 && open < 0.3) return { start: goal, goal };
  // What the spaces make the arch longer, most of it lies in front: molars are moved little.
  const forward = base[row] + anchorage * spaceOf(gone, crowns) + 0.75 * open;
  return { start: goalOf(all, crowns, { ...closed, forward, room }), goal };
}

/**
 * @param seed the same seed and wish give the same patient
 * @throws RangeError where a wish leaves no stage at all
 */
export function designOf(seed: number, wish: PlanWish): Design {
  if (wish.upperStages + wish.lowerStages === 0) throw new RangeError('a plan has at least one stage');
  const random = seededRandom(seed);
  const crowns = crownsOf(seed);
  const gone = [...(wish.extracted ?? []), ...(wish.missing ?? [])];
  const teeth = arches.flatMap(row =>
    ROWS[row].filter(tooth => (wish.thirdMolars || position(tooth) < 8) && !gone.includes(tooth)),
  );
  const ipr = new Map(
    arches.flatMap(row =>
      stagesOfWish(wish, row) > 0
        ? reductions(
            wish,
            row,
            teeth.filter(tooth => arch(tooth) === row),
            random,
          )
        : [],
    ),
  );
  const upper = rows('upper', wish, crowns, ipr, random);
  const lower = rows('lower', wish, crowns, ipr, random);
  const goal = settleUpperTeeth(upper.goal, lower.goal, crowns);
  // The start's ideal upper row stands as high as the goal's does: teeth rise or come down by the misfit alone.
  const level = new Map(
    [...upper.start].map(([tooth, frame]): [Fdi, Frame] => [
      tooth,
      { ...frame, at: mix([1, frame.at], [1, [0, rise(upper.goal, goal), 0]]) },
    ]),
  );
  const ideal: Record<Arch, Places> = { upper: level, lower: lower.start };
  const still = new Set(wish.still ?? []);
  const starts = arches.map(row => {
    const goals = row === 'upper' ? goal : lower.goal;
    if (stagesOfWish(wish, row) === 0) return without(goals, gone);
    const held = new Map(
      [...without(ideal[row], gone)].map(([tooth, frame]): [Fdi, Frame] => [
        tooth,
        still.has(tooth) ? (goals.get(tooth) ?? frame) : frame,
      ]),
    );
    return startOf(wish.look, held, crowns, random, still);
  });
  const [upperStart = goal, lowerStart = lower.goal] = starts;
  const fixed = new Set(teeth.filter(tooth => still.has(tooth) || stagesOfWish(wish, arch(tooth)) === 0));
  const clear = clearBite(upperStart, lowerStart, crowns, fixed);
  const row = (which: Arch): Places => new Map([...clear].filter(([tooth]) => arch(tooth) === which));
  return {
    seed,
    wish,
    crowns,
    teeth,
    ipr,
    // What was moved behind the upper front teeth may stand within its neighbours now.
    start: new Map([...row('upper'), ...separateTeeth(row('lower'), crowns, fixed)]),
    goal: without(new Map([...goal, ...lower.goal]), gone),
  };
}

/** How far the whole upper row was moved when it met the lower; mm along y. */
function rise(before: Places, after: Places): number {
  const moves = [...before].map(([tooth, frame]) => (after.get(tooth)?.at[1] ?? 0) - frame.at[1]);
  return moves.reduce((sum, mm) => sum + mm, 0) / (moves.length || 1);
}
