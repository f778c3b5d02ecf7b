import { expect, test } from 'vitest';
import { createCornerTest } from './corner-set.ts';
import { seededRandom } from './seeded-random.ts';

const random = seededRandom(3);
const positions = Float32Array.from({ length: 3 * 500 }, () => Math.fround(Math.round(40 * random()) / 8));

test("a corner set has every triangle's corners, and no unused vertex", () => {
  const indices = Uint32Array.from({ length: 600 }, () => Math.floor(250 * random()));
  const isCorner = createCornerTest({ positions, indices });
  const slow = new Set([...indices].map(v => positions.slice(3 * v, 3 * v + 3).join()));
  for (let v = 0; v < 500; v++) {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * v, 3 * v + 3);
    expect(isCorner(x, y, z)).toBe(slow.has([x, y, z].join()));
    expect(isCorner(x, y, z + 1e-3)).toBe(false);
  }
});

test('a corner set treats −0 as 0, and is empty without triangles', () => {
  const flat = { positions: Float32Array.of(-0, 1, 2, 0, 0, 0, 1, 0, 0), indices: Uint32Array.of(0, 1, 2) };
  const isCorner = createCornerTest(flat);
  expect([isCorner(0, 1, 2), isCorner(-0, -0, 0), isCorner(1, 1, 1)]).toEqual([true, true, false]);
  expect(createCornerTest({ ...flat, indices: new Uint32Array() })(0, 0, 0)).toBe(false);
});
