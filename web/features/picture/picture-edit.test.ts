import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cropFromPoints,
  cropSides,
  minCropShare,
  noPictureEdit,
  type PictureEdit,
  picturePlacementOf,
  rotatePicture,
  withCropSide,
} from './picture-edit.ts';

/** Returns the position of a pixel's centre after the edit. */
function moved(edit: PictureEdit, [x, y]: [number, number], width: number, height: number) {
  const [a, b, c, d, e, f] = picturePlacementOf(edit, width, height).transform;
  return [a * (x + 0.5) + c * (y + 0.5) + e - 0.5, b * (x + 0.5) + d * (y + 0.5) + f - 0.5];
}

test('a clockwise quarter turn moves the upper left corner to the upper right', () => {
  const once = rotatePicture(noPictureEdit, 1);
  expect(picturePlacementOf(once, 40, 30)).toMatchObject({ width: 30, height: 40 });
  expect(moved(once, [0, 0], 40, 30)).toEqual([29, 0]);
  expect(moved(rotatePicture(once, 1), [0, 0], 40, 30)).toEqual([39, 29]);
  expect(moved(rotatePicture(noPictureEdit, -1), [0, 0], 40, 30)).toEqual([0, 39]);
});

test('a crop at the left is at the top after a clockwise quarter turn', () => {
  const edit = { ...noPictureEdit, crop: withCropSide(noPictureEdit.crop, 'left', 0.25) };
  expect(picturePlacementOf(edit, 40, 30)).toMatchObject({ width: 30, height: 30 });
  expect(moved(edit, [10, 0], 40, 30)).toEqual([0, 0]);
  const once = rotatePicture(edit, 1);
  expect(once.crop).toMatchObject({ left: 0, top: 0.25, right: 0, bottom: 0 });
  expect(moved(once, [10, 29], 40, 30)).toEqual([0, 0]);
});

test('four turns, and one turn forth and back, change nothing', () => {
  const edit: PictureEdit = { turns: 1, crop: { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 } };
  expect(rotatePicture(rotatePicture(rotatePicture(rotatePicture(edit, 1), 1), 1), 1)).toEqual(edit);
  expect(rotatePicture(rotatePicture(edit, -1), 1)).toEqual(edit);
});

test('a crop always leaves part of the picture and stays within it', () => {
  const point = fc.record({
    x: fc.double({ min: -2, max: 3, noNaN: true }),
    y: fc.double({ min: -2, max: 3, noNaN: true }),
  });
  const share = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(point, point, fc.constantFrom(...cropSides), share, (a, b, side, more) => {
      const crop = withCropSide(cropFromPoints(a, b), side, more);
      for (const s of cropSides) expect(crop[s]).toBeGreaterThanOrEqual(0);
      expect(1 - crop.left - crop.right).toBeGreaterThanOrEqual(minCropShare - 1e-9);
      expect(1 - crop.top - crop.bottom).toBeGreaterThanOrEqual(minCropShare - 1e-9);
      const { width, height } = picturePlacementOf({ turns: 0, crop }, 400, 300);
      expect(width).toBeGreaterThanOrEqual(39);
      expect(height).toBeGreaterThanOrEqual(29);
    }),
    { numRuns: 300, seed: 8 },
  );
});
