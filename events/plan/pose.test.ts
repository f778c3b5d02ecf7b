import { describe, expect, it } from 'vitest';
import { interpolatePose, type Quat } from './pose.ts';

/** A rotation about y, in degrees, as a quaternion. */
const turn = (degrees: number): Quat => {
  const half = (degrees * Math.PI) / 360;
  return [0, Math.sin(half), 0, Math.cos(half)];
};
/** The angle about y halfway between two rotations. */
function between(from: Quat, to: Quat): number {
  const out = new Float64Array(7);
  interpolatePose([0, 0, 0, ...from, 0, 0, 0, ...to], 0.5, out);
  const [, , , x = 0, y = 0, z = 0, w = 0] = out;
  expect([x, z]).toEqual([0, 0]);
  return (2 * Math.atan2(y, w) * 180) / Math.PI;
}
const negative = ([x, y, z, w]: Quat): Quat => [-x || 0, -y, -z || 0, -w];

describe('a pose between two stages', () => {
  it('has half of the rotation', () => {
    expect(between(turn(10), turn(30))).toBeCloseTo(20, 9);
  });
  it('takes the shorter way if the quaternions differ in sign', () => {
    expect(between(turn(10), negative(turn(30)))).toBeCloseTo(20, 9);
    expect(between(turn(10), negative(turn(10)))).toBeCloseTo(10, 9);
  });
});
