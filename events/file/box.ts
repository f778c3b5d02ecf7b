/** A bounding box that grows. */
import type { ModelFacts } from './check.ts';

type Bounds = ModelFacts['box'];

export function createBoundingBox() {
  const box: Bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const join = (other: Bounds) => {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis] as number, other[axis] as number);
      box[axis + 3] = Math.max(box[axis + 3] as number, other[axis + 3] as number);
    }
  };
  return {
    /**
     * Extends the box by points. One plain loop, because it runs for each corner of millions.
     * @param points x, y, z of each
     * @param length count of numbers to read
     */
    add(points: Float32Array | Float64Array, length: number): void {
      let [x0, y0, z0, x1, y1, z1] = box;
      for (let i = 0; i < length; i += 3) {
        const x = points[i] as number;
        const y = points[i + 1] as number;
        const z = points[i + 2] as number;
        if (x < x0) x0 = x;
        if (y < y0) y0 = y;
        if (z < z0) z0 = z;
        if (x > x1) x1 = x;
        if (y > y1) y1 = y;
        if (z > z1) z1 = z;
      }
      join([x0, y0, z0, x1, y1, z1]);
    },
    /** Extends this box by another one. An empty box is from Infinity to −Infinity. */
    join,
    /** Returns the bounds; six zeros for an empty box. −0 becomes 0. */
    value: (): Bounds => (box[0] === Infinity ? [0, 0, 0, 0, 0, 0] : (box.map(v => v + 0) as Bounds)),
  };
}
