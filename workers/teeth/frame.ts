/** Where a tooth stands: its crown's middle and its own three directions. */
import { axesOf, type Movement } from '#events/plan/movement.ts';
import { cross, dot, type Quat, type Vec3 } from '#events/plan/pose.ts';

/** In the world of pose.ts: `at` the crown's middle; unit vectors to mesial, buccal and occlusal, at right angles. */
export type Frame = { at: Vec3; mesial: Vec3; buccal: Vec3; occlusal: Vec3 };

/** a·x + b·y … of vectors. */
export const mix = (...parts: readonly (readonly [number, Vec3])[]): Vec3 => {
  const sum = (axis: 0 | 1 | 2) => parts.reduce((all, [share, v]) => all + share * v[axis], 0);
  return [sum(0), sum(1), sum(2)];
};

/** Both turned by an angle within their plane: `from` goes towards `to`. */
function turned(from: Vec3, to: Vec3, degrees: number): [Vec3, Vec3] {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [mix([c, from], [s, to]), mix([c, to], [-s, from])];
}

/**
 * The frame after a movement in its own words: shifts along its axes, then rotation, tip and torque, each about the
 * axes that the one before has left (Euler z-y-x). What movementBetween reads of the two frames is this movement.
 */
export function moved(frame: Frame, by: Partial<Movement>): Frame {
  const { mesial: dm = 0, buccal: db = 0, extrusion = 0, rotation = 0, tip = 0, torque = 0 } = by;
  const at = mix([1, frame.at], [dm, frame.mesial], [db, frame.buccal], [extrusion, frame.occlusal]);
  let { mesial, buccal, occlusal } = frame;
  [buccal, mesial] = turned(buccal, mesial, rotation);
  [occlusal, mesial] = turned(occlusal, mesial, tip);
  [occlusal, buccal] = turned(occlusal, buccal, torque);
  return { at, mesial, buccal, occlusal };
}

/** The turn that takes the axes of one frame to those of another. */
export function turnBetween(from: Frame, to: Frame): Quat {
  // R = Σ to_k · from_kᵀ, read as a quaternion (Shepperd's way: by its largest part).
  const r = (row: 0 | 1 | 2, column: 0 | 1 | 2) =>
    to.mesial[row] * from.mesial[column] +
    to.buccal[row] * from.buccal[column] +
    to.occlusal[row] * from.occlusal[column];
  const trace = r(0, 0) + r(1, 1) + r(2, 2);
  const squares = [1 + 2 * r(0, 0) - trace, 1 + 2 * r(1, 1) - trace, 1 + 2 * r(2, 2) - trace, 1 + trace];
  const largest = squares.indexOf(Math.max(...squares));
  const [xy, xz, yz] = [r(0, 1) + r(1, 0), r(0, 2) + r(2, 0), r(1, 2) + r(2, 1)];
  const [wx, wy, wz] = [r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)];
  const big = squares[largest] ?? 1;
  const rows: readonly Quat[] = [
    [big, xy, xz, wx],
    [xy, big, yz, wy],
    [xz, yz, big, wz],
    [wx, wy, wz, big],
  ];
  const [x, y, z, w] = rows[largest] ?? [0, 0, 0, 1];
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

/** True where mesial, buccal and occlusal are a left-handed three: in quadrants 2 and 4. */
export const leftHanded = ({ mesial, buccal, occlusal }: Frame): boolean =>
  dot(cross(mesial, buccal), occlusal) < 0;

/** A direction's nine numbers in the order of a bundle. */
export const axesIn = ({ mesial, buccal, occlusal }: Frame): number[] => [...mesial, ...buccal, ...occlusal];

/** The frame of a bundle's tooth at stage 0. */
export function frameOf(tooth: { pivot: Vec3; axes: number[] }): Frame {
  const [mesial, buccal, occlusal] = axesOf(tooth);
  return { at: tooth.pivot, mesial, buccal, occlusal };
}
