/**
 * Finds how the files' frame relates to the world (x to the patient's left, y up, z to the front) from the
 * positions of the teeth. Both arches share one frame, as scanned. The result is a rigid motion; a mirrored
 * export is reported, not corrected.
 */
import { conjugate, cross, dot, minus, rotate, type Vec3 } from '#events/plan/pose.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { archPlaneAxes, frontDirectionOfArches, meanPoint } from './arch-plane.ts';
import { boundingBoxOf, longestSide } from './pieces.ts';
import {
  addVectors,
  noMotion,
  type RigidMotion,
  rotationDegrees,
  rotationToAxes,
  scaleVector,
  unitVector,
  vectorLength,
} from './rigid.ts';

export type ArchShapes = { arch: Arch; teeth: readonly Mesh[]; gums: readonly Mesh[] };

/**
 * `inside-out`: the triangles face inwards, as in a mirrored export; `mirrored`: the directions stated for
 * the files would exchange left and right; `arches-swapped`: the front teeth of the lower arch are the wider
 * ones; `crowns-turned`: an arch's crowns point away from the other arch; `frame-unsure`: too few teeth to
 * tell front from side, or up from down.
 */
type FrameFinding = 'inside-out' | 'mirrored' | 'arches-swapped' | 'crowns-turned' | 'frame-unsure';

export type FilesFrame = {
  /** Motion from the files' frame, in mm, to the world. */
  world: RigidMotion;
  findings: FrameFinding[];
};

/** An axis of the files' frame with its direction. */
export type FileAxis = `${'+' | '-'}${'x' | 'y' | 'z'}`;
/** Directions that a technician may state: left, front and up in the files. */
export type StatedAxes = { left: FileAxis; front: FileAxis; up: FileAxis };

/** Angle in degrees within which the files' own axes are used as the world's: the usual case after a scan. */
const snap = 25;
/** Mean tooth length in mm that separates crowns from teeth with roots. */
const rootedMin = 14;
/** Minimum number of teeth that show an arch's form. */
const archMin = 5;

const axisOf = (axis: FileAxis): Vec3 => {
  const sense = axis.startsWith('-') ? -1 : 1;
  const at = 'xyz'.indexOf(axis.slice(1));
  return [at === 0 ? sense : 0, at === 1 ? sense : 0, at === 2 ? sense : 0];
};

/** Returns the files' axis nearest to a direction. */
function nearestAxis(v: Vec3): Vec3 {
  const at = [0, 1, 2].reduce((best, i) =>
    Math.abs(v[i] as number) > Math.abs(v[best] as number) ? i : best,
  );
  const sense = Math.sign(v[at] as number) || 1;
  return [at === 0 ? sense : 0, at === 1 ? sense : 0, at === 2 ? sense : 0];
}

type Sums = { area: number; middle: Vec3; open: Vec3; volume: number };

/** Area of a tooth, its centroid, the sum of its normals (0 for a closed surface) and its volume. */
function sumsOf({ positions, indices }: Mesh): Sums {
  const { low, high } = boundingBoxOf(positions);
  const origin = scaleVector(addVectors(low, high), 0.5);
  let [area, volume] = [0, 0];
  let [middle, open]: [Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const corner = (i: number): Vec3 => {
    const v = 3 * (indices[i] as number);
    return minus([positions[v] as number, positions[v + 1] as number, positions[v + 2] as number], origin);
  };
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)];
    const normal = cross(minus(b, a), minus(c, a));
    const size = vectorLength(normal);
    area += size;
    volume += dot(a, cross(b, c)) / 6;
    middle = addVectors(middle, scaleVector(addVectors(addVectors(a, b), c), size / 3));
    open = addVectors(open, normal);
  }
  return {
    area,
    middle: scaleVector(middle, 1 / (area || 1)),
    open: scaleVector(open, 1 / (area || 1)),
    volume,
  };
}

const boxMiddle = ({ positions }: Mesh): Vec3 => {
  const { low, high } = boundingBoxOf(positions);
  return scaleVector(addVectors(low, high), 0.5);
};

/**
 * Measures whether an arch's crowns point along a direction (positive) or against it, in mm of evidence; 0 if
 * unknown. The gum is behind the teeth; a crown without a root is open behind; most of a rooted tooth's
 * surface is its crown.
 */
function bitesAlong({ teeth, gums }: ArchShapes, sums: readonly Sums[], up: Vec3): number {
  if (gums.length > 0) return dot(minus(meanPoint(teeth.map(boxMiddle)), meanPoint(gums.map(boxMiddle))), up);
  const open = sums.reduce((sum, tooth) => sum + dot(tooth.open, up) * Math.sign(tooth.volume), 0);
  if (Math.abs(open) > 0.02 * sums.length) return open;
  if (meanPoint(teeth.map(({ positions }) => [longestSide(boundingBoxOf(positions)), 0, 0]))[0] < rootedMin)
    return 0;
  return sums.reduce((sum, tooth) => sum + dot(tooth.middle, up), 0);
}

/** Returns the rotation to the world from up and front. Snaps to the files' axes if near. */
function turnFrom(up: Vec3, front: Vec3) {
  const level = unitVector(minus(front, scaleVector(up, dot(front, up))));
  const own = rotationToAxes(cross(up, level), up, level);
  const [axisUp, axisFront] = [nearestAxis(up), nearestAxis(level)];
  const snapped = rotationToAxes(cross(axisUp, axisFront), axisUp, axisFront);
  const apart = dot(axisUp, axisFront) === 0 ? angleBetween(own, snapped) : 180;
  return conjugate(apart <= snap ? snapped : own);
}
function angleBetween(a: RigidMotion['q'], b: RigidMotion['q']): number {
  const w = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  return rotationDegrees([Math.sqrt(Math.max(0, 1 - w * w)), 0, 0, w]);
}

/** Estimates up and front from the teeth; undefined if there are too few. */
function seen(arches: readonly ArchShapes[], sums: ReadonlyMap<ArchShapes, Sums[]>) {
  const middles = arches.map(({ teeth }) => teeth.map(boxMiddle));
  if (Math.max(0, ...middles.map(points => points.length)) < archMin) return undefined;
  const [normal, e, f] = archPlaneAxes(middles);
  const bites = arches.map(shape => {
    const along = bitesAlong(shape, sums.get(shape) ?? [], normal);
    return { arch: shape.arch, up: shape.arch === 'lower' ? along : -along };
  });
  const at = (arch: Arch) => middles.filter((_, i) => arches[i]?.arch === arch).flat();
  const both = at('upper').length > 0 && at('lower').length > 0;
  const rise = both
    ? dot(minus(meanPoint(at('upper')), meanPoint(at('lower'))), normal)
    : bites.reduce((sum, { up }) => sum + up, 0);
  const sense = rise < 0 ? -1 : 1;
  const large = middles.filter(points => points.length >= archMin);
  return {
    up: scaleVector(normal, sense),
    front: frontDirectionOfArches(large, e, f),
    against: bites.filter(({ up }) => up * sense < 0).length,
    unsure: rise === 0,
  };
}

/** Returns the mm spanned by the four foremost teeth. */
function frontSpan(points: readonly Vec3[], front: Vec3): number {
  const four = points.toSorted((a, b) => dot(b, front) - dot(a, front)).slice(0, 4);
  return Math.max(0, ...four.flatMap(a => four.map(b => vectorLength(minus(a, b)))));
}
/** Lower incisors are a third narrower than upper ones. If they are wider, the arches' names are swapped. */
function swapped(arches: readonly ArchShapes[], front: Vec3): boolean {
  const span = (arch: Arch) => {
    const teeth = arches.filter(shape => shape.arch === arch).flatMap(shape => shape.teeth);
    return teeth.length >= archMin ? frontSpan(teeth.map(boxMiddle), front) : undefined;
  };
  const [upper, lower] = [span('upper'), span('lower')];
  return upper !== undefined && lower !== undefined && lower > 1.08 * upper;
}

/** Compares stated with measured directions: an odd number of wrong ones exchanges left and right. */
function mirroredBy(
  stated: StatedAxes,
  measured: { up: Vec3; front: Vec3; unsure: boolean } | undefined,
): boolean {
  const [left, up, front] = [axisOf(stated.left), axisOf(stated.up), axisOf(stated.front)];
  if (dot(cross(up, front), left) < 0.5) return true;
  return measured?.unsure === false && dot(up, measured.up) * dot(front, measured.front) < 0;
}

/**
 * Finds the motion from the files' frame to the world, and what is unusual about the arches.
 * @param arches teeth and gums at the start, in the files' frame, mm
 * @param stated directions by the technician; used even if they contradict the teeth, with a finding
 */
export function findFilesFrame(arches: readonly ArchShapes[], stated?: StatedAxes): FilesFrame {
  const sums = new Map(arches.map(shape => [shape, shape.teeth.map(sumsOf)]));
  const measured = seen(arches, sums);
  const teeth = [...sums.values()].flat();
  const findings: FrameFinding[] = [];
  if (teeth.filter(({ volume }) => volume < 0).length > teeth.length / 2) findings.push('inside-out');
  const exchanged = measured !== undefined && swapped(arches, measured.front);
  if (exchanged) findings.push('arches-swapped');
  else if (stated && mirroredBy(stated, measured)) findings.push('mirrored');
  if (measured && measured.against > 0) findings.push('crowns-turned');
  if (!stated && (!measured || measured.unsure)) findings.push('frame-unsure');
  const q = stated
    ? turnFrom(axisOf(stated.up), axisOf(stated.front))
    : measured
      ? turnFrom(measured.up, measured.front)
      : noMotion.q;
  const middle = rotate(q, meanPoint(arches.flatMap(shape => shape.teeth.map(boxMiddle))));
  // Whole millimetres keep the files' own coordinates recognisable.
  return {
    world: { q, t: [-Math.round(middle[0]), -Math.round(middle[1]), -Math.round(middle[2])] },
    findings,
  };
}
