/** Photo recognition on the drawn photos: every slot, three patients, and common variations. */
import { describe, expect, test } from 'vitest';
import { type Slot, slots } from '#events/case/options.ts';
import { analysedWidthPx, type Bitmap, guessView } from '#workers/photo/guess-view.ts';
import { drawPictureCanvas } from './pictures.ts';

const all: readonly Slot[] = [...slots.photo, ...slots.radiograph];

type Rgb = [number, number, number];
type Edit = {
  /** Colour of a pixel in the photo, from its colour in the drawing. */
  tint?: (rgb: Rgb) => Rgb;
  /** Visible part of the drawing as shares: left, top, width, height. */
  crop?: [number, number, number, number];
  flip?: 'sideways' | 'upside down';
};

/** Cached, because drawing takes longer than recognising. */
const drawn = new Map<string, ReturnType<ReturnType<typeof drawPictureCanvas>['rgb']>>();
function drawingOf(slot: Slot, variant: number) {
  const key = `${slot} ${variant}`;
  const known = drawn.get(key) ?? drawPictureCanvas(slot, variant).rgb();
  drawn.set(key, known);
  return known;
}

/** The drawing in the form that the worker receives. */
function bitmapOf(slot: Slot, variant: number, { tint, crop = [0, 0, 1, 1], flip }: Edit = {}): Bitmap {
  const { width, height, bytes } = drawingOf(slot, variant);
  const [left, top, wide, high] = crop;
  const scale = analysedWidthPx / (width * wide);
  const [w, h] = [Math.round(width * wide * scale), Math.round(height * high * scale)];
  const data = new Uint8ClampedArray(w * h * 4);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const sx = Math.min(width - 1, Math.floor(left * width + (x + 0.5) / scale));
      const sy = Math.min(height - 1, Math.floor(top * height + (y + 0.5) / scale));
      const at = flip === 'sideways' ? [w - 1 - x, y] : flip === 'upside down' ? [x, h - 1 - y] : [x, y];
      const rgb = [...bytes.subarray((sy * width + sx) * 3, (sy * width + sx) * 3 + 3)] as Rgb;
      data.set([...(tint ? tint(rgb) : rgb), 255], ((at[1] ?? 0) * w + (at[0] ?? 0)) * 4);
    }
  return { data, width: w, height: h };
}

const edits: Record<string, Edit> = {
  'as drawn': {},
  darker: { tint: ([r, g, b]) => [r * 0.82, g * 0.82, b * 0.82] },
  brighter: { tint: ([r, g, b]) => [r * 1.06, g * 1.06, b * 1.06] },
  'in warm light': { tint: ([r, g, b]) => [r * 1.02, g, b * 0.95] },
  'not in the middle': { crop: [0.04, 0.03, 0.94, 0.94] },
};

describe.each(Object.entries(edits))('a photo %s', (_name, edit) => {
  test.each(all)('is recognised as %s', slot => {
    for (const variant of [0, 1, 2]) expect(guessView(bitmapOf(slot, variant, edit))?.slot).toBe(slot);
  });
});

describe('a picture of none of the slots', () => {
  const flat = (rgb: Rgb): Bitmap => {
    const data = new Uint8ClampedArray(64 * 48 * 4);
    for (let at = 0; at < 64 * 48; at++) data.set([...rgb, 255], at * 4);
    return { data, width: 64, height: 48 };
  };
  test.each([
    ['blue', [40, 80, 160]],
    ['green', [60, 140, 60]],
    ['mucosa without a tooth', [190, 90, 90]],
  ] as [string, Rgb][])('is not guessed: %s', (_what, rgb) => expect(guessView(flat(rgb))).toBeNull());
});

test('side and arch are recognised by the teeth, not by the frame', () => {
  expect(guessView(bitmapOf('mouth-right', 0, { flip: 'sideways' }))?.slot).toBe('mouth-left');
  expect(guessView(bitmapOf('mouth-upper', 0, { flip: 'upside down' }))?.slot).toBe('mouth-lower');
});

test.each(all)('confidence in %s is never full', slot => {
  const { confidence = 0 } = guessView(bitmapOf(slot, 0)) ?? {};
  expect(confidence).toBeGreaterThan(0.5);
  expect(confidence).toBeLessThanOrEqual(0.95);
});
