/** How far a preview lies from what it stands for: measured, since the error that a simplification returns is no bound. */
import type { Origin } from './cells.ts';
import { createCornerSet } from './corner-set.ts';
import { seededRandom } from './seeded-random.ts';
import { createSurfaceDistance } from './surface-distance.ts';
import type { Mesh } from './weld.ts';

/** Distances in the model's unit. */
export type Deviation = { mean: number; p99: number; max: number };

/** Points that are looked at: p99 and max change little beyond. */
export const sampleSize = 20_000;

/** Keeps `size` of all points that come, each as likely as any other (Li's algorithm L, which skips most of them). */
export function createSample(size: number = sampleSize, seed = 1) {
  const random = seededRandom(seed);
  const points = new Float64Array(3 * size);
  let seen = 0;
  /** The next point that takes another's place. */
  let next = size - 1;
  let weight = 1;
  const log = () => Math.log(1 - random());
  const skip = () => {
    weight *= Math.exp(log() / size);
    next += 1 + Math.floor(log() / Math.log1p(-weight));
  };
  skip();
  return {
    /** @param more x, y, z of each of `count` points */
    add(more: ArrayLike<number>, count: number): void {
      const first = seen;
      const keep = (at: number, point: number) => {
        for (let axis = 0; axis < 3; axis++) points[3 * at + axis] = more[3 * point + axis] ?? 0;
      };
      for (; seen < Math.min(first + count, size); seen++) keep(seen, seen - first);
      for (; next < first + count; skip()) keep(Math.floor(random() * size), next - first);
      seen = first + count;
    },
    /** x, y, z of each, counted from `origin`. */
    points: (origin: Origin = [0, 0, 0]): Float32Array =>
      Float32Array.from(
        points.subarray(0, 3 * Math.min(seen, size)),
        (value, i) => value - (origin[i % 3] ?? 0),
      ),
  };
}

/** What stands at this share of sorted numbers. */
const quantile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Triangles that may be looked at in all, about a second: a heap of large ones has no near ones. */
const testedTrianglesMax = 20_000_000;

/** From each point to the nearest place of the surface. @returns zeros where there are no points */
export function deviation(mesh: Mesh, points: Float32Array): Deviation {
  const isCorner = createCornerSet(mesh);
  let nearest: ReturnType<typeof createSurfaceDistance> | undefined;
  const distances = new Float64Array(points.length / 3);
  let measured = 0;
  for (; measured < distances.length && (nearest?.looked() ?? 0) < testedTrianglesMax; measured++) {
    const x = points[3 * measured] as number;
    const y = points[3 * measured + 1] as number;
    const z = points[3 * measured + 2] as number;
    // What was kept as it is lies nowhere else: all of a small model, and much of a large one.
    if (isCorner(x, y, z)) continue;
    nearest ??= createSurfaceDistance(mesh);
    distances[measured] = nearest.distance(x, y, z);
  }
  const sorted = distances.subarray(0, measured).sort();
  const mean = sorted.reduce((sum, d) => sum + d, 0) / Math.max(1, measured);
  return { mean, p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}
