/** Guesses which intraoral photo it is: a bite from the front or a side, or one arch from above. Pure. */
import {
  type ClassifiedPixels,
  countMaskByColumn,
  interpolateConfidence,
  maskCoverage,
  type ViewGuess,
} from './pixels.ts';

/** The middle of the picture as left, top, right, bottom: teeth in a bite, palate or tongue in an arch. */
const middle = [0.38, 0.42, 0.62, 0.58] as const;
/** Share of tooth pixels in the middle from which the photo shows a bite. */
const biteFrom = 0.45;
/**
 * Difference of the tooth pixels of both halves, as a share of their sum, below which the bite is frontal.
 */
const sideFrom = 0.08;
/** Least distance between the front teeth and the ends of the arch, as a share of the picture's height. */
const bendFrom = 0.05;

/** Mean height of tooth pixels in some columns, 0 at the top and 1 at the bottom. Null without teeth. */
function teethAt({ width, height, is }: ClassifiedPixels, isIn: (x: number) => boolean): number | null {
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (is.tooth[y * width + x] && isIn((x + 0.5) / width)) {
        sum += (y + 0.5) / height;
        count += 1;
      }
  return count === 0 ? null : sum / count;
}

/**
 * The arch bends towards its front teeth, which are at the top of an upper photo and at the bottom of a lower
 * one.
 */
function archSlot(pixels: ClassifiedPixels): ViewGuess | null {
  const front = teethAt(pixels, x => x > 0.4 && x < 0.6);
  const ends = teethAt(pixels, x => x < 0.3 || x > 0.7);
  if (front === null || ends === null) return null;
  const bend = ends - front;
  if (Math.abs(bend) < bendFrom) return null;
  return {
    slot: bend > 0 ? 'mouth-upper' : 'mouth-lower',
    confidence: interpolateConfidence(Math.abs(bend), bendFrom, 0.25),
  };
}

/** Front teeth are taller than molars, so the half with more tooth pixels is the front. */
function biteSlot(pixels: ClassifiedPixels): ViewGuess {
  const columns = countMaskByColumn(pixels, pixels.is.tooth);
  const half = Math.floor(columns.length / 2);
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const [left, right] = [sum(columns.slice(0, half)), sum(columns.slice(-half))];
  const lean = (right - left) / Math.max(1, left + right);
  const far = Math.abs(lean);
  if (far < sideFrom)
    return { slot: 'mouth-frontal', confidence: interpolateConfidence(sideFrom - far, 0, sideFrom) };
  return {
    slot: lean > 0 ? 'mouth-right' : 'mouth-left',
    confidence: interpolateConfidence(far, sideFrom, 0.25),
  };
}

/** Guesses which intraoral view a photo is; null if it shows too few teeth. */
export function guessIntraoralView(pixels: ClassifiedPixels): ViewGuess | null {
  if (pixels.share.tooth < 0.03) return null;
  return maskCoverage(pixels, pixels.is.tooth, middle) >= biteFrom ? biteSlot(pixels) : archSlot(pixels);
}
