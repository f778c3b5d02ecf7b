/**
 * Builds a closed mesh over a stack of rings. Triangles face outwards if the rings run counter-clockwise seen
 * from above.
 */
import type { Mesh } from '../mesh/weld.ts';

export type RingPoint = readonly [x: number, y: number, z: number];

/** How the last ring is closed: by a fan around a point, or side to side if it is narrow. */
type Lid = { point: RingPoint } | 'zip';

export function createRingMesh(around: number) {
  const positions: number[] = [];
  const indices: number[] = [];
  let rings = 0;
  const put = (corner: RingPoint) => positions.push(...corner) / 3 - 1;
  const first = (ring: number) => ring * around;
  const fan = (ring: number, middle: number, turned: boolean) => {
    for (let j = 0; j < around; j++) {
      const [a, b] = [first(ring) + j, first(ring) + ((j + 1) % around)];
      indices.push(...(turned ? [b, a, middle] : [a, b, middle]));
    }
  };
  const zip = (ring: number) => {
    const at = (j: number) => first(ring) + (j % around);
    for (let j = 0; j < around / 2; j++) {
      if (j > 0) indices.push(at(j), at(around - j - 1), at(around - j));
      if (j < around / 2 - 1) indices.push(at(j), at(j + 1), at(around - j - 1));
    }
  };
  return {
    /** Adds the next ring upwards: `around` vertices, counter-clockwise seen from above. */
    ring(corner: (j: number) => RingPoint): void {
      for (let j = 0; j < around; j++) put(corner(j));
      if (rings > 0)
        for (let j = 0; j < around; j++) {
          const next = (j + 1) % around;
          const [a, b] = [first(rings - 1) + j, first(rings - 1) + next];
          const [c, d] = [first(rings) + next, first(rings) + j];
          indices.push(a, b, c, a, c, d);
        }
      rings += 1;
    },
    /** Closes the mesh at both ends. @param foot a point in the middle of the first ring */
    end(foot: RingPoint, lid: Lid): Mesh {
      if (lid === 'zip') zip(rings - 1);
      fan(0, put(foot), true);
      if (lid !== 'zip') fan(rings - 1, put(lid.point), false);
      return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
    },
  };
}
