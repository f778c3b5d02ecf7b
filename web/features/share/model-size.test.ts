import { expect, test } from 'vitest';
import { modelSizeOf } from './model-size.ts';

const corners = (x: number, y: number, z: number) => Float32Array.from([-x, 0, 2, x, y, 2 + z, 0, 0, 2]);

test.each([
  [corners(32, 50, 20), [64, 50, 20], 'mm'],
  [corners(3.2, 5, 2), [64, 50, 20], 'cm'],
  [corners(300, 50, 20), [600, 50, 20], undefined],
  [new Float32Array(), [0, 0, 0], undefined],
] as const)('the size of a model is its bounding box in millimetres', (positions, mm, unit) => {
  const size = modelSizeOf(positions);
  expect(size.mm.map(side => Math.round(side * 1000) / 1000)).toEqual(mm);
  expect(size.unit).toBe(unit);
});
