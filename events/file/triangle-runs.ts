/**
 * Passes a model's triangles on in batches ("runs") of a thousand, because one call for each corner would be slow.
 */
import { createBoundingBox } from './box.ts';
import type { ModelFacts } from './check.ts';

/**
 * Receives a run of triangles, in the file's order and unit. `corners` holds nine numbers for each triangle: x, y and z
 * of its three corners. The array is reused for the next run.
 */
export type OnTriangles = (corners: Float64Array, triangles: number) => void;

/** Triangles of a run: 72 kB of numbers, which fit into a processor's cache. */
const runTriangles = 1024;

/** Collects corners into runs of triangles, three corners a triangle. */
export function createTriangleRuns(onTriangles: OnTriangles) {
  const run = new Float64Array(9 * runTriangles);
  const box = createBoundingBox();
  let filled = 0;
  let before = 0;

  const handOn = () => {
    const triangles = filled / 9;
    box.add(run, filled);
    onTriangles(run, triangles);
    before += triangles;
    filled = 0;
  };
  return {
    corner(x: number, y: number, z: number): void {
      run[filled] = x;
      run[filled + 1] = y;
      run[filled + 2] = z;
      filled += 3;
      if (filled === run.length) handOn();
    },
    /** Number of complete triangles so far. */
    triangles: (): number => before + Math.floor(filled / 9),
    /** Passes the last, incomplete run on, and returns the totals. */
    end(): Pick<ModelFacts, 'triangles' | 'box'> {
      if (filled > 0) handOn();
      return { triangles: before, box: box.value() };
    },
  };
}
