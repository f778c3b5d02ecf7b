/** Geometry of rotating and cropping a picture. Pure. */

/** Fractions of the rotated picture cut off at each side, 0 to 1. */
export type Crop = { left: number; top: number; right: number; bottom: number };

export type PictureEdit = {
  /** Number of clockwise quarter turns. */
  turns: 0 | 1 | 2 | 3;
  crop: Crop;
};

export const noPictureEdit: PictureEdit = { turns: 0, crop: { left: 0, top: 0, right: 0, bottom: 0 } };

/** Minimum fraction of each side that a crop leaves. */
export const minCropShare = 0.1;

/** The sides of a crop in the order of their sliders. */
export const cropSides = ['left', 'right', 'top', 'bottom'] as const;
export type CropSide = (typeof cropSides)[number];
const opposite: Record<CropSide, CropSide> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

const within = (value: number, max: number) => Math.min(Math.max(value, 0), max);

/** Changes one side of the crop and keeps the minimum size. */
export const withCropSide = (crop: Crop, side: CropSide, share: number): Crop => ({
  ...crop,
  [side]: within(share, 1 - minCropShare - crop[opposite[side]]),
});

/** The crop between two points, given as fractions of the rotated picture. */
export function cropFromPoints(a: { x: number; y: number }, b: { x: number; y: number }): Crop {
  const span = (from: number, to: number) => {
    const low = within(Math.min(from, to), 1 - minCropShare);
    const high = Math.max(within(Math.max(from, to), 1), low + minCropShare);
    return [low, 1 - high] as const;
  };
  const [left, right] = span(a.x, b.x);
  const [top, bottom] = span(a.y, b.y);
  return { left, top, right, bottom };
}

/** Rotates by a quarter turn; the crop rotates with the picture. */
export function rotatePicture({ turns, crop }: PictureEdit, by: 1 | -1): PictureEdit {
  const { left, top, right, bottom } = crop;
  const next = ((turns + by + 4) % 4) as PictureEdit['turns'];
  const turned =
    by === 1
      ? { left: bottom, top: left, right: top, bottom: right }
      : { left: top, top: right, right: bottom, bottom: left };
  return { turns: next, crop: turned };
}

export type PicturePlacement = {
  /** Size of the edited picture, px. */
  width: number;
  height: number;
  /** Canvas transform for drawing the picture at 0, 0. */
  transform: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
};

/** Returns how to draw the edited picture. `width` and `height`: size of the unedited picture, px. */
export function picturePlacementOf(
  { turns, crop }: PictureEdit,
  width: number,
  height: number,
): PicturePlacement {
  const odd = turns % 2 === 1;
  const across = odd ? height : width;
  const down = odd ? width : height;
  const x = Math.round(crop.left * across);
  const y = Math.round(crop.top * down);
  const turned = {
    0: [1, 0, 0, 1, 0, 0],
    1: [0, 1, -1, 0, across, 0],
    2: [-1, 0, 0, -1, across, down],
    3: [0, -1, 1, 0, 0, down],
  } as const;
  const [a, b, c, d, e, f] = turned[turns];
  return {
    width: Math.max(1, Math.round(across * (1 - crop.right)) - x),
    height: Math.max(1, Math.round(down * (1 - crop.bottom)) - y),
    transform: [a, b, c, d, e - x, f - y],
  };
}
