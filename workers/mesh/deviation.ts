/**
 * Measures how far a preview deviates from its scan. Why: the error that a simplification returns is no upper
 * bound.
 */
import type { MeshOrigin } from './cells.ts';
import { createCornerTest } from './corner-set.ts';
import { seededRandom } from './seeded-random.ts';
import { createSurfaceDistance } from './surface-distance.ts';
import type { Mesh } from './weld.ts';

/** Distances in the model's unit. */
export type MeshDeviation = { mean: number; p99: number; max: number };

/** Number of points measured. More would change p99 and max little. */
export const deviationSampleSize = 20_000;

/** Draws a uniform sample of `size` points from a stream (Li's algorithm L, which skips most points). */
export function createPointSampler(size: number = deviationSampleSize, seed = 1) {
  const random = seededRandom(seed);
  const points = new Float64Array(3 * size);
  let seen = 0;
  /** Index of the next point to enter the sample. */
  let next = size - 1;
  let weight = 1;
  const log = () => Math.log(1 - random());
  const skip = () => {
    weight *= Math.exp(log() / size);
    next += 1 + Math.floor(log() / Math.log1p(-weight));
  };
  skip();
  return {
    /** Adds points of the stream. @param more x, y, z of each of `count` points */
    add(more: ArrayLike<number>, count: number): void {
      const first = seen;
      const keep = (at: number, point: number) => {
        for (let axis = 0; axis < 3; axis++) points[3 * at + axis] = more[3 * point + axis] ?? 0;
      };
      for (; seen < Math.min(first + count, size); seen++) keep(seen, seen - first);
      for (; next < first + count; skip()) keep(Math.floor(random() * size), next - first);
      seen = first + count;
    },
    /** Returns x, y, z of each sampled point, relative to `origin`. */
    points: (origin: MeshOrigin = [0, 0, 0]): Float32Array =>
      Float32Array.from(
        points.subarray(0, 3 * Math.min(seen, size)),
        (value, i) => value - (origin[i % 3] ?? 0),
      ),
  };
}

/** Returns the value at this share of the sorted numbers. */
const quantile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Limit of tested triangles, about a second. Without it, a heap of large triangles would take very long. */
const testedTrianglesMax = 20_000_000;

/** Returns the distances from the points to the surface, zeros if there are no points. */
export function measureDeviation(mesh: Mesh, points: Float32Array): MeshDeviation {
  const isCorner = createCornerTest(mesh);
  let nearest: ReturnType<typeof createSurfaceDistance> | undefined;
  const distances = new Float64Array(points.length / 3);
  let measured = 0;
  for (; measured < distances.length && (nearest?.looked() ?? 0) < testedTrianglesMax; measured++) {
    const x = points[3 * measured] as number;
    const y = points[3 * measured + 1] as number;
    const z = points[3 * measured + 2] as number;
    // A kept vertex has distance 0: true of all of a small model, and of many points of a large one.
    if (isCorner(x, y, z)) continue;
    nearest ??= createSurfaceDistance(mesh);
    distances[measured] = nearest.distance(x, y, z);
  }
  const sorted = distances.subarray(0, measured).sort();
  const mean = sorted.reduce((sum, d) => sum + d, 0) / Math.max(1, measured);
  return { mean, p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}
