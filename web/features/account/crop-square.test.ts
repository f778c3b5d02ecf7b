import { expect, test } from 'vitest';
import { cropSquareOf, initialCrop, keepCropInside, maxCropZoom, moveCrop } from './crop-square.ts';

const wide = { width: 400, height: 200 };

test('the whole crop is the middle of the longer side', () => {
  expect(cropSquareOf(wide, initialCrop)).toEqual({ left: 100, top: 0, side: 200 });
  expect(cropSquareOf({ width: 200, height: 400 }, initialCrop)).toEqual({ left: 0, top: 100, side: 200 });
});

test('dragging the picture to the right shows more of its left', () => {
  expect(cropSquareOf(wide, moveCrop(wide, initialCrop, 0.25, 0))).toEqual({ left: 50, top: 0, side: 200 });
});

test('the square never leaves the picture', () => {
  expect(cropSquareOf(wide, moveCrop(wide, initialCrop, 9, 9))).toEqual({ left: 0, top: 0, side: 200 });
  expect(cropSquareOf(wide, moveCrop(wide, initialCrop, -9, -9))).toEqual({ left: 200, top: 0, side: 200 });
  expect(cropSquareOf(wide, { x: 1, y: 1, zoom: 2 })).toEqual({ left: 300, top: 100, side: 100 });
});

test('enlarging keeps the centre, within limits', () => {
  expect(cropSquareOf(wide, { ...initialCrop, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 });
  expect(keepCropInside(wide, { ...initialCrop, zoom: 99 }).zoom).toBe(maxCropZoom);
  expect(keepCropInside(wide, { ...initialCrop, zoom: 0 }).zoom).toBe(1);
});
