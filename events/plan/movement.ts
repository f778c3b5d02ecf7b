/**
 * Movement of a tooth along its own axes: D = F⁻¹ · (T_b · T_a⁻¹) · F. F is the tooth's frame at stage 0
 * about its pivot (x mesial, y buccal, z occlusal), T_a and T_b are its poses at two stages (DOMAIN: movement
 * table). The frame is left-handed in quadrants 2 and 4, so that mesial and buccal mean the same in all four.
 */
import { type BundleTooth, stageWithin } from './bundle.ts';
import { conjugate, dot, minus, multiply, type Pose, poseAtStage, rotate, type Vec3 } from './pose.ts';

/**
 * mm of the pivot (the crown's centre), and degrees. Positive: mesial, buccal, extrusion; `rotation` turns
 * the buccal face to mesial, `tip` leans the crown to mesial (angulation), `torque` leans it to buccal
 * (inclination).
 */
export type Movement = {
  mesial: number;
  buccal: number;
  extrusion: number;
  rotation: number;
  tip: number;
  torque: number;
};

/** Axes of translations in the order of the movement table, where they precede rotations. */
export const translationAxes = ['extrusion', 'buccal', 'mesial'] as const;
export const rotationAxes = ['rotation', 'tip', 'torque'] as const;
export const movementAxes = [...translationAxes, ...rotationAxes] as const;
export type MovementAxis = (typeof movementAxes)[number];
/** `mm` for a shift, `deg` for a rotation. */
export const unitOfAxis = (axis: MovementAxis): 'mm' | 'deg' =>
  (translationAxes as readonly MovementAxis[]).includes(axis) ? 'mm' : 'deg';

const degrees = (radians: number) => (radians * 180) / Math.PI;

/** Mesial, buccal and occlusal directions of a tooth at stage 0, in world coordinates. */
export const toothAxesOf = ({ axes }: Pick<BundleTooth, 'axes'>): readonly [Vec3, Vec3, Vec3] => {
  const n = (i: number) => axes[i] ?? 0;
  return [
    [n(0), n(1), n(2)],
    [n(3), n(4), n(5)],
    [n(6), n(7), n(8)],
  ];
};

/**
 * Movement from one pose to another, in the frame `axes` (see `toothAxesOf`). Rotations are Euler angles z-y-x.
 */
export function movementBetween(axes: readonly [Vec3, Vec3, Vec3], from: Pose, to: Pose): Movement {
  const shift = minus(to.p, from.p);
  const turn = multiply(to.q, conjugate(from.q));
  // R[row][column] in the frame's coordinates: the rotated axis `column`, projected on the axis `row`.
  const turned = axes.map(axis => rotate(turn, axis));
  const r = (row: 0 | 1 | 2, column: 0 | 1 | 2) => dot(axes[row], turned[column] ?? axes[column]);
  const y = Math.asin(Math.max(-1, Math.min(1, -r(2, 0))));
  return {
    mesial: dot(shift, axes[0]),
    buccal: dot(shift, axes[1]),
    extrusion: dot(shift, axes[2]),
    // A positive angle about z takes mesial to buccal, about x buccal to occlusal; the table's signs are the
    // reverse.
    rotation: -degrees(Math.atan2(r(1, 0), r(0, 0))),
    tip: degrees(y),
    torque: -degrees(Math.atan2(r(2, 1), r(2, 2))),
  };
}

/** Movement of a bundle's tooth between two stages (0 is the start), limited to its time in the mouth. */
export const movementOf = (tooth: BundleTooth, from: number, to: number): Movement => {
  const poseAt = (stage: number) => poseAtStage(tooth.poses, stageWithin(tooth, stage));
  return movementBetween(toothAxesOf(tooth), poseAt(from), poseAt(to));
};
