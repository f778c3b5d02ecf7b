/** Tells whether a file's triangles are ordered by place. */

/** Returns the length of a triangle's first side, the cell size to begin with. */
export const firstSideLength = (run: Float32Array | Float64Array) =>
  Math.hypot(
    (run[3] as number) - (run[0] as number),
    (run[4] as number) - (run[1] as number),
    (run[5] as number) - (run[2] as number),
  ) || 1e-6;

/** Pairs of neighbours in the file that are compared in each run of triangles. */
const comparedPairs = 16;
/** Distance to the previous triangle, in triangle sides, above which both are not neighbours on the surface. */
const jump = 50;

/**
 * Detects whether a file's triangles are shuffled. Exporters write neighbours one after the other and jump
 * rarely; in a shuffled file almost every pair jumps.
 */
export function createShuffleDetector() {
  let pairs = 0;
  let jumps = 0;
  return {
    add(run: Float32Array | Float64Array, triangles: number): void {
      const compared = Math.min(comparedPairs, triangles - 1);
      for (let t = 0; t < 9 * compared; t += 9) {
        const side = firstSideLength(run.subarray(t, t + 9));
        const far = Math.hypot(
          (run[t + 9] as number) - (run[t] as number),
          (run[t + 10] as number) - (run[t + 1] as number),
          (run[t + 11] as number) - (run[t + 2] as number),
        );
        pairs += 1;
        if (far > jump * side) jumps += 1;
      }
    },
    isRandom: () => 2 * jumps > pairs,
  };
}
