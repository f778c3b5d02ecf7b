/** Guesses which photo of the face it is: frontal, smiling or profile. Pure. */
import { type ClassifiedPixels, countMaskByColumn, interpolateConfidence, type ViewGuess } from './pixels.ts';

/** A face has at least this share of skin pixels. */
const skinOfFace = 0.04;
/** Overlap of the skin with its mirror image, 0 to 1, below which a face is in profile. */
const evenFrom = 0.8;
/** Tooth pixels per skin pixel from which a face smiles. */
const smileFrom = 0.008;
/**
 * Position of the mouth in a face: rows as shares of the skin's height, reach to either side as a share of
 * its width.
 */
const mouthRows = [0.45, 0.9] as const;
const mouthReach = 0.28;

type Skin = { left: number; right: number; top: number; bottom: number; count: number };

/** Bounding box of the skin, without sparse rows and columns at its edges. */
function boxOf({ width, height, is }: ClassifiedPixels): Skin {
  const columns = countMaskByColumn({ width, height }, is.skin);
  const rows = Array.from({ length: height }, (_, y) =>
    is.skin.subarray(y * width, (y + 1) * width).reduce((sum, one) => sum + one, 0),
  );
  const within = (sums: readonly number[]) => {
    const least = Math.max(...sums) * 0.15;
    return [sums.findIndex(sum => sum > least), sums.findLastIndex(sum => sum > least)] as const;
  };
  const [[left, right], [top, bottom]] = [within(columns), within(rows)];
  return { left, right, top, bottom, count: columns.reduce((sum, one) => sum + one, 0) };
}

/** Overlap of the skin with its mirror image about a column: shared pixels divided by all. */
function overlap({ width, is }: ClassifiedPixels, { top, bottom }: Skin, axis: number): number {
  let [shared, all] = [0, 0];
  for (let y = top; y <= bottom; y++)
    for (let x = 0; x < width; x++) {
      const twin = Math.round(2 * axis - x);
      const here = is.skin[y * width + x] ?? 0;
      const there = twin >= 0 && twin < width ? (is.skin[y * width + twin] ?? 0) : 0;
      shared += here & there;
      all += here | there;
    }
  return all === 0 ? 0 : shared / all;
}

/** Returns the best mirror axis near the middle of the face, and the overlap about it. */
function mirror(pixels: ClassifiedPixels, box: Skin): { axis: number; even: number } {
  const [middle, reach] = [(box.left + box.right) / 2, (box.right - box.left) * 0.15];
  let best = { axis: middle, even: 0 };
  for (let axis = middle - reach; axis <= middle + reach; axis += 0.5) {
    const even = overlap(pixels, box, axis);
    if (even > best.even) best = { axis, even };
  }
  return best;
}

/** Masks the lit skin. Brown hair has the colour of skin in shadow. */
function litSkin({ is, light }: ClassifiedPixels): Uint8Array {
  const sorted = light.filter((_, at) => is.skin[at] === 1).sort();
  const least = (sorted[Math.floor(sorted.length * 0.9)] ?? 0) * 0.62;
  return is.skin.map((one, at) => (one === 1 && (light[at] ?? 0) >= least ? 1 : 0));
}

/** A lip must be within this share of the picture's height above or below a tooth. */
const lipWithin = 0.06;

/** Returns tooth pixels near a lip per skin pixel. */
function teethShown(
  { width, height, is }: ClassifiedPixels,
  { left, right, top, bottom, count }: Skin,
  axis: number,
): number {
  const [from, to] = mouthRows.map(share => Math.round(top + (bottom - top) * share)) as [number, number];
  const reach = (right - left) * mouthReach;
  const far = Math.ceil(height * lipWithin);
  const isLipped = (x: number, y: number) => {
    for (let step = 1; step <= far; step++)
      if (is.mucosa[(y + step) * width + x] || is.mucosa[(y - step) * width + x]) return true;
    return false;
  };
  let teeth = 0;
  for (let y = from; y <= to; y++)
    for (let x = Math.ceil(axis - reach); x <= axis + reach; x++)
      if (is.tooth[y * width + x] && isLipped(x, y)) teeth += 1;
  return teeth / Math.max(1, count);
}

/** Returns null if there is too little skin to decide. */
export function guessExtraoralView(all: ClassifiedPixels): ViewGuess | null {
  if (all.share.skin < skinOfFace) return null;
  const pixels = { ...all, is: { ...all.is, skin: litSkin(all) } };
  const box = boxOf(pixels);
  const { axis, even } = mirror(pixels, box);
  if (even < evenFrom)
    return { slot: 'face-profile', confidence: interpolateConfidence(evenFrom - even, 0, 0.25) };
  const teeth = teethShown(pixels, box, axis);
  if (teeth >= smileFrom)
    return { slot: 'face-smile', confidence: interpolateConfidence(teeth, smileFrom, 0.03) };
  return { slot: 'face-frontal', confidence: interpolateConfidence(smileFrom - teeth, 0, smileFrom) };
}
