/** Classifies the pixels of a photo as skin, mucosa or tooth by their colour. Pure. */
import type { Slot } from '#events/case/options.ts';

/** RGBA bytes, row by row from the top. */
export type Bitmap = { data: ArrayLike<number>; width: number; height: number };

export type ViewGuess = { slot: Slot; confidence: number };

type Tissue = 'skin' | 'mucosa' | 'tooth';

export type ClassifiedPixels = {
  width: number;
  height: number;
  /** Masks: 1 where a pixel is of that tissue. */
  is: Readonly<Record<Tissue, Uint8Array>>;
  /** Share of each tissue in all pixels, 0 to 1. */
  share: Readonly<Record<Tissue, number>>;
  /** Lightness of each pixel, 0 to 255. */
  light: Float32Array;
  /** Mean saturation of the picture, 0 to 1. */
  saturation: number;
};

/** Mucosa and lips are red: much more red than green, and green about as much as blue. */
const isMucosa = (r: number, g: number, b: number) => r > 50 && r - g > 30 && r - g > 2.4 * (g - b);

/** Skin of any tone is orange: red above green above blue in similar steps. */
const isSkin = (r: number, g: number, b: number) =>
  r > 60 && r - g > 8 && g - b > 4 && g - b > 0.35 * (r - g) && r - b < 140;

/** Enamel is light and nearly colourless, yellowish rather than red. */
const isTooth = (r: number, g: number, b: number) => {
  const most = Math.max(r, g, b);
  return most > 120 && (most - Math.min(r, g, b)) / most < 0.3 && r >= b && r - g < 0.11 * most;
};

export function classifyPixels({ data, width, height }: Bitmap): ClassifiedPixels {
  const count = width * height;
  const is = { skin: new Uint8Array(count), mucosa: new Uint8Array(count), tooth: new Uint8Array(count) };
  const light = new Float32Array(count);
  const total = { skin: 0, mucosa: 0, tooth: 0 };
  let saturation = 0;
  for (let at = 0; at < count; at++) {
    const [r, g, b] = [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0];
    const most = Math.max(r, g, b);
    light[at] = 0.3 * r + 0.59 * g + 0.11 * b;
    saturation += most === 0 ? 0 : (most - Math.min(r, g, b)) / most;
    const tissue: Tissue | null = isMucosa(r, g, b)
      ? 'mucosa'
      : isTooth(r, g, b)
        ? 'tooth'
        : isSkin(r, g, b)
          ? 'skin'
          : null;
    if (tissue === null) continue;
    is[tissue][at] = 1;
    total[tissue] += 1;
  }
  const share = { skin: total.skin / count, mucosa: total.mucosa / count, tooth: total.tooth / count };
  return { width, height, is, share, light, saturation: saturation / count };
}

/** Share of mask pixels within a box, whose sides are shares of the picture's width and height. */
export function maskCoverage(
  { width, height }: Pick<ClassifiedPixels, 'width' | 'height'>,
  mask: Uint8Array,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): number {
  const [left, right] = [Math.floor(x0 * width), Math.ceil(x1 * width)];
  const [top, bottom] = [Math.floor(y0 * height), Math.ceil(y1 * height)];
  let inside = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) inside += mask[y * width + x] ?? 0;
  return inside / Math.max(1, (right - left) * (bottom - top));
}

/** Counts a mask's pixels in each column. */
export function countMaskByColumn(
  { width, height }: Pick<ClassifiedPixels, 'width' | 'height'>,
  mask: Uint8Array,
): number[] {
  return Array.from({ length: width }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < height; y++) sum += mask[y * width + x] ?? 0;
    return sum;
  });
}

/** Confidence that rises from 0.5 at `from` to 0.95 at `sure`. */
export const interpolateConfidence = (value: number, from: number, sure: number): number =>
  0.5 + 0.45 * Math.min(1, Math.max(0, (value - from) / (sure - from)));
