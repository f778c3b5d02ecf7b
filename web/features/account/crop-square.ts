/** The square of a picture that becomes an avatar: its centre and its enlargement. Pure. */

export type PictureSize = { width: number; height: number };
/** Centre of the square in the picture, 0 to 1, and the enlargement: 1 shows the whole shorter side. */
export type SquareCrop = { x: number; y: number; zoom: number };

export const initialCrop: SquareCrop = { x: 0.5, y: 0.5, zoom: 1 };
export const maxCropZoom = 4;

const between = (low: number, high: number, n: number) => Math.min(high, Math.max(low, n));

/** Side of the square in the picture's pixels. */
const sideOf = ({ width, height }: PictureSize, zoom: number) => Math.min(width, height) / zoom;

/** Moves the centre so that the square stays within the picture. */
export function keepCropInside(size: PictureSize, { x, y, zoom }: SquareCrop): SquareCrop {
  const enlarged = between(1, maxCropZoom, zoom);
  const half = sideOf(size, enlarged) / 2;
  const across = half / size.width;
  const down = half / size.height;
  return { x: between(across, 1 - across, x), y: between(down, 1 - down, y), zoom: enlarged };
}

/** Moves the picture under the square. @param dx, dy as parts of the square's side, to the right and down */
export function moveCrop(size: PictureSize, crop: SquareCrop, dx: number, dy: number): SquareCrop {
  const side = sideOf(size, crop.zoom);
  const x = crop.x - (dx * side) / size.width;
  const y = crop.y - (dy * side) / size.height;
  return keepCropInside(size, { ...crop, x, y });
}

/** The square in the picture's pixels. */
export function cropSquareOf(
  size: PictureSize,
  crop: SquareCrop,
): { left: number; top: number; side: number } {
  const { x, y, zoom } = keepCropInside(size, crop);
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}
