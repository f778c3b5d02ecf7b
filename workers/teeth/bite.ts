/** Fits the two arches together: upper teeth meet lower ones, and no tooth intrudes into another. */
import { minus, type Vec3 } from '#events/plan/pose.ts';
import { archOf, type Fdi, positionFromMidline } from '#events/tooth/fdi.ts';
import type { ToothFrame } from './frame.ts';
import { type ToothFrames, verticesThatMayTouch } from './goal.ts';
import {
  type DirectionBasis,
  type HeightGrid,
  heightGridOf,
  measureHeightGap,
  perpendicularBasis,
} from './height-gap.ts';
import type { PatientCrowns } from './patient-crowns.ts';

const up = perpendicularBasis([0, 1, 0]);
const ahead = perpendicularBasis([0, 0, 1]);

/** Maximum vertical movement of an upper posterior tooth relative to the mean of its row, mm. */
const settleMax = 1.4;
/** Gap between upper and lower front teeth at the start, mm. */
const clearance = 0.1;
/** Maximum movement of a tooth out of another one, mm. */
const clearMax = 3;

function surface(
  places: ToothFrames,
  which: (tooth: Fdi) => boolean,
  across: DirectionBasis,
  side: 1 | -1,
  crowns: PatientCrowns,
): HeightGrid {
  const heights: HeightGrid = new Map();
  for (const [tooth, frame] of places)
    if (which(tooth))
      heightGridOf(verticesThatMayTouch(tooth, frame, crowns, 'opponents'), across, side, heights);
  return heights;
}

const shifted = (frame: ToothFrame, by: Vec3): ToothFrame => ({
  ...frame,
  at: minus(frame.at, by),
});

/** Moves upper posterior teeth along y until each meets its opponents; front teeth move by the mean. */
export function settleUpperTeeth(upper: ToothFrames, lower: ToothFrames, crowns: PatientCrowns): ToothFrames {
  const below = surface(lower, () => true, up, 1, crowns);
  const drop = (tooth: Fdi, frame: ToothFrame) =>
    measureHeightGap(below, heightGridOf(verticesThatMayTouch(tooth, frame, crowns, 'opponents'), up, -1)) ??
    0;
  const back = [...upper].filter(([tooth]) => positionFromMidline(tooth) > 3);
  const drops = new Map(back.map(([tooth, frame]) => [tooth, drop(tooth, frame)]));
  const mean = [...drops.values()].reduce((sum, mm) => sum + mm, 0) / (drops.size || 1);
  return new Map(
    [...upper].map(([tooth, frame]) => {
      const wanted = drops.get(tooth) ?? mean;
      const by = Math.max(mean - settleMax, Math.min(mean + settleMax, wanted));
      return [tooth, shifted(frame, [0, by, 0])];
    }),
  );
}

/**
 * Separates opposing teeth at the start: posterior teeth are moved off their opponents, lower front teeth behind the
 * upper ones.
 * @param fixed teeth that must not move
 */
export function separateOpposingTeeth(
  upper: ToothFrames,
  lower: ToothFrames,
  crowns: PatientCrowns,
  fixed: ReadonlySet<Fdi>,
): ToothFrames {
  const places: ToothFrames = new Map([...upper, ...lower]);
  const move = (tooth: Fdi, by: Vec3) => {
    const frame = places.get(tooth);
    if (frame && !fixed.has(tooth)) places.set(tooth, shifted(frame, by));
  };
  const limit = (mm: number) => Math.min(clearMax, Math.max(0, mm));
  const below = surface(lower, tooth => positionFromMidline(tooth) > 3, up, 1, crowns);
  const above = surface(upper, tooth => positionFromMidline(tooth) > 3, up, -1, crowns);
  for (const [tooth, frame] of places) {
    if (positionFromMidline(tooth) <= 3) continue;
    const own = verticesThatMayTouch(tooth, frame, crowns, 'opponents');
    // Each of the two teeth moves by half of the missing gap, unless one is fixed.
    const gap =
      archOf(tooth) === 'upper'
        ? measureHeightGap(below, heightGridOf(own, up, -1))
        : measureHeightGap(heightGridOf(own, up, 1), above);
    if (gap !== undefined && gap < 0)
      move(tooth, [0, (archOf(tooth) === 'upper' ? 1 : -1) * limit(-gap) * -0.5, 0]);
  }
  const fronts = surface(upper, tooth => positionFromMidline(tooth) <= 3, ahead, -1, crowns);
  for (const [tooth, frame] of lower) {
    if (positionFromMidline(tooth) > 3) continue;
    const gap = measureHeightGap(
      heightGridOf(verticesThatMayTouch(tooth, frame, crowns, 'opponents'), ahead, 1),
      fronts,
    );
    if (gap !== undefined && gap < clearance) move(tooth, [0, 0, limit(clearance - gap)]);
  }
  return places;
}
