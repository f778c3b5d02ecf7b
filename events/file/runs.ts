/**
 * Passes on a model's triangles in runs of a thousand, because a call for each corner costs more than its
 * work.
 */
import { createBox } from './box.ts';
import type { ModelFacts } from './check.ts';

/**
 * Receives a run of triangles, in the file's order and unit. `corners` holds nine numbers of each, x, y, z of
 * its corners. The array is reused for the next run.
 */
export type OnTriangles = (corners: Float64Array, triangles: number) => void;

/** Triangles of a run: 72 kB of numbers, which fit into a processor's cache. */
const runTriangles = 1024;

/** Collects corners into runs, three a triangle. */
export function createRuns(onTriangles: OnTriangles) {
  const run = new Float64Array(9 * runTriangles);
  const box = createBox();
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
    /** Complete triangles so far. */
    triangles: (): number => before + Math.floor(filled / 9),
    /** Passes on the last run. */
    end(): Pick<ModelFacts, 'triangles' | 'box'> {
      if (filled > 0) handOn();
      return { triangles: before, box: box.value() };
    },
  };
}
