/** Finds the landmarks on teeth that occlusal measures use, from the shapes at the start. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { toothNode } from '#events/plan/bundle.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import { type Pose, rotate, type Vec3 } from '#events/plan/pose.ts';
import { type Fdi, positionFromMidline } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import type { NamedMesh } from '../mesh/write-glb.ts';
import { addVectors } from './rigid.ts';

/**
 * Positions relative to the pivot, along world axes at the start, mm. An incisor's tip is the mean of the
 * vertices within 0.3 mm of its top; a canine's or premolar's is its top; a molar's is the top of its
 * mesiobuccal quarter.
 */
export type ToothLandmarks = {
  tip: Vec3;
  /** The crown's most mesial point, where the midline runs between two central incisors. */
  mesial: Vec3;
};

/** Depth in mm below the top that counts as the incisal edge. */
const edge = 0.3;
/** Depth in mm below the top within which the crown's contact point is searched. */
const contactDepth = 4;

type Place = { v: Vec3; mesial: number; buccal: number; occlusal: number };

function placesOf({ positions }: Mesh, axes: readonly [Vec3, Vec3, Vec3]): Place[] {
  const along = (v: Vec3, axis: Vec3) => v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const v: Vec3 = [
      positions[3 * i] as number,
      positions[3 * i + 1] as number,
      positions[3 * i + 2] as number,
    ];
    return { v, mesial: along(v, axes[0]), buccal: along(v, axes[1]), occlusal: along(v, axes[2]) };
  });
}

const mean = (places: readonly Place[]): Vec3 => {
  const sum = places.reduce<Vec3>((all, { v }) => addVectors(all, v), [0, 0, 0]);
  return [sum[0] / places.length, sum[1] / places.length, sum[2] / places.length];
};
const highest = (places: readonly Place[], by: (place: Place) => number): Place | undefined =>
  places.reduce<Place | undefined>(
    (best, place) => (best && by(best) >= by(place) ? best : place),
    undefined,
  );

function landmarksOf(fdi: Fdi, mesh: Mesh, axes: readonly [Vec3, Vec3, Vec3]): ToothLandmarks | undefined {
  const places = placesOf(mesh, axes);
  const up = ({ occlusal }: Place) => occlusal;
  const top = highest(places, up);
  if (!top) return undefined;
  const quarter = places.filter(({ mesial, buccal }) => mesial > 0 && buccal > 0);
  const tips: Record<'edge' | 'cusp' | 'quarter', () => Vec3> = {
    edge: () => mean(places.filter(place => place.occlusal > top.occlusal - edge)),
    cusp: () => top.v,
    quarter: () => (highest(quarter, up) ?? top).v,
  };
  const kind = positionFromMidline(fdi) < 3 ? 'edge' : positionFromMidline(fdi) < 6 ? 'cusp' : 'quarter';
  const upper = places.filter(place => place.occlusal > top.occlusal - contactDepth);
  return { tip: tips[kind](), mesial: (highest(upper, ({ mesial }) => mesial) ?? top).v };
}

/** Returns the landmarks of each tooth of a bundle that has a shape. */
export function landmarksByTooth(bundle: PlanBundle, parts: readonly NamedMesh[]): Map<Fdi, ToothLandmarks> {
  const nodes = new Map(parts.map(({ name, mesh }) => [name, mesh]));
  return new Map(
    bundle.teeth.flatMap(tooth => {
      const mesh = nodes.get(toothNode(tooth.fdi));
      const found = mesh && landmarksOf(tooth.fdi, mesh, toothAxesOf(tooth));
      return found ? [[tooth.fdi, found] as const] : [];
    }),
  );
}

/** Returns a landmark in world coordinates at a pose. */
export const landmarkAtPose = (landmark: Vec3, { p, q }: Pose): Vec3 => addVectors(rotate(q, landmark), p);
