/**
 * Positions of the teeth at the end of treatment: along an arch line, in contact with their neighbours. Tip
 * and torque as in an orthodontic setup (after Andrews' six keys; means, for display only).
 */
import { type ArchForm, archDepth, archSlope } from '#events/tooth/arch-form.ts';
import {
  type Arch,
  archOf,
  contactKey,
  type Fdi,
  isOnRightSide,
  positionFromMidline,
  TEETH_BY_ARCH,
} from '#events/tooth/fdi.ts';
import { combineVectors, moveFrame, type ToothFrame } from './frame.ts';
import { heightGridOf, measureHeightGap, perpendicularBasis } from './height-gap.ts';
import { measureToothGap } from './measured-gap.ts';
import { occlusalSign, type PatientCrowns, placePointsInWorld } from './patient-crowns.ts';

/**
 * Values from the midline outwards, by position 1 to 8: torque and tip in degrees, `passes` as mm of vertical
 * overlap.
 */
const setUp: Record<Arch, { torque: readonly number[]; tip: readonly number[]; passes: readonly number[] }> =
  {
    upper: {
      torque: [17, 14, 4, -5, -6, -9, -9, -8],
      tip: [3, 6, 8, 2, 2, 1, 0, 0],
      passes: [2.3, 1.8, 2.2, 1.7, 1.5, 1.1, 0.8, 0.6],
    },
    lower: {
      torque: [6, 4, -4, -12, -16, -22, -24, -24],
      tip: [1, 2, 4, 2, 1, 2, 3, 3],
      passes: [1, 0.9, 1.4, 1.1, 0.8, 0.7, 0.8, 0.9],
    },
  };

export type ArchGoal = {
  form: ArchForm;
  /** Shift of the whole arch to the front, mm. */
  forward: number;
  /** IPR at each contact by its key, mm. Neighbours overlap by this amount. */
  reduced: ReadonlyMap<string, number>;
  /** Gap that stays open mesially of a tooth, mm. */
  room: ReadonlyMap<Fdi, number>;
};

export type ToothFrames = Map<Fdi, ToothFrame>;

/** Returns a function from arch length to x, both mm. A table, because every tooth asks. */
function ruler(form: ArchForm) {
  const step = 0.05;
  const lengths = [0];
  for (let i = 1; i < 900; i++)
    lengths.push((lengths[i - 1] ?? 0) + step * Math.hypot(1, archSlope(form, (i - 0.5) * step)));
  return (length: number): number => {
    const next = lengths.findIndex(l => l >= length);
    const [a, b] = [lengths[next - 1] ?? 0, lengths[next] ?? 1];
    return next <= 0 ? length : step * (next - 1 + (length - a) / (b - a));
  };
}

/** Returns a tooth upright on its arch, `length` mm from the midline. */
function upright(tooth: Fdi, length: number, wish: ArchGoal, walk: (length: number) => number): ToothFrame {
  const side = isOnRightSide(tooth) ? -1 : 1;
  const x = walk(Math.max(0, length));
  const slope = archSlope(wish.form, x);
  const run = Math.hypot(1, slope);
  return {
    at: [side * x, 0, wish.forward - archDepth(wish.form, x)],
    mesial: [-side / run, 0, slope / run],
    buccal: [(side * slope) / run, 0, 1 / run],
    occlusal: [0, occlusalSign(tooth), 0],
  };
}

/** Returns a tooth with its tip and torque, its edge beyond the occlusal plane by the overlap of its kind. */
function setting(
  tooth: Fdi,
  length: number,
  wish: ArchGoal,
  crowns: PatientCrowns,
  walk: (l: number) => number,
): ToothFrame {
  const row = setUp[archOf(tooth)];
  const place = positionFromMidline(tooth) - 1;
  const frame = moveFrame(upright(tooth, length, wish, walk), {
    tip: row.tip[place],
    torque: row.torque[place],
  });
  const height = (row.passes[place] ?? 0) - (crowns.size(tooth).crown / 2) * Math.abs(frame.occlusal[1]);
  const [x, , z] = frame.at;
  return { ...frame, at: [x, occlusalSign(tooth) * height, z] };
}

/** Vertices of a tooth in world coordinates that may touch others. */
export const verticesThatMayTouch = (
  tooth: Fdi,
  frame: ToothFrame,
  crowns: PatientCrowns,
  whom: 'neighbours' | 'opponents',
) => placePointsInWorld(crowns.facing(tooth, whom), crowns.size(tooth).crown, frame);

/** Returns the gap between two neighbours along the line between them, mm. */
function gap(
  inner: Fdi | undefined,
  innerAt: ToothFrame | undefined,
  outer: Fdi,
  outerAt: ToothFrame,
  crowns: PatientCrowns,
) {
  const side = isOnRightSide(outer) ? -1 : 1;
  if (!inner || !innerAt) {
    // At the midline, the neighbour is the tooth's mirror image; the midsagittal plane stands in for it.
    const body = verticesThatMayTouch(outer, outerAt, crowns, 'neighbours');
    let least = Infinity;
    for (let v = 0; v < body.length; v += 3) least = Math.min(least, side * (body[v] as number));
    return least;
  }
  const between = combineVectors([-0.5, innerAt.mesial], [-0.5, outerAt.mesial]);
  const length = Math.hypot(between[0], between[2]);
  const across = perpendicularBasis([between[0] / length, 0, between[2] / length]);
  const near = heightGridOf(verticesThatMayTouch(inner, innerAt, crowns, 'neighbours'), across, 1);
  return (
    measureHeightGap(
      near,
      heightGridOf(verticesThatMayTouch(outer, outerAt, crowns, 'neighbours'), across, -1),
    ) ?? 0
  );
}

/** Places the teeth of an arch from the midline outwards, each in contact with the one before. */
export function placeArchTeeth(teeth: readonly Fdi[], crowns: PatientCrowns, wish: ArchGoal): ToothFrames {
  const places: ToothFrames = new Map();
  const walk = ruler(wish.form);
  for (const right of [true, false]) {
    const half = teeth
      .filter(tooth => isOnRightSide(tooth) === right)
      .sort((a, b) => positionFromMidline(a) - positionFromMidline(b));
    let [inner, innerAt]: [Fdi | undefined, ToothFrame | undefined] = [undefined, undefined];
    let length = 0;
    for (const tooth of half) {
      const { width } = crowns.size(tooth);
      length += width / 2 + (inner ? crowns.size(inner).width / 2 : 0);
      const midline = inner ? contactKey(inner, tooth) : contactKey(tooth, opposite(tooth));
      const share = inner ? 1 : 0.5;
      const wanted = (wish.room.get(tooth) ?? 0) - share * (wish.reduced.get(midline) ?? 0);
      for (let round = 0; round < 3; round++) {
        const frame = setting(tooth, length, wish, crowns, walk);
        length += wanted - gap(inner, innerAt, tooth, frame, crowns);
      }
      // The grid is precise to one or two tenths of a mm; measuring on the shapes gives the rest.
      for (let round = 0; round < 2 && inner && innerAt; round++) {
        const frame = setting(tooth, length, wish, crowns, walk);
        length += wanted - measureToothGap(inner, innerAt, tooth, frame, crowns);
      }
      innerAt = setting(tooth, length, wish, crowns, walk);
      inner = tooth;
      places.set(tooth, innerAt);
    }
  }
  return places;
}

/** Returns the same tooth on the other side. */
function opposite(tooth: Fdi): Fdi {
  const row = TEETH_BY_ARCH[archOf(tooth)];
  return row[15 - row.indexOf(tooth as never)] ?? tooth;
}
