import { beforeAll, describe, expect, it } from 'vitest';
import { createCellSimplifier } from './cell.ts';
import { createDecimator, type DecimatedPreview } from './decimate.ts';
import { createPointSampler, measureDeviation } from './deviation.ts';
import { seededRandom } from './seeded-random.ts';
import { simplifierReady } from './simplify.ts';
import { topologyOf } from './topology.ts';

beforeAll(() => simplifierReady);

type Point = [number, number, number];
const radius = 30;

/** A closed ball with bumps: rings of `fine` points, as triangles in the order of the surface. */
function bumpy(fine: number): Point[] {
  const at = (i: number, j: number): Point => {
    const [theta, phi] = [(Math.PI * i) / fine, (2 * Math.PI * (j % (2 * fine))) / (2 * fine)];
    // Each pole is a single point.
    const around = i === 0 || i === fine ? 0 : phi;
    const r = radius + Math.sin(9 * theta) * Math.cos(7 * around) * Math.sin(theta);
    return [
      r * Math.sin(theta) * Math.cos(around),
      r * Math.sin(theta) * Math.sin(around),
      r * Math.cos(theta),
    ].map(Math.fround) as Point;
  };
  const corners: Point[] = [];
  for (let i = 0; i < fine; i++)
    for (let j = 0; j < 2 * fine; j++) {
      if (i > 0) corners.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i < fine - 1) corners.push(at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  return corners;
}

/** A ball of some cells. */
const ball = bumpy(200);

/** A plate of `n` by `n` square tunnels, one in each unit square. */
function plate(n: number): Point[] {
  const square = (a: Point, b: Point, c: Point, d: Point) => [a, b, c, a, c, d];
  const ring = [
    [0, 0, 0.25, 0.25],
    [1, 0, 0.75, 0.25],
    [1, 1, 0.75, 0.75],
    [0, 1, 0.25, 0.75],
  ] as const;
  const tunnel = (x: number, y: number) =>
    ring.flatMap(([ox, oy, ix, iy], side): Point[] => {
      const [px, py, jx, jy] = ring[(side + 1) % 4] as (typeof ring)[number];
      return [
        ...square([x + ox, y + oy, 1], [x + px, y + py, 1], [x + jx, y + jy, 1], [x + ix, y + iy, 1]),
        ...square([x + ix, y + iy, 1], [x + jx, y + jy, 1], [x + jx, y + jy, 0], [x + ix, y + iy, 0]),
        ...square([x + px, y + py, 0], [x + ox, y + oy, 0], [x + ix, y + iy, 0], [x + jx, y + jy, 0]),
      ];
    });
  return Array.from({ length: n * n }, (_, i) => tunnel(i % n, Math.floor(i / n))).flat();
}

/** Shuffles whole triangles. */
function shuffled(corners: readonly Point[], seed: number): Point[] {
  const random = seededRandom(seed);
  const order = Array.from({ length: corners.length / 3 }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order.flatMap(t => corners.slice(3 * t, 3 * t + 3));
}

/** Coordinates of the corners, one after another. */
function flatOf(corners: readonly Point[]): Float32Array {
  const coordinates = new Float32Array(3 * corners.length);
  for (const [i, corner] of corners.entries()) coordinates.set(corner, 3 * i);
  return coordinates;
}

function previewOf(
  corners: readonly Point[],
  target: number,
  expected = corners.length / 3,
): DecimatedPreview {
  const decimator = createDecimator(target, expected);
  decimator.add(flatOf(corners), corners.length / 3);
  return decimator.end();
}

const topology = ({ indices, positions }: DecimatedPreview) => topologyOf(indices, positions.length / 3);

function errorOf(preview: DecimatedPreview, corners: readonly Point[]) {
  const sample = createPointSampler(2000);
  sample.add(corners.flat(), corners.length);
  return measureDeviation(preview, sample.points());
}

describe('decimation', () => {
  it.each([
    ['in the order of the surface', (corners: Point[]) => corners],
    ['in no order', (corners: Point[]) => shuffled(corners, 4)],
  ])(
    'of a closed surface, %s, leaves it closed, in one piece and close to the original',
    (_name, ordered) => {
      const corners = ordered(ball);
      const preview = previewOf(corners, 9000);
      expect(preview.triangles).toBe(corners.length / 3);
      expect(preview.indices.length / 3).toBeLessThanOrEqual(9000);
      expect(preview.indices.length / 3).toBeGreaterThan(8000);
      expect(topology(preview)).toEqual({ components: 1, rims: 0, branching: 0 });
      expect(preview.fallback).toBeNull();
      const { mean, max } = errorOf(preview, corners);
      expect(mean).toBeLessThan(radius / 3000);
      expect(max).toBeLessThan(radius / 300);
    },
  );

  it("keeps narrow grooves in a coarse plate: clustering stays within a cell's allowed error", () => {
    // Squares of 0.5 mm, separated by grooves of 0.06 mm that are 0.4 mm deep.
    const [coarse, fine, rows] = [0.5, 0.06, 24];
    const steps = [
      ...Array.from({ length: 20 }, () => [coarse, 0] as const),
      ...Array.from({ length: 14 }, (_, i) => [fine, i < 7 ? -0.4 / 7 : 0.4 / 7] as const),
    ];
    const profile: [number, number][] = [[0, 0]];
    for (let round = 0; round < 8; round++)
      for (const [dx, dz] of steps) {
        const [x, z] = profile.at(-1) ?? [0, 0];
        profile.push([x + dx, z + dz]);
      }
    const at = (i: number, j: number): Point => {
      const [x, z] = profile[i] ?? [0, 0];
      return [x, j * 0.2, z].map(Math.fround) as Point;
    };
    const corners: Point[] = [];
    for (let i = 0; i + 1 < profile.length; i++)
      for (let j = 0; j < 10 * rows; j++)
        corners.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    const preview = previewOf(corners, 6000);
    expect(errorOf(preview, corners).max).toBeLessThan(0.06);
  });

  /** The ball simplified by one thread. */
  let alone: DecimatedPreview | undefined;
  it.each([
    ['all', () => true],
    ['every second', (nth: number) => nth % 2 === 0],
  ])(
    'gives the same result when another thread simplifies %s of the cells, in any order of completion',
    async (_name, takes) => {
      const corners = flatOf(ball);
      alone ??= previewOf(ball, 5000);
      const work = createCellSimplifier();
      const away: (() => void)[] = [];
      let asked = 0;
      const there = createDecimator(5000, corners.length / 9, task => {
        asked += 1;
        if (!takes(asked)) return;
        const own = task.corners.buffer.transfer();
        const part = work({ ...task, corners: new Float32Array(own) });
        return new Promise(resolve => away.push(() => resolve(part)));
      });
      there.add(corners, corners.length / 9);
      expect(() => there.end()).toThrow('still with another thread');
      const settled = there.settle().then(() => true);
      while (!(await Promise.race([settled, Promise.resolve(false)]))) {
        for (const back of away.splice(0).reverse()) back();
        await new Promise(setImmediate);
      }
      expect(asked).toBeGreaterThan(3);
      const [far, own] = [there.end(), alone];
      const same = (a: Float32Array | Uint32Array, b: typeof a) =>
        Buffer.from(a.buffer).equals(Buffer.from(b.buffer));
      expect([same(far.positions, own.positions), same(far.indices, own.indices)]).toEqual([true, true]);
      expect(far.box).toEqual(own.box);
    },
  );

  it('leaves a model below the target unchanged', () => {
    const corners = bumpy(20);
    const preview = previewOf(corners, 100_000);
    expect(preview.indices.length / 3).toBe(corners.length / 3);
    expect(errorOf(preview, corners).max).toBeLessThan(1e-5);
  });

  it('comes near its target on a plate of four thousand tunnels, and names the fallback it took', () => {
    const corners = plate(64);
    const preview = previewOf(corners, 100);
    expect(preview.fallback).not.toBeNull();
    expect(preview.indices.length / 3).toBeLessThanOrEqual(150);
    expect(previewOf(bumpy(60), 600).fallback).toBeNull();
  });

  it('copes with a badly wrong estimate of the number of triangles', () => {
    const corners = bumpy(100);
    for (const expected of [1, 10_000_000]) {
      const preview = previewOf(corners, 4000, expected);
      expect(preview.indices.length / 3).toBeLessThanOrEqual(4000);
      expect(topology(preview)).toMatchObject({ components: 1, rims: 0 });
    }
  });
});
