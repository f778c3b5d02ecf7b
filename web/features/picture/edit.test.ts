import fc from 'fast-check';
import { expect, test } from 'vitest';
import { between, cut, frameOf, leastShare, type PictureEdit, sides, turn, untouched } from './edit.ts';

/** Where a pixel's centre comes to stand. */
function moved(edit: PictureEdit, [x, y]: [number, number], width: number, height: number) {
  const [a, b, c, d, e, f] = frameOf(edit, width, height).transform;
  return [a * (x + 0.5) + c * (y + 0.5) + e - 0.5, b * (x + 0.5) + d * (y + 0.5) + f - 0.5];
}

test('a quarter turn clockwise brings the upper left corner to the upper right', () => {
  const once = turn(untouched, 1);
  expect(frameOf(once, 40, 30)).toMatchObject({ width: 30, height: 40 });
  expect(moved(once, [0, 0], 40, 30)).toEqual([29, 0]);
  expect(moved(turn(once, 1), [0, 0], 40, 30)).toEqual([39, 29]);
  expect(moved(turn(untouched, -1), [0, 0], 40, 30)).toEqual([0, 39]);
});

test('what is cut off at the left is cut off at the top after a quarter turn clockwise', () => {
  const edit = { ...untouched, crop: cut(untouched.crop, 'left', 0.25) };
  expect(frameOf(edit, 40, 30)).toMatchObject({ width: 30, height: 30 });
  expect(moved(edit, [10, 0], 40, 30)).toEqual([0, 0]);
  const once = turn(edit, 1);
  expect(once.crop).toMatchObject({ left: 0, top: 0.25, right: 0, bottom: 0 });
  expect(moved(once, [10, 29], 40, 30)).toEqual([0, 0]);
});

test('four turns, and one there and back, change nothing', () => {
  const edit: PictureEdit = { turns: 1, crop: { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 } };
  expect(turn(turn(turn(turn(edit, 1), 1), 1), 1)).toEqual(edit);
  expect(turn(turn(edit, -1), 1)).toEqual(edit);
});

test('something of the picture is always left, and lies within it', () => {
  const point = fc.record({
    x: fc.double({ min: -2, max: 3, noNaN: true }),
    y: fc.double({ min: -2, max: 3, noNaN: true }),
  });
  const share = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(point, point, fc.constantFrom(...sides), share, (a, b, side, more) => {
      const crop = cut(between(a, b), side, more);
      for (const s of sides) expect(crop[s]).toBeGreaterThanOrEqual(0);
      expect(1 - crop.left - crop.right).toBeGreaterThanOrEqual(leastShare - 1e-9);
      expect(1 - crop.top - crop.bottom).toBeGreaterThanOrEqual(leastShare - 1e-9);
      const { width, height } = frameOf({ turns: 0, crop }, 400, 300);
      expect(width).toBeGreaterThanOrEqual(39);
      expect(height).toBeGreaterThanOrEqual(29);
    }),
    { numRuns: 300, seed: 8 },
  );
});
