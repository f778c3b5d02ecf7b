/** Small pictures of records for papers. The originals may be photos of 20 MB, too large for a PDF. */
import sharp from 'sharp';
import { limits } from '#events/case/limits.ts';

/** Size in points. Three pixels to a point are sharp in print. */
export const previewSize = { width: 116, height: 87 } as const;
const pixels = 3;

/** Background colour for a plan's pictures, in both themes: `--viewport`. */
const viewport = '#3a4240';

sharp.cache(false);
sharp.concurrency(1);

/**
 * Returns a JPEG of a picture, rotated by its orientation; undefined if it is missing or unsupported, such as
 * a BMP.
 */
export async function createPreviewJpeg(path: string): Promise<Buffer | undefined> {
  try {
    return await sharp(path, { limitInputPixels: limits.photoPixels, failOn: 'error' })
      .rotate()
      .resize(previewSize.width * pixels, previewSize.height * pixels, {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Pixels of a logo's longer side, sharp in print. */
const logoPixels = 720;

/** Returns a PNG of a logo, which may be transparent; undefined if it is missing or broken. */
export async function createLogoPreview(path: string): Promise<Buffer | undefined> {
  try {
    return await sharp(path, { limitInputPixels: limits.photoPixels, failOn: 'error' })
      .rotate()
      .resize(logoPixels, logoPixels, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Returns a JPEG of a plan's picture in its original size. */
export async function createPosterPreview(path: string): Promise<Buffer | undefined> {
  try {
    return await sharp(path).flatten({ background: viewport }).jpeg({ quality: 85 }).toBuffer();
  } catch {
    return undefined;
  }
}
