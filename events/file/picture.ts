/** Photos and radiographs: png, jpeg, bmp or tiff by their bytes, with their size in pixels read from them. */
import { limits } from '../case/options.ts';
import { viewOf } from './bytes.ts';
import { type Check, type Found, type PictureSize, unfit } from './check.ts';
import { sniff } from './sniff.ts';
import { tiffSize } from './tiff.ts';

/** `pixels`: of all pages, where a format has several. */
type Size = PictureSize & { pixels?: number };
/** Reads the size; undefined where the bytes do not hold together. May throw RangeError past the end. */
type ReadSize = (bytes: Uint8Array) => Size | undefined;

/** Names of a PNG's chunks, as numbers. */
const [IHDR, IEND] = [0x49484452, 0x49454e44];
/** A picture of 20 MiB in the pieces of 8 KiB that libpng writes has 2,560; one that is all chunks has two million. */
const pngChunksMax = 10_000;

function pngSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes);
  if (view.getUint32(12) !== IHDR) return undefined;
  // Chunks must lead to the end mark: a file that was cut has none.
  let chunks = 0;
  for (let at = 8; at < bytes.length && chunks < pngChunksMax; at += 12 + view.getUint32(at)) {
    chunks += 1;
    if (view.getUint32(at + 4) === IEND) return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  return undefined;
}

/** Start-of-frame markers; C4, C8 and CC share the range and are none. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes);
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

/** BITMAPCOREHEADER, the oldest of BMP's heads, is 12 bytes long and holds 16-bit sizes. */
const bmpCoreHead = 12;
/** Kinds of BMP whose rows stand there as they are: plain, and with masks. */
const bmpPlain: readonly number[] = [0, 3, 6];

function bmpSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes);
  const core = view.getUint32(14, true) === bmpCoreHead;
  const width = core ? view.getUint16(18, true) : view.getInt32(18, true);
  // A negative height says that the rows run downwards.
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
    // Reading past the end: it was cut, or its offsets lie.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export const photoTypes: readonly string[] = Object.keys(readers);
export const avatarTypes: readonly string[] = ['image/png', 'image/jpeg'];

/**
 * What a whole picture is.
 * @throws Refusal wrongFormat where it is of another type than these, photoUpload where it is broken or too large
 */
export function readPicture(bytes: Uint8Array, allowed: readonly string[]): Found {
  const mime = sniff(bytes);
  if (!mime || !allowed.includes(mime))
    throw unfit('wrongFormat', 'not-image', mime ? { found: mime } : undefined);
  const size = sizeOf(mime, bytes);
  if (!size) throw unfit('photoUpload', 'image-broken');
  const { width, height, pixels = width * height } = size;
  if (pixels > limits.photoPixels)
    throw unfit('photoUpload', 'too-many-pixels', { width, height, max: limits.photoPixels });
  return { mime, image: { width, height } };
}

/** A check that lets these media types through; the picture is held whole (limits.photoBytes at most). */
export function pictureCheck(size: number, allowed: readonly string[]): Check {
  const bytes = new Uint8Array(size);
  let filled = 0;
  return {
    write(chunk) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    },
    end: () => readPicture(bytes.subarray(0, filled), allowed),
  };
}
