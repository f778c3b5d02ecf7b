/**
 * Guesses what a clinical photo shows from its colours and shapes. Works on a small bitmap, without a trained model.
 * Pure. Every guess is confirmed by a person.
 */
import type { Slot } from '#events/case/options.ts';
import { faceSlot } from './face.ts';
import { mouthSlot } from './mouth.ts';
import { type Bitmap, pixelsOf, type ViewGuess } from './pixels.ts';

export type { Bitmap, ViewGuess as Guess } from './pixels.ts';

/** Width of the bitmap that is looked at, px. */
export const analysedWidth = 128;

/** Share of mucosa above which a photo was taken inside the mouth. Few of these are higher than wide. */
const mucosaOfMouth = { landscape: 0.22, portrait: 0.35 };
/** Mean saturation below which a picture has no colour: a radiograph. */
const greyBelow = 0.05;
/** A panoramic radiograph is at least this much wider than high, a lateral one at most. */
const [panoramicFrom, lateralTo] = [1.5, 1.3];

function radiographSlot({ width, height }: Bitmap): ViewGuess | null {
  const ratio = width / height;
  const slot: Slot | null = ratio >= panoramicFrom ? 'panoramic' : ratio <= lateralTo ? 'lateral' : null;
  return slot && { slot, confidence: 0.8 };
}

/** Guesses the view of a picture, with a confidence of 0 to 1; null where it cannot. */
export function guessView(bitmap: Bitmap): ViewGuess | null {
  const pixels = pixelsOf(bitmap);
  if (pixels.saturation < greyBelow) return radiographSlot(bitmap);
  const shape = bitmap.height > bitmap.width ? 'portrait' : 'landscape';
  if (pixels.share.mucosa >= mucosaOfMouth[shape]) return mouthSlot(pixels);
  return faceSlot(pixels);
}
