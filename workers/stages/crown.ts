/** Finds a tooth's crown and its axes from its shape and from the arch at its place. */
import { cross, dot, minus, type Vec3 } from '#events/plan/pose.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { archOf, type Fdi, isOnRightSide, positionFromMidline, quadrantOf } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { findMesialDirection } from './mesial.ts';
import { addVectors, scaleVector, unitVector, vectorLength } from './rigid.ts';

export type CrownFrame = {
  /** Centre of the crown's box along its axes, world coordinates, mm. */
  pivot: Vec3;
  /** Mesial, buccal, occlusal: unit vectors, orthogonal to each other. */
  axes: readonly [Vec3, Vec3, Vec3];
  /** Mesiodistal width: extent along the mesial axis, mm. */
  width: number;
};

/** A shape longer than this many textbook crowns includes its root. */
const rooted = 1.4;
/** Maximum lean of an estimated axis in degrees. An axis that leans more is wrong. */
const leanMax = 40;

/** Area-weighted centroid of the surface within a range along an axis; undefined if there is none. */
function middleOf({ positions, indices }: Mesh, axis: Vec3, from: number, to: number): Vec3 | undefined {
  const sum = [0, 0, 0, 0];
  const corner = (i: number): Vec3 => {
    const v = 3 * (indices[i] as number);
    return [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
  };
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)];
    const centre = scaleVector(addVectors(addVectors(a, b), c), 1 / 3);
    const place = dot(centre, axis);
    if (place < from || place > to) continue;
    const area = vectorLength(cross(minus(b, a), minus(c, a)));
    for (let i = 0; i < 3; i++) sum[i] = (sum[i] as number) + area * (centre[i] as number);
    sum[3] = (sum[3] as number) + area;
  }
  const [x = 0, y = 0, z = 0, area = 0] = sum;
  return area > 0 ? [x / area, y / area, z / area] : undefined;
}

/** Least and greatest coordinate along an axis of the vertices that pass. */
function extent(positions: Float32Array, axis: Vec3, passes: (x: number, y: number, z: number) => boolean) {
  let [from, to] = [Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i] as number, positions[i + 1] as number, positions[i + 2] as number];
    if (!passes(x, y, z)) continue;
    const place = x * axis[0] + y * axis[1] + z * axis[2];
    if (place < from) from = place;
    if (place > to) to = place;
  }
  return { from, to };
}

const all = () => true;

/**
 * Estimates the long axis, from root or neck to crown. Short posterior crowns give no reliable axis, so they
 * count as upright.
 */
function occlusalOf(fdi: Fdi, mesh: Mesh, upright: Vec3): Vec3 {
  const { from, to } = extent(mesh.positions, upright, all);
  const { crown } = toothSizeOf(fdi);
  const hasRoot = to - from > rooted * crown;
  if (!hasRoot && positionFromMidline(fdi) > 3) return upright;
  const third = hasRoot ? crown : (to - from) / 3;
  const high = middleOf(mesh, upright, to - third, to);
  const low = middleOf(mesh, upright, from, hasRoot ? to - crown : from + third);
  if (!high || !low) return upright;
  const axis = unitVector(minus(high, low));
  return dot(axis, upright) > Math.cos((leanMax * Math.PI) / 180) ? axis : upright;
}

/** Depth in mm below the top within which a posterior tooth's occlusal surface is sampled. */
const biting = 3;

/**
 * Returns the area-weighted sum of face normals of the occlusal surface, which faces up within a few mm of
 * the top.
 */
function bitingNormal({ positions, indices }: Mesh, occlusal: Vec3): Vec3 {
  const corner = (i: number): Vec3 => {
    const v = 3 * (indices[i] as number);
    return [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
  };
  const { to } = extent(positions, occlusal, all);
  let sum: Vec3 = [0, 0, 0];
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)];
    const normal = cross(minus(b, a), minus(c, a));
    const looksUp = dot(normal, occlusal) > 0.3 * vectorLength(normal);
    if (looksUp && dot(scaleVector(addVectors(addVectors(a, b), c), 1 / 3), occlusal) > to - biting)
      sum = addVectors(sum, normal);
  }
  return sum;
}

/**
 * Returns a posterior tooth's long axis with its mesiodistal lean averaged with that of its occlusal surface.
 * Why: roots curve to distal, and a crown without a root shows its tip only by its occlusal surface.
 */
function levelled(fdi: Fdi, mesh: Mesh, occlusal: Vec3, mesial: Vec3): Vec3 {
  if (positionFromMidline(fdi) < 4) return occlusal;
  let biting = occlusal;
  for (let round = 0; round < 3; round++) biting = unitVector(bitingNormal(mesh, biting));
  const height = dot(biting, occlusal);
  if (height <= 0) return occlusal;
  const lean = Math.atan2(dot(biting, mesial), height) / 2;
  return addVectors(scaleVector(occlusal, Math.cos(lean)), scaleVector(mesial, Math.sin(lean)));
}

/**
 * Finds the crown: the part within the tooth kind's textbook height of its top. A root below only helps to
 * find the long axis.
 * @param mesh of the tooth in world coordinates, mm
 * @param tangent of the arch at the tooth, from the patient's right to the left
 * @param turned degrees about the long axis, positive for the buccal side towards mesial: a technician's
 * correction
 */
export function findCrown(fdi: Fdi, mesh: Mesh, tangent: Vec3, turned = 0): CrownFrame {
  const upright: Vec3 = [0, archOf(fdi) === 'lower' ? 1 : -1, 0];
  const along = scaleVector(tangent, isOnRightSide(fdi) ? 1 : -1);
  const steep = occlusalOf(fdi, mesh, upright);
  const occlusal = levelled(fdi, mesh, steep, findMesialDirection(fdi, mesh, along, steep));
  const measured = findMesialDirection(fdi, mesh, along, occlusal);
  const outward = quadrantOf(fdi) % 2 === 1 ? 1 : -1;
  const side = scaleVector(cross(occlusal, measured), outward);
  const [c, s] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const mesial = addVectors(scaleVector(measured, c), scaleVector(side, -s));
  const buccal = addVectors(scaleVector(side, c), scaleVector(measured, s));
  const axes = [mesial, buccal, occlusal] as const;
  const { from, to } = extent(mesh.positions, occlusal, all);
  const { crown } = toothSizeOf(fdi);
  const neck = to - from > rooted * crown ? to - crown : from;
  const ofCrown = (x: number, y: number, z: number) =>
    x * occlusal[0] + y * occlusal[1] + z * occlusal[2] >= neck;
  const spans = axes.map(axis => extent(mesh.positions, axis, ofCrown));
  const pivot = axes.reduce<Vec3>(
    (sum, axis, i) => addVectors(sum, scaleVector(axis, ((spans[i]?.from ?? 0) + (spans[i]?.to ?? 0)) / 2)),
    [0, 0, 0],
  );
  return { pivot, axes, width: (spans[0]?.to ?? 0) - (spans[0]?.from ?? 0) };
}
