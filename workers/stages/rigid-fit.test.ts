import { describe, expect, it } from 'vitest';
import type { Quat, Vec3 } from '#events/plan/pose.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import { eigenDecomposition, solveDefinite } from './eigen.ts';
import {
  applyMotion,
  invertMotion,
  quaternionOfRotationVector,
  type RigidMotion,
  rotationDegrees,
  rotationToAxes,
} from './rigid.ts';
import { centrePoints, fitRigid, fitTrimmed } from './rigid-fit.ts';

const random = seededRandom(7);
const within = (size: number) => (random() - 0.5) * 2 * size;
const vector = (size: number): Vec3 => [within(size), within(size), within(size)];
const cloud = (count: number, size: number) => Float64Array.from({ length: 3 * count }, () => within(size));
function movedBy(motion: RigidMotion, points: Float64Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3)
    out.set(applyMotion(motion, [points[i] as number, points[i + 1] as number, points[i + 2] as number]), i);
  return out;
}
const between = (a: Quat, b: Quat) =>
  rotationDegrees([
    a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1],
    a[3] * b[1] - a[1] * b[3] - a[2] * b[0] + a[0] * b[2],
    a[3] * b[2] - a[2] * b[3] - a[0] * b[1] + a[1] * b[0],
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3],
  ]);

describe('a rigid fit', () => {
  it('recovers any motion, including half turns', () => {
    for (let round = 0; round < 50; round++) {
      const motion = { q: quaternionOfRotationVector(vector(round < 5 ? Math.PI : 1)), t: vector(80) };
      const points = cloud(40, 5);
      const from = centrePoints(points);
      const fit = fitRigid(from, movedBy(motion, points));
      expect(between(fit.q, motion.q)).toBeLessThan(1e-6);
      applyMotion(motion, from.centre).forEach((value, axis) => {
        expect(fit.p[axis]).toBeCloseTo(value, 9);
      });
      expect(fit.max).toBeLessThan(1e-9);
    }
  });
  it('never mirrors: a mirrored cloud shows in the residual', () => {
    const points = cloud(40, 5);
    const fit = fitRigid(
      centrePoints(points),
      points.map((value, i) => (i % 3 === 0 ? -value : value)),
    );
    expect(Math.hypot(...fit.q)).toBeCloseTo(1, 12);
    expect(fit.rms).toBeGreaterThan(0.5);
  });
  it('is optimal: any small change fits worse', () => {
    const points = cloud(30, 4);
    const now = movedBy({ q: quaternionOfRotationVector([0.2, 0.1, -0.3]), t: [1, 2, 3] }, points).map(
      v => v + within(0.1),
    );
    const from = centrePoints(points);
    const { p, q, rms } = fitRigid(from, now);
    for (let round = 0; round < 20; round++) {
      const nudge = quaternionOfRotationVector(vector(0.002));
      const shift = vector(0.002);
      let sum = 0;
      for (let i = 0; i < points.length; i += 3) {
        const own: Vec3 = [
          from.points[i] as number,
          from.points[i + 1] as number,
          from.points[i + 2] as number,
        ];
        const at = applyMotion({ q: nudge, t: [0, 0, 0] }, applyMotion({ q, t: [0, 0, 0] }, own));
        for (let k = 0; k < 3; k++)
          sum += ((at[k] as number) + (p[k] as number) + (shift[k] as number) - (now[i + k] as number)) ** 2;
      }
      expect(Math.sqrt((3 * sum) / points.length)).toBeGreaterThanOrEqual(rms);
    }
  });
  it('trimmed, follows most points, whatever the others do', () => {
    const motion = { q: quaternionOfRotationVector([0.05, -0.1, 0.02]), t: [0.4, -0.2, 0.1] as Vec3 };
    const points = cloud(200, 5);
    const now = movedBy(motion, points).map((value, i) => (i < 100 ? value + 0.5 : value));
    const fit = fitTrimmed(centrePoints(points), now);
    expect(between(fit.q, motion.q)).toBeLessThan(1e-6);
    expect(fit.kept).toBeLessThan(1e-9);
    expect(fit.max).toBeGreaterThan(0.4);
  });
});

describe('rotations', () => {
  it('to three axes map x, y and z onto them', () => {
    for (let round = 0; round < 30; round++) {
      const q = quaternionOfRotationVector(vector(Math.PI));
      const axis = (v: Vec3) => applyMotion({ q, t: [0, 0, 0] }, v);
      const again = rotationToAxes(axis([1, 0, 0]), axis([0, 1, 0]), axis([0, 0, 1]));
      expect(between(q, again)).toBeLessThan(1e-6);
    }
  });
  it('and translations invert', () => {
    const motion = { q: quaternionOfRotationVector([0.3, 2, -1]), t: [4, 5, 6] as Vec3 };
    applyMotion(invertMotion(motion), applyMotion(motion, [1, 2, 3])).forEach((value, i) => {
      expect(value).toBeCloseTo(i + 1, 12);
    });
  });
});

it('eigenvectors keep their direction and are ordered by value', () => {
  const n = 6;
  const half = Array.from({ length: n * n }, () => within(3));
  const matrix = half.map((value, i) => value + (half[(i % n) * n + Math.floor(i / n)] as number));
  const { values, vectors } = eigenDecomposition(matrix, n);
  expect([...values].sort((a, b) => a - b)).toEqual(values);
  vectors.forEach((vector, k) => {
    for (let row = 0; row < n; row++) {
      const image = vector.reduce((sum, v, column) => sum + v * (matrix[row * n + column] as number), 0);
      expect(image).toBeCloseTo((values[k] as number) * (vector[row] as number), 9);
    }
  });
});

it('solves a definite system and rejects another', () => {
  expect(solveDefinite([4, 2, 2, 3], [10, 8])?.map(v => Math.round(v * 1e9) / 1e9)).toEqual([1.75, 1.5]);
  expect(solveDefinite([1, 2, 2, 1], [1, 1])).toBeUndefined();
});
