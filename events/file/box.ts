/** A bounding box that grows. */
import type { ModelFacts } from './check.ts';

export function createBox() {
  const box: ModelFacts['box'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  return {
    add(x: number, y: number, z: number): void {
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (z < box[2]) box[2] = z;
      if (x > box[3]) box[3] = x;
      if (y > box[4]) box[4] = y;
      if (z > box[5]) box[5] = z;
    },
    /** Six zeros where nothing was added. −0 is 0. */
    value: (): ModelFacts['box'] =>
      box[0] === Infinity ? [0, 0, 0, 0, 0, 0] : (box.map(v => v + 0) as ModelFacts['box']),
  };
}
