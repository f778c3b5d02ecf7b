/**
 * Recognises photos and radiographs (png, jpeg, bmp, tiff) by their bytes, and reads their size in pixels.
 */
import { limits } from '../case/limits.ts';
import { dataViewOf } from './bytes.ts';
import { type CheckedFile, type FileCheck, type PictureSize, refusalOfUnfitFile } from './check.ts';
import { sniffMediaType } from './sniff.ts';
import { tiffSize } from './tiff.ts';

/** Picture size. `pixels`: sum over all pages, for multi-page formats. */
type Size = PictureSize & { pixels?: number };
/** Reads the size; undefined if the bytes are inconsistent. May throw RangeError past the end. */
type ReadSize = (bytes: Uint8Array) => Size | undefined;

/** Names of a PNG's chunks, as numbers. */
const [IHDR, IEND] = [0x49484452, 0x49454e44];
/**
 * Chunks of a PNG at most. A picture of 20 MiB in the 8 KiB chunks of libpng has 2,560; an attack made of
 * empty chunks has two million.
 */
const pngChunksMax = 10_000;

function pngSize(bytes: Uint8Array): Size | undefined {
  const view = dataViewOf(bytes);
  if (view.getUint32(12) !== IHDR) return undefined;
  // Chunks must lead to the end chunk, which a truncated file lacks.
  let chunks = 0;
  for (let at = 8; at < bytes.length && chunks < pngChunksMax; at += 12 + view.getUint32(at)) {
    chunks += 1;
    if (view.getUint32(at + 4) === IEND) return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  return undefined;
}

/** Start-of-frame markers. C4, C8 and CC are in the same range but are not frames. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = dataViewOf(bytes);
  let at = 2;
  while (at < bytes.length - 1) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Bytes of BITMAPCOREHEADER, the oldest BMP header, which has 16-bit sizes. */
const bmpCoreHead = 12;
/** Uncompressed kinds of BMP: plain, and with masks. */
const bmpPlain: readonly number[] = [0, 3, 6];

function bmpSize(bytes: Uint8Array): Size | undefined {
  const view = dataViewOf(bytes);
  const core = view.getUint32(14, true) === bmpCoreHead;
  const width = core ? view.getUint16(18, true) : view.getInt32(18, true);
  // A negative height means that rows run downwards.
  const height = core ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  const bits = view.getUint16(core ? 24 : 28, true);
  const plain = core || bmpPlain.includes(view.getUint32(30, true));
  const pixelBytes = plain ? Math.ceil((width * bits) / 32) * 4 * height : 1;
  const tooLarge = width * height > limits.photoPixels;
  return tooLarge || view.getUint32(10, true) + pixelBytes <= bytes.length ? { width, height } : undefined;
}

const readers: Record<string, ReadSize> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/bmp': bmpSize,
  'image/tiff': bytes => tiffSize(bytes, limits.photoPixels),
};

function sizeOf(mime: string, bytes: Uint8Array): Size | undefined {
  try {
    const size = readers[mime]?.(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // Read past the end: the file is truncated, or its offsets are wrong.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export const photoMediaTypes: readonly string[] = Object.keys(readers);
export const avatarMediaTypes: readonly string[] = ['image/png', 'image/jpeg'];

/**
 * Reads a whole picture.
 * @param maxSide most pixels of the longer side
 * @throws Refusal wrongFormat for a type not allowed, photoUpload if it is broken or too large
 */
export function readPicture(
  bytes: Uint8Array,
  allowed: readonly string[],
  maxSide = Number.POSITIVE_INFINITY,
): CheckedFile {
  const mime = sniffMediaType(bytes);
  if (!mime || !allowed.includes(mime))
    throw refusalOfUnfitFile('wrongFormat', 'not-image', mime ? { found: mime } : undefined);
  const size = sizeOf(mime, bytes);
  if (!size) throw refusalOfUnfitFile('photoUpload', 'image-broken');
  const { width, height, pixels = width * height } = size;
  if (pixels > limits.photoPixels)
    throw refusalOfUnfitFile('photoUpload', 'too-many-pixels', { width, height, max: limits.photoPixels });
  if (Math.max(width, height) > maxSide)
    throw refusalOfUnfitFile('photoUpload', 'picture-too-wide', { width, height, max: maxSide });
  return { mime, image: { width, height } };
}

/** Creates a check that accepts these media types. Holds the picture whole (limits.photoBytes at most). */
export function createPictureCheck(size: number, allowed: readonly string[], maxSide?: number): FileCheck {
  const bytes = new Uint8Array(size);
  let filled = 0;
  return {
    write(chunk) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    },
    end: () => readPicture(bytes.subarray(0, filled), allowed, maxSide),
  };
}
