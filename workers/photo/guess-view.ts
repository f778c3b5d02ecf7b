/**
 * Guesses a clinical photo's view from its colours and shapes. Works on a small bitmap, without a trained
 * model. Pure. A person confirms every guess.
 */
import type { Slot } from '#events/case/options.ts';
import { guessExtraoralView } from './face.ts';
import { guessIntraoralView } from './mouth.ts';
import { type Bitmap, classifyPixels, type ViewGuess } from './pixels.ts';

export type { Bitmap } from './pixels.ts';

/** Width in pixels of the bitmap that is analysed. */
export const analysedWidthPx = 128;

/** Share of mucosa pixels above which a photo is intraoral. Few of those are taller than wide. */
const mucosaOfMouth = { landscape: 0.22, portrait: 0.35 };
/** Mean saturation below which a picture is greyscale: a radiograph. */
const greyBelow = 0.05;
/** Width divided by height: at least this for a panoramic radiograph, at most this for a lateral one. */
const [panoramicFrom, lateralTo] = [1.5, 1.3];

function radiographSlot({ width, height }: Bitmap): ViewGuess | null {
  const ratio = width / height;
  const slot: Slot | null = ratio >= panoramicFrom ? 'panoramic' : ratio <= lateralTo ? 'lateral' : null;
  return slot && { slot, confidence: 0.8 };
}

/** Guesses a picture's view, with a confidence of 0 to 1. Null if it cannot. */
export function guessView(bitmap: Bitmap): ViewGuess | null {
  const pixels = classifyPixels(bitmap);
  if (pixels.saturation < greyBelow) return radiographSlot(bitmap);
  const shape = bitmap.height > bitmap.width ? 'portrait' : 'landscape';
  if (pixels.share.mucosa >= mucosaOfMouth[shape]) return guessIntraoralView(pixels);
  return guessExtraoralView(pixels);
}
