/**
 * Blanks what a camera writes beside a picture (position, time, device, names) in the bytes that are served. The stored
 * original keeps it as evidence. Every byte stays at its place, so lengths and ranges are those of the original; pixels
 * are untouched, and the orientation stays.
 */
import type { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

const ORIENTATION = 0x0112;
const latin = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length);

type Tiff = { bytes: Buffer; little: boolean };

const u16 = ({ bytes, little }: Tiff, at: number) =>
  little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
const u32 = ({ bytes, little }: Tiff, at: number) =>
  little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** The TIFF structure in which EXIF is written; undefined where the bytes are none. */
function tiffOf(bytes: Buffer): Tiff | undefined {
  const order = latin(bytes, 0, 2);
  if (bytes.length < 14 || (order !== 'II' && order !== 'MM')) return undefined;
  return { bytes, little: order === 'II' };
}

const ENTRY = 12;
/** Bytes of a value by its type (TIFF 6.0, section 2). */
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

function entriesOf(tiff: Tiff, at: number): number[] {
  if (at + 2 > tiff.bytes.length) return [];
  const count = u16(tiff, at);
  const fits = Math.min(count, Math.floor((tiff.bytes.length - at - 2) / ENTRY));
  return Array.from({ length: fits }, (_, i) => at + 2 + i * ENTRY);
}

function orientationIn(exif: Buffer): number {
  const tiff = tiffOf(exif);
  const entry = tiff && entriesOf(tiff, u32(tiff, 4)).find(at => u16(tiff, at) === ORIENTATION);
  return tiff && entry !== undefined ? u16(tiff, entry + 8) : 1;
}

/** Overwrites EXIF in place: nothing is left but the orientation. */
function blankExif(exif: Buffer): void {
  const orientation = orientationIn(exif);
  exif.fill(0);
  // A big-endian header, one entry, and no further directory.
  const only = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex');
  only.writeUInt16BE(orientation, 18);
  if (exif.length >= only.length) only.copy(exif);
}

function blankJpeg(bytes: Buffer): void {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    // The scan: pixels from here on.
    if (marker === 0xda) return;
    const end = Math.min(at + 2 + bytes.readUInt16BE(at + 2), bytes.length);
    const isExif = marker === 0xe1 && latin(bytes, at + 4, 6) === 'Exif\0\0';
    if (isExif) blankExif(bytes.subarray(at + 10, end));
    // XMP, further EXIF, IPTC and comments. The colour profile (APP2) and Adobe's transform (APP14) belong to the pixels.
    else if (marker === 0xe1 || marker === 0xed || marker === 0xfe) bytes.fill(0, at + 4, end);
    at = end;
  }
}

const pngTexts = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME']);

function blankPng(bytes: Buffer): void {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return;
    const type = latin(bytes, at + 4, 4);
    if (type === 'eXIf') blankExif(bytes.subarray(at + 8, end));
    else if (pngTexts.has(type)) {
      // A private chunk that every reader skips: a text of zeros would be a damaged text.
      bytes.write('zzZz', at + 4, 'latin1');
      bytes.fill(0, at + 8, end);
    }
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
}

function blankWebp(bytes: Buffer): void {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = Math.min(at + 8 + length, bytes.length);
    const type = latin(bytes, at, 4);
    if (type === 'EXIF') {
      const from = latin(bytes, at + 8, 6) === 'Exif\0\0' ? at + 14 : at + 8;
      blankExif(bytes.subarray(from, end));
    } else if (type === 'XMP ') bytes.fill(0, at + 8, end);
    at = end + (length % 2);
  }
}

/** Tags of a TIFF that say something beside the picture: texts, times, EXIF, GPS, XMP, IPTC, Photoshop. */
const tiffTags = new Set([
  ...[269, 270, 271, 272, 285, 305, 306, 315, 316, 700, 33432, 33723, 34377, 34665, 34853, 40965],
]);
const subDirectories = new Set([34665, 34853, 40965]);
const directoriesMost = 64;

/** Zeroes what an entry points at, and with a directory all that is in it. */
function blankEntry(tiff: Tiff, at: number, depth = 0): void {
  const [tag, type, count] = [u16(tiff, at), u16(tiff, at + 2), u32(tiff, at + 4)];
  const length = (sizes[type] ?? 1) * count;
  const to = u32(tiff, at + 8);
  if (subDirectories.has(tag)) {
    if (depth < 3) for (const inner of entriesOf(tiff, to)) blankEntry(tiff, inner, depth + 1);
  } else if (length > 4)
    tiff.bytes.fill(0, Math.min(to, tiff.bytes.length), Math.min(to + length, tiff.bytes.length));
  if (depth > 0) tiff.bytes.fill(0, at, at + ENTRY);
}

function blankTiff(bytes: Buffer): void {
  const tiff = tiffOf(bytes);
  if (!tiff) return;
  let at = u32(tiff, 4);
  for (let n = 0; n < directoriesMost && at > 0 && at + 2 <= bytes.length; n++) {
    const entries = entriesOf(tiff, at);
    const end = at + 2 + entries.length * ENTRY;
    const next = end + 4 <= bytes.length ? u32(tiff, end) : 0;
    const kept = entries.filter(entry => !tiffTags.has(u16(tiff, entry)));
    if (kept.length < entries.length) {
      for (const entry of entries) if (tiffTags.has(u16(tiff, entry))) blankEntry(tiff, entry);
      // Entries are sorted by tag and counted: those that stay move up.
      const moved = Buffer.concat(kept.map(entry => Buffer.from(bytes.subarray(entry, entry + ENTRY))));
      bytes.fill(0, at + 2, Math.min(end + 4, bytes.length));
      moved.copy(bytes, at + 2);
      if (tiff.little) {
        bytes.writeUInt16LE(kept.length, at);
        bytes.writeUInt32LE(next, at + 2 + moved.length);
      } else {
        bytes.writeUInt16BE(kept.length, at);
        bytes.writeUInt32BE(next, at + 2 + moved.length);
      }
    }
    at = next;
  }
}

const blanks: Record<string, (bytes: Buffer) => void> = {
  'image/jpeg': blankJpeg,
  'image/png': blankPng,
  'image/webp': blankWebp,
  'image/tiff': blankTiff,
};

/** True for images that may carry metadata beside their pixels. */
export const hasMetadata = (mime: string): boolean => Object.hasOwn(blanks, mime);

/**
 * The ETag of a file as it is served. Of an image it differs from the stored original's, which browsers may have cached
 * with its metadata.
 */
export const servedEtag = ({ sha256, mime }: { sha256: string; mime: string }): string =>
  hasMetadata(mime) ? `"${sha256}.blanked"` : `"${sha256}"`;

/** An image from a store without its metadata. Images are small enough to hold: limits bound their bytes. */
export const imageFrom = async (stored: Readable, mime: string): Promise<Buffer<ArrayBuffer>> =>
  withoutMetadata(await readAll(stored), mime);

/** A copy of an image without its metadata, of the same length. Files that are not as their type says stay as they are. */
export function withoutMetadata(image: Uint8Array, mime: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(image);
  try {
    blanks[mime]?.(bytes);
  } catch (error) {
    // Offsets beyond the end of a cut-off file.
    if (!(error instanceof RangeError)) throw error;
  }
  return bytes;
}
