/** Turning and cropping a picture: where its pixels go. Pure. */

/** Shares of the turned picture that are cut off at each side, 0 to 1. */
export type Crop = { left: number; top: number; right: number; bottom: number };

export type PictureEdit = {
  /** Quarter turns clockwise. */
  turns: 0 | 1 | 2 | 3;
  crop: Crop;
};

export const untouched: PictureEdit = { turns: 0, crop: { left: 0, top: 0, right: 0, bottom: 0 } };

/** What stays is at least this share of each side. */
export const leastShare = 0.1;

/** The sides that a cut is taken from, in the order in which they are asked for. */
export const sides = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof sides)[number];
const opposite: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

const within = (value: number, max: number) => Math.min(Math.max(value, 0), max);

/** A cut that leaves enough of the picture. */
export const cut = (crop: Crop, side: Side, share: number): Crop => ({
  ...crop,
  [side]: within(share, 1 - leastShare - crop[opposite[side]]),
});

/** The cut that leaves what lies between two points, each as shares of the turned picture. */
export function between(a: { x: number; y: number }, b: { x: number; y: number }): Crop {
  const span = (from: number, to: number) => {
    const low = within(Math.min(from, to), 1 - leastShare);
    const high = Math.max(within(Math.max(from, to), 1), low + leastShare);
    return [low, 1 - high] as const;
  };
  const [left, right] = span(a.x, b.x);
  const [top, bottom] = span(a.y, b.y);
  return { left, top, right, bottom };
}

/** A quarter turn; what is cut off turns with the picture. */
export function turn({ turns, crop }: PictureEdit, by: 1 | -1): PictureEdit {
  const { left, top, right, bottom } = crop;
  const next = ((turns + by + 4) % 4) as PictureEdit['turns'];
  const turned =
    by === 1
      ? { left: bottom, top: left, right: top, bottom: right }
      : { left: top, top: right, right: bottom, bottom: left };
  return { turns: next, crop: turned };
}

export type Frame = {
  /** Pixels of what comes out. */
  width: number;
  height: number;
  /** A canvas' transform under which the picture is drawn at 0, 0. */
  transform: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
};

/** How a picture of this many pixels is drawn. */
export function frameOf({ turns, crop }: PictureEdit, width: number, height: number): Frame {
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
