/**
 * Blanks camera metadata (position, time, device, names) in the bytes served. The stored original keeps the metadata
 * as evidence. No byte moves, so lengths and ranges equal the original's, and pixels and orientation are unchanged.
 * The list names the parts that are kept, because cameras add new kinds of metadata every year, and some append a film
 * or a second picture with its own position.
 */
import type { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { blankExif, blankTiffMetadata } from './tiff-metadata.ts';

const latin = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length);

/** Maximum number of parts of one picture that are read. A forged file has millions; the rest is blanked unread. */
const partsMost = 10_000;

/** Markers without a length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/**
 * True for segments that are kept, because they affect the pixels: JFIF, Adobe's transform and, of APP2, the colour
 * profile.
 */
const isOfPixels = (bytes: Buffer, at: number, marker: number) =>
  marker === 0xe0 ||
  marker === 0xee ||
  (marker === 0xe2 && latin(bytes, at + 4, 12) === 'ICC_PROFILE\0') ||
  (marker !== 0xfe && (marker < 0xe0 || marker > 0xef));

/** Returns the next marker. Within a scan, it is after the pixels. */
function markerFrom(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1];
    if (bytes[at] === 0xff && next !== 0xff && next !== 0 && !(next && isBare(next))) return at;
  }
  return bytes.length;
}

function blankJpeg(bytes: Buffer): void {
  let at = markerFrom(bytes, 2);
  for (let n = 0; n < partsMost && at + 4 <= bytes.length; n++) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) break;
    const end = Math.min(at + 2 + bytes.readUInt16BE(at + 2), bytes.length);
    const isExif = marker === 0xe1 && latin(bytes, at + 4, 6) === 'Exif\0\0';
    if (isExif) blankExif(bytes.subarray(at + 10, Math.max(at + 10, end)));
    else if (!isOfPixels(bytes, at, marker)) bytes.fill(0, Math.min(at + 4, end), end);
    at = markerFrom(bytes, Math.max(end, at + 2));
  }
  // Blanks everything after the end of the JPEG picture.
  bytes.fill(0, Math.min(at + 2, bytes.length));
}

/** Chunks that are kept, because they affect the pixels' appearance. */
const pngKept = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'hIST', 'sPLT', 'sBIT', 'pHYs', 'gAMA', 'cHRM'],
  ...['sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI', 'acTL', 'fcTL', 'fdAT'],
]);

function blankPng(bytes: Buffer): void {
  let at = 8;
  for (let n = 0; n < partsMost && at + 12 <= bytes.length; n++) {
    const end = at + 8 + bytes.readUInt32BE(at);
    const type = latin(bytes, at + 4, 4);
    if (end + 4 > bytes.length) {
      // The PNG is truncated; its existing rows can still be drawn.
      if (type === 'IDAT') return;
      break;
    }
    if (type === 'eXIf') blankExif(bytes.subarray(at + 8, end));
    else if (!pngKept.has(type)) {
      // Renames the chunk to a private one, which readers skip. A text chunk of zeros would be invalid.
      bytes.write('zzZz', at + 4, 'latin1');
      bytes.fill(0, at + 8, end);
    }
    if (!pngKept.has(type)) bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
    if (type === 'IEND') break;
  }
  bytes.fill(0, Math.min(at, bytes.length));
}

const webpKept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

function blankWebp(bytes: Buffer): void {
  let at = 12;
  for (let n = 0; n < partsMost && at + 8 <= bytes.length; n++) {
    const length = bytes.readUInt32LE(at + 4);
    const end = Math.min(at + 8 + length, bytes.length);
    const type = latin(bytes, at, 4);
    if (type === 'EXIF') {
      const from = latin(bytes, at + 8, 6) === 'Exif\0\0' ? at + 14 : at + 8;
      blankExif(bytes.subarray(Math.min(from, end), end));
    } else if (!webpKept.has(type)) bytes.fill(0, at + 8, end);
    at = end + (length % 2);
  }
  bytes.fill(0, Math.min(at, bytes.length));
}

const blanks: Record<string, (bytes: Buffer) => void> = {
  'image/jpeg': blankJpeg,
  'image/png': blankPng,
  'image/webp': blankWebp,
  'image/tiff': blankTiffMetadata,
};

/** Returns true if images of this type may carry metadata. */
export const mayHaveMetadata = (mime: string): boolean => Object.hasOwn(blanks, mime);

/**
 * ETag of a file as served. For an image it differs from the stored original's, which browsers may have
 * cached with its metadata. Increase its number when more is blanked.
 */
export const servedEtagOf = ({ sha256, mime }: { sha256: string; mime: string }): string =>
  mayHaveMetadata(mime) ? `"${sha256}.blanked-2"` : `"${sha256}"`;

/** Reads an image without its metadata. Images fit into memory, because limits bound their bytes. */
export const readCleanImage = async (stored: Readable, mime: string): Promise<Buffer<ArrayBuffer>> =>
  removeMetadata(await readAll(stored), mime);

/** Returns a copy of an image without its metadata, of the same length. Malformed files are unchanged. */
export function removeMetadata(image: Uint8Array, mime: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(image);
  try {
    blanks[mime]?.(bytes);
  } catch (error) {
    // Offsets point beyond the end of a truncated file.
    if (!(error instanceof RangeError)) throw error;
  }
  return bytes;
}
