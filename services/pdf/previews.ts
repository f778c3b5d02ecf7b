/** Small pictures of records: what a paper holds of a photo of 20 MB. */
import sharp from 'sharp';
import { limits } from '#events/case/options.ts';

/** Points; three pixels to each are sharp in print. */
export const preview = { width: 116, height: 87 } as const;
const pixels = 3;

/** The ground that a plan's pictures are drawn for, in both themes: `--viewport`. */
const viewport = '#3a4240';

sharp.cache(false);
sharp.concurrency(1);

/**
 * A JPEG of the picture at a path, turned as it was taken; undefined where it cannot be read or shown: a BMP, a file that
 * is gone.
 */
export async function previewOf(path: string): Promise<Buffer | undefined> {
  try {
    return await sharp(path, { limitInputPixels: limits.photoPixels, failOn: 'error' })
      .rotate()
      .resize(preview.width * pixels, preview.height * pixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** The same of a picture of a plan, as large as it was drawn. */
export async function posterPreview(path: string): Promise<Buffer | undefined> {
  try {
    return await sharp(path).flatten({ background: viewport }).jpeg({ quality: 85 }).toBuffer();
  } catch {
    return undefined;
  }
}
