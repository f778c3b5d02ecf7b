import { describe, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import { createSurfaceDistance } from './surface-distance.ts';
import { squaredDistanceToTriangle } from './triangle-distance.ts';
import type { Mesh } from './weld.ts';

type Point = readonly [number, number, number];

/** Brute force: the least distance to a dense grid of points on the triangle. */
function bySteps(b: Point, c: Point, p: Point): number {
  const steps = 400;
  let best = Infinity;
  for (let i = 0; i <= steps; i++)
    for (let j = 0; i + j <= steps; j++) {
      const [v, w] = [i / steps, j / steps];
      best = Math.min(
        best,
        p.reduce(
          (sum, value, axis) => sum + (value - v * (b[axis] as number) - w * (c[axis] as number)) ** 2,
          0,
        ),
      );
    }
  return best;
}

describe('the distance to a triangle', () => {
  it('is the least distance to any of its points', () => {
    const random = seededRandom(3);
    const point = (): Point => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
    for (let round = 0; round < 40; round++) {
      const [b, c, p] = [point(), point(), point()];
      expect(Math.sqrt(squaredDistanceToTriangle(...b, ...c, ...p))).toBeCloseTo(
        Math.sqrt(bySteps(b, c, p)),
        1,
      );
      expect(squaredDistanceToTriangle(...b, ...c, ...p)).toBeLessThanOrEqual(bySteps(b, c, p) + 1e-12);
    }
  });
  it.each([
    ['above its middle', [0.2, 0.2, 3], 3],
    ['beyond its first corner', [-3, -4, 0], 5],
    ['beyond its second corner', [4, -4, 0], 5],
    ['beyond its third corner', [-4, 4, 0], 5],
    ['beside its first side', [0.5, -2, 0], 2],
    ['beside its long side', [1, 1, 0], Math.SQRT1_2],
  ] as const)('is right for a point %s', (_where, p, distance) => {
    expect(Math.sqrt(squaredDistanceToTriangle(1, 0, 0, 0, 1, 0, p[0], p[1], p[2]))).toBeCloseTo(
      distance,
      12,
    );
  });
});

/** Triangles at random positions. */
function heap(triangles: number, seed: number, size: number): Mesh {
  const random = seededRandom(seed);
  const positions = new Float32Array(9 * triangles);
  for (let t = 0; t < triangles; t++) {
    const centre = [10 * random(), 6 * random(), 3 * random()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = (centre[i % 3] as number) + size * random();
  }
  return { positions, indices: Uint32Array.from({ length: 3 * triangles }, (_, i) => i) };
}

const byAll = ({ positions }: Mesh, p: Point) => {
  const corner = (at: number): [number, number, number] => [
    positions[at] as number,
    positions[at + 1] as number,
    positions[at + 2] as number,
  ];
  const less = (a: Point, b: Point): [number, number, number] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  let best = Infinity;
  for (let at = 0; at < positions.length; at += 9) {
    const a = corner(at);
    best = Math.min(
      best,
      squaredDistanceToTriangle(...less(corner(at + 3), a), ...less(corner(at + 6), a), ...less(p, a)),
    );
  }
  return Math.sqrt(best);
};

describe('the distance to a surface', () => {
  it.each([
    [1, 1],
    [300, 0.2],
    [300, 4],
    [2000, 0.05],
    [300, 40],
  ])('of %d triangles of size %d equals the least distance to any of them', (triangles, size) => {
    const mesh = heap(triangles, triangles, size);
    const nearest = createSurfaceDistance(mesh).distance;
    const random = seededRandom(11);
    for (let round = 0; round < 200; round++) {
      // Half of the points are outside the box, some of them far.
      const p: Point = [30 * random() - 10, 18 * random() - 6, 9 * random() - 3];
      expect(nearest(...p)).toBeCloseTo(byAll(mesh, p), 5);
    }
  });
  it('is 0 on the surface itself', () => {
    const mesh = heap(500, 5, 0.3);
    const nearest = createSurfaceDistance(mesh).distance;
    for (let v = 0; v < 100; v++) {
      const [x = 0, y = 0, z = 0] = mesh.positions.subarray(3 * v, 3 * v + 3);
      expect(nearest(x, y, z)).toBe(0);
    }
  });
});
