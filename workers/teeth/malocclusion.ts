/**
 * Generates a patient's teeth before treatment: the look's deviations with random variation, without
 * intruding into each other.
 */
import type { Movement } from '#events/plan/movement.ts';
import { archOf, type Fdi, isOnRightSide, positionFromMidline } from '#events/tooth/fdi.ts';
import { crownFootprint, type FlatPoint, findMinimumTranslation } from './crown-footprint.ts';
import { combineVectors, moveFrame, type ToothFrame } from './frame.ts';
import type { ToothFrames } from './goal.ts';
import { type MalocclusionKind, misfitsByKind } from './malocclusion-kinds.ts';
import type { PatientCrowns } from './patient-crowns.ts';

/** Returns the random gap in mm before each front tooth at the start, by the look. */
export function generateStartGaps(
  look: MalocclusionKind,
  teeth: readonly Fdi[],
  random: () => number,
): Map<Fdi, number> {
  return new Map(
    teeth
      .filter(tooth => positionFromMidline(tooth) <= 4)
      .map(tooth => [tooth, misfitsByKind[look][archOf(tooth)].gaps * (0.4 + 1.2 * random())]),
  );
}

function displacement(look: MalocclusionKind, tooth: Fdi, random: () => number): Movement {
  const wrong = misfitsByKind[look][archOf(tooth)];
  const place = positionFromMidline(tooth) - 1;
  const some = () => 0.65 + 0.7 * random();
  const either = () => (random() < 0.5 ? -1 : 1);
  // 12 is behind 11 and 13, 22 in front of its neighbours: the sides differ, as in people.
  const turn = (positionFromMidline(tooth) + (isOnRightSide(tooth) ? 0 : 1)) % 2 === 0 ? -1 : 1;
  const front = positionFromMidline(tooth) <= 3 ? 1 : 0.35;
  const staggered = wrong.stagger * turn * front * some() * (positionFromMidline(tooth) === 3 ? 0.4 : 1);
  return {
    mesial: 0,
    buccal: (wrong.buccal[place] ?? 0) * some() + staggered,
    extrusion: (wrong.extrusion[place] ?? 0) * some() + 0.12 * (2 * random() - 1),
    rotation: (wrong.rotation[place] ?? 0) * either() * (0.35 + 0.65 * random()),
    tip: (positionFromMidline(tooth) <= 5 ? 3 : 1) * (2 * random() - 1),
    torque:
      (wrong.torque[place] ?? 0) * some() +
      (positionFromMidline(tooth) <= 3 ? 1.5 : 0.4) * (2 * random() - 1),
  };
}

/** Mobility of each position when teeth are separated: front teeth move more than molars. */
const gives = [1, 1, 0.7, 0.4, 0.3, 0.08, 0.05, 0.05];
const rounds = 40;
/** Allowed overlap in mm. Crowns are round, so footprint corners do not meet at one height. */
const allowed = 0.05;

/** Distance in mm between centres above which two teeth cannot touch. */
const reach = 16;

/**
 * Separates the teeth of an arch, along the row and to cheek or tongue.
 * @param still teeth that must not move
 */
export function separateTeeth(
  places: ToothFrames,
  crowns: PatientCrowns,
  still: ReadonlySet<Fdi>,
): ToothFrames {
  const order = [...places.keys()].sort((a, b) => side(a) - side(b));
  const footprints = order.map(tooth => crownFootprint(tooth, places.get(tooth) as ToothFrame, crowns));
  const shift = order.map((): FlatPoint => [0, 0]);
  const at = (i: number) =>
    (footprints[i] ?? []).map(([x, z]): FlatPoint => [x + (shift[i]?.[0] ?? 0), z + (shift[i]?.[1] ?? 0)]);
  const apart = (i: number, j: number) => {
    const [a, b] = [
      places.get(order[i] as Fdi)?.at ?? [0, 0, 0],
      places.get(order[j] as Fdi)?.at ?? [0, 0, 0],
    ];
    return Math.hypot(a[0] - b[0], a[2] - b[2]);
  };
  const give = (i: number) => {
    const tooth = order[i];
    return tooth === undefined || still.has(tooth) ? 0 : (gives[positionFromMidline(tooth) - 1] ?? 1);
  };
  for (let round = 0, pushed = true; round < rounds && pushed; round++) {
    pushed = false;
    for (let i = 0; i < order.length; i++)
      for (const j of [i + 1, i + 2]) {
        const [a, b] = [give(i), give(j)];
        if (j >= order.length || a + b === 0 || apart(i, j) > reach) continue;
        const push = findMinimumTranslation(at(i), at(j));
        const deep = push ? Math.hypot(...push) : 0;
        if (!push || deep <= allowed) continue;
        pushed = true;
        const part = (0.6 * (deep - allowed)) / deep / (a + b);
        for (const axis of [0, 1] as const) {
          (shift[i] as FlatPoint)[axis] -= push[axis] * part * a;
          (shift[j] as FlatPoint)[axis] += push[axis] * part * b;
        }
      }
  }
  return new Map(
    order.map((tooth, i) => {
      const frame = places.get(tooth) as ToothFrame;
      const [x, z] = shift[i] ?? [0, 0];
      return [tooth, { ...frame, at: combineVectors([1, frame.at], [1, [x, 0, z]]) }];
    }),
  );
}

/** Order from the patient's right to the left. */
const side = (tooth: Fdi) => (isOnRightSide(tooth) ? -1 : 1) * positionFromMidline(tooth);

/**
 * Returns the teeth of one arch before treatment.
 * @param ideal positions without the misfit: the goal, or with gaps and absent teeth's spaces open
 * @param still teeth that must not move
 */
export function generateStartPositions(
  look: MalocclusionKind,
  ideal: ToothFrames,
  crowns: PatientCrowns,
  random: () => number,
  still: ReadonlySet<Fdi> = new Set(),
): ToothFrames {
  const wrong = new Map(
    [...ideal].map(([tooth, frame]) => {
      const by = displacement(look, tooth, random);
      return [tooth, still.has(tooth) ? frame : moveFrame(frame, by)];
    }),
  );
  return separateTeeth(wrong, crowns, still);
}
