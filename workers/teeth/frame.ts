/** The frame of a tooth: its crown's middle and its three directions. */
import { type Movement, toothAxesOf } from '#events/plan/movement.ts';
import { cross, dot, type Quat, type Vec3 } from '#events/plan/pose.ts';

/**
 * World coordinates of pose.ts, mm: `at` is the crown's middle; unit vectors to mesial, buccal and occlusal,
 * orthogonal.
 */
export type ToothFrame = { at: Vec3; mesial: Vec3; buccal: Vec3; occlusal: Vec3 };

/** Linear combination of vectors: a·x + b·y + … */
export const combineVectors = (...parts: readonly (readonly [number, Vec3])[]): Vec3 => {
  const sum = (axis: 0 | 1 | 2) => parts.reduce((all, [share, v]) => all + share * v[axis], 0);
  return [sum(0), sum(1), sum(2)];
};

/** Rotates two orthogonal vectors in their plane: `from` moves towards `to`. */
function turned(from: Vec3, to: Vec3, degrees: number): [Vec3, Vec3] {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [combineVectors([c, from], [s, to]), combineVectors([c, to], [-s, from])];
}

/**
 * Returns the frame after a movement: shifts along its axes, then rotation, tip and torque, each about the
 * axes left by the one before (Euler z-y-x). Inverse of movementBetween.
 */
export function moveFrame(frame: ToothFrame, by: Partial<Movement>): ToothFrame {
  const { mesial: dm = 0, buccal: db = 0, extrusion = 0, rotation = 0, tip = 0, torque = 0 } = by;
  const at = combineVectors(
    [1, frame.at],
    [dm, frame.mesial],
    [db, frame.buccal],
    [extrusion, frame.occlusal],
  );
  let { mesial, buccal, occlusal } = frame;
  [buccal, mesial] = turned(buccal, mesial, rotation);
  [occlusal, mesial] = turned(occlusal, mesial, tip);
  [occlusal, buccal] = turned(occlusal, buccal, torque);
  return { at, mesial, buccal, occlusal };
}

/** Rotation from one frame's axes to another's. */
export function rotationBetweenFrames(from: ToothFrame, to: ToothFrame): Quat {
  // R = Σ to_k · from_kᵀ, converted to a quaternion by its largest component (Shepperd).
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

/** True if mesial, buccal and occlusal are left-handed, as in quadrants 2 and 4. */
export const isLeftHanded = ({ mesial, buccal, occlusal }: ToothFrame): boolean =>
  dot(cross(mesial, buccal), occlusal) < 0;

/** The three directions as nine numbers, in the order of a bundle. */
export const axesOfFrame = ({ mesial, buccal, occlusal }: ToothFrame): number[] => [
  ...mesial,
  ...buccal,
  ...occlusal,
];

/** The frame of a bundle's tooth at stage 0. */
export function frameOf(tooth: { pivot: Vec3; axes: number[] }): ToothFrame {
  const [mesial, buccal, occlusal] = toothAxesOf(tooth);
  return { at: tooth.pivot, mesial, buccal, occlusal };
}
