import { expect, test } from 'vitest';
import { keepInside, maxZoom, moveCrop, squareOf, wholeCrop } from './crop-square.ts';

const wide = { width: 400, height: 200 };

test('the whole crop is the middle of the longer side', () => {
  expect(squareOf(wide, wholeCrop)).toEqual({ left: 100, top: 0, side: 200 });
  expect(squareOf({ width: 200, height: 400 }, wholeCrop)).toEqual({ left: 0, top: 100, side: 200 });
});

test('dragging the picture to the right shows more of its left', () => {
  expect(squareOf(wide, moveCrop(wide, wholeCrop, 0.25, 0))).toEqual({ left: 50, top: 0, side: 200 });
});

test('the square never leaves the picture', () => {
  expect(squareOf(wide, moveCrop(wide, wholeCrop, 9, 9))).toEqual({ left: 0, top: 0, side: 200 });
  expect(squareOf(wide, moveCrop(wide, wholeCrop, -9, -9))).toEqual({ left: 200, top: 0, side: 200 });
  expect(squareOf(wide, { x: 1, y: 1, zoom: 2 })).toEqual({ left: 300, top: 100, side: 100 });
});

test('enlarging keeps the centre, within limits', () => {
  expect(squareOf(wide, { ...wholeCrop, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 });
  expect(keepInside(wide, { ...wholeCrop, zoom: 99 }).zoom).toBe(maxZoom);
  expect(keepInside(wide, { ...wholeCrop, zoom: 0 }).zoom).toBe(1);
});
