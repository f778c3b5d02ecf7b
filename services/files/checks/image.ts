/** Photos and radiographs: png, jpeg, bmp or tiff by their bytes, with their size in pixels read from them. */
import { limits } from '#events/case/options.ts';
import { type Check, unfit } from './check.ts';
import { sniff } from './sniff.ts';

type Size = { width: number; height: number };
/** Reads the size; undefined where the bytes do not hold together. May throw RangeError past the end. */
type ReadSize = (bytes: Buffer) => Size | undefined;

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  // Chunks must lead to the end mark: a file that was cut has none.
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND')
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return undefined;
}

/** Start-of-frame markers; C4, C8 and CC share the range and are none. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at < bytes.length - 1) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (isFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** BITMAPCOREHEADER, the oldest of BMP's heads, is 12 bytes long and holds 16-bit sizes. */
const bmpCoreHead = 12;

function bmpSize(bytes: Buffer): Size | undefined {
  const head = bytes.readUInt32LE(14);
  if (bytes.readUInt32LE(10) >= bytes.length) return undefined;
  if (head === bmpCoreHead) return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) };
  // A negative height says that the rows run downwards.
  return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
}

function tiffSize(bytes: Buffer): Size | undefined {
  const little = bytes.readUInt8(0) === 0x49;
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const directory = u32(4);
  const size: Size = { width: 0, height: 0 };
  for (let i = 0; i < u16(directory); i++) {
    const at = directory + 2 + 12 * i;
    const value = u16(at + 2) === 3 ? u16(at + 8) : u32(at + 8);
    if (u16(at) === 256) size.width = value;
    if (u16(at) === 257) size.height = value;
  }
  return size;
}

const readers: Record<string, ReadSize> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/bmp': bmpSize,
  'image/tiff': tiffSize,
};

function sizeOf(mime: string, bytes: Buffer): Size | undefined {
  try {
    const size = readers[mime]?.(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // Reading past the end: it was cut, or its offsets lie.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A check that lets these media types through; the image is held whole (limits.photoBytes at most). */
export function imageCheck(allowed: readonly string[]): Check {
  const chunks: Uint8Array[] = [];
  return {
    write(chunk) {
      chunks.push(Uint8Array.from(chunk));
    },
    end() {
      const bytes = Buffer.concat(chunks);
      const mime = sniff(bytes);
      if (!mime || !allowed.includes(mime))
        throw unfit('wrongFormat', 'not-image', mime ? { found: mime } : undefined);
      const image = sizeOf(mime, bytes);
      if (!image) throw unfit('photoUpload', 'image-broken');
      if (image.width * image.height > limits.photoPixels)
        throw unfit('photoUpload', 'too-many-pixels', { ...image, max: limits.photoPixels });
      return { mime, image };
    },
  };
}

export const photoTypes = Object.keys(readers);
export const avatarTypes = ['image/png', 'image/jpeg'];
