import { describe, expect, it } from 'vitest';
import type { Fdi } from '../tooth/fdi.ts';
import { isOnRightSide, quadrantOf } from '../tooth/fdi.ts';
import { type Movement, movementAxes, movementBetween } from './movement.ts';
import { cross, dot, type Pose, type Quat, type Vec3 } from './pose.ts';

const start: Pose = { p: [0, 0, 0], q: [0, 0, 0, 1] };
const about = ([x, y, z]: Vec3, degrees: number): Quat => {
  const half = (degrees * Math.PI) / 360;
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
};

/** A first molar's frame: x to the patient's left, y up, z to the front. */
function frame(tooth: Fdi): readonly [Vec3, Vec3, Vec3] {
  const up = tooth < 30 ? -1 : 1;
  return [
    [0, 0, 1],
    [isOnRightSide(tooth) ? -1 : 1, 0, 0],
    [0, up, 0],
  ];
}
const still: Movement = { mesial: 0, buccal: 0, extrusion: 0, rotation: 0, tip: 0, torque: 0 };
const close = (seen: Movement, expected: Partial<Movement>) => {
  for (const axis of movementAxes) expect(seen[axis]).toBeCloseTo({ ...still, ...expected }[axis], 9);
};

describe.each([16, 26, 36, 46] as const)('the first molar %i', tooth => {
  const axes = frame(tooth);
  const [mesial, buccal, occlusal] = axes;
  const turned = (axis: Vec3, degrees: number) =>
    movementBetween(axes, start, { p: [0, 0, 0], q: about(axis, degrees) });

  it('has a right-handed frame in quadrants 1 and 3 only', () => {
    expect(dot(cross(mesial, buccal), occlusal)).toBe(quadrantOf(tooth) % 2 === 1 ? 1 : -1);
  });
  it('moves to the front: mesial; away from the tongue: buccal; towards the other jaw: extrusion', () => {
    const moved = (p: Vec3) => movementBetween(axes, start, { p, q: start.q });
    close(moved([0, 0, 0.4]), { mesial: 0.4 });
    close(moved([isOnRightSide(tooth) ? -0.3 : 0.3, 0, 0]), { buccal: 0.3 });
    close(moved([0, tooth < 30 ? -0.2 : 0.2, 0]), { extrusion: 0.2 });
  });
  it('leans its crown to the front: tip to mesial', () => {
    // The crown's top moves to the front: from occlusal towards mesial.
    const axis = cross(occlusal, mesial);
    close(turned(axis, 7), { tip: 7 });
    close(turned(axis, -7), { tip: -7 });
  });
  it('leans its crown to the cheek: torque to buccal', () => {
    close(turned(cross(occlusal, buccal), 9), { torque: 9 });
  });
  it('turns its buccal face to the front: rotation to mesial', () => {
    close(turned(cross(buccal, mesial), 12), { rotation: 12 });
  });
  it('is measured between two stages in the frame of the start', () => {
    const from: Pose = { p: [1, 2, 3], q: about(cross(occlusal, mesial), 20) };
    const to: Pose = { p: [1, 2, 3.5], q: about(cross(occlusal, mesial), 26) };
    close(movementBetween(axes, from, to), { mesial: 0.5, tip: 6 });
  });
});

it('angles are Euler angles z-y-x, composed in that order', () => {
  const axes = frame(36);
  const [x, y, z] = axes;
  const multiply = (a: Quat, b: Quat): Quat => [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
  // Tooth 36 has a right-handed frame: z, then y of the rotated, then x of the twice rotated frame.
  const q = multiply(multiply(about(z, -12), about(y, 7)), about(x, -9));
  close(movementBetween(axes, start, { p: [0, 0, 0], q }), { rotation: 12, tip: 7, torque: 9 });
});
