/**
 * Distinguishes a change of shape from scanner noise by the distribution of a motion's residuals. Noise averages out
 * over a square millimetre of surface; a bonded attachment or a ground contact does not.
 */
import { rotate, type Vec3 } from '#events/plan/pose.ts';
import { addVectors } from './rigid.ts';
import type { RigidFit } from './rigid-fit.ts';

/** Mean residual in mm above which a patch has changed its shape (MESH.md 2). */
export const maxRigidResidualMm = 0.02;
/** Noise per axis in mm above which any change is hidden. Reported as a change. */
export const maxNoiseMm = 0.05;

/** Radius of a patch of 1 mm², and distance between patch centres, mm. */
const [radius, apart] = [0.56, 0.35];
/** Standard deviations of a patch's mean that noise does not reach in a plan of 28 teeth and 40 stages. */
const surely = 6;
/** Median of the chi-square distribution with three degrees of freedom. */
const medianOfThree = 2.366;

type Patches = { from: Uint32Array; vertices: Uint32Array };

const keyOf = (points: ArrayLike<number>, v: number, side: number) =>
  [0, 1, 2].map(axis => Math.floor((points[3 * v + axis] as number) / side)).join();

function inCubes(points: ArrayLike<number>, side: number): Map<string, number[]> {
  const cubes = new Map<string, number[]>();
  for (let v = 0; v < points.length / 3; v++) {
    const key = keyOf(points, v, side);
    const cube = cubes.get(key);
    if (cube) cube.push(v);
    else cubes.set(key, [v]);
  }
  return cubes;
}

/** Returns patches of vertices, one around a vertex of each small cube. */
function patchesOf(points: Float64Array): Patches {
  const cubes = inCubes(points, radius);
  const lists: number[][] = [];
  for (const [middle = 0] of inCubes(points, apart).values()) {
    const at = [0, 1, 2].map(axis => points[3 * middle + axis] as number);
    const own: number[] = [];
    const [i = 0, j = 0, k = 0] = at.map(value => Math.floor(value / radius));
    for (let n = 0; n < 27; n++)
      for (const v of cubes.get(
        [i - 1 + (n % 3), j - 1 + (Math.floor(n / 3) % 3), k - 1 + Math.floor(n / 9)].join(),
      ) ?? [])
        if (Math.hypot(...at.map((value, axis) => (points[3 * v + axis] as number) - value)) <= radius)
          own.push(v);
    lists.push(own);
  }
  const from = new Uint32Array(lists.length + 1);
  lists.forEach((list, patch) => {
    from[patch + 1] = (from[patch] as number) + list.length;
  });
  return { from, vertices: Uint32Array.from(lists.flat()) };
}

/** Returns x, y, z of each point's deviation from the motion, mm. */
function residueOf(
  points: Float64Array,
  now: ArrayLike<number>,
  { p, q }: Pick<RigidFit, 'p' | 'q'>,
): Float64Array {
  const residue = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const v: Vec3 = [points[i] as number, points[i + 1] as number, points[i + 2] as number];
    const [x, y, z] = addVectors(rotate(q, v), p);
    residue[i] = (now[i] as number) - x;
    residue[i + 1] = (now[i + 1] as number) - y;
    residue[i + 2] = (now[i + 2] as number) - z;
  }
  return residue;
}

/**
 * Estimates the noise's standard deviation along an axis from the differences of neighbours, where a smooth
 * change hardly shows.
 */
function noiseOf(residue: Float64Array, indices: Uint32Array): number {
  const squares = new Float64Array(indices.length / 3);
  for (let t = 0; t < squares.length; t++) {
    const [a, b] = [3 * (indices[3 * t] as number), 3 * (indices[3 * t + 1] as number)];
    for (let axis = 0; axis < 3; axis++)
      squares[t] =
        (squares[t] as number) + ((residue[a + axis] as number) - (residue[b + axis] as number)) ** 2;
  }
  const median = squares.sort()[squares.length >> 1] ?? 0;
  return Math.sqrt(median / (2 * medianOfThree));
}

/**
 * Creates the measurement of a tooth's change of shape.
 * @param points of the tooth relative to its centre, at the start
 * @returns a function from a stage's points and their motion to the share of the surface that changed its shape, 0 to 1
 */
export function createShapeChangeMeter(points: Float64Array, indices: Uint32Array) {
  let patches: Patches | undefined;
  return (now: ArrayLike<number>, fit: Pick<RigidFit, 'p' | 'q'>): number => {
    patches ??= patchesOf(points);
    const { from, vertices } = patches;
    const residue = residueOf(points, now, fit);
    const noise = noiseOf(residue, indices);
    if (noise > maxNoiseMm) return 1;
    let changed = 0;
    for (let patch = 0; patch + 1 < from.length; patch++) {
      const own = vertices.subarray(from[patch], from[patch + 1]);
      const sum = [0, 0, 0];
      for (const v of own)
        for (let axis = 0; axis < 3; axis++)
          sum[axis] = (sum[axis] as number) + (residue[3 * v + axis] as number);
      const mean = Math.hypot(...sum) / own.length;
      if (mean > Math.max(maxRigidResidualMm, (surely * noise) / Math.sqrt(own.length))) changed += 1;
    }
    return changed / Math.max(1, from.length - 1);
  };
}
export type ShapeChangeMeter = ReturnType<typeof createShapeChangeMeter>;
