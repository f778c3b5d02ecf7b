/**
 * Reads the directories of a TIFF to estimate what a decoder would allocate. A decompression bomb is a small
 * file that states a small picture but makes a decoder allocate a huge one: endless pages, tiles larger than
 * their picture, pieces outside the file or overlapping.
 */
import { dataViewOf } from './bytes.ts';
import type { PictureSize } from './check.ts';

/** Pages at most. A scanner stores its preview as a second page; no camera writes more than these. */
const pagesMax = 16;
/** Tag values read at most over all pages: 50 megapixels in tiles of 16 by 16, doubled. */
const valuesMax = 1_000_000;
/** Bits of a pixel at most: four channels of 32 bits. */
const pixelBits = 128;

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
} as const;
type Tag = keyof typeof tags;
/** Bytes of a value by its type. Other types are not read. */
const widths: Record<number, number> = { 1: 1, 3: 2, 4: 4 };

/** One page: its tags' values. */
type Page = Partial<Record<Tag, number[]>>;

function createReader(bytes: Uint8Array) {
  const view = dataViewOf(bytes);
  const little = bytes[0] === 0x49;
  const u16 = (at: number) => view.getUint16(at, little);
  const u32 = (at: number) => view.getUint32(at, little);
  let left = valuesMax;
  /**
   * Returns an entry's values. @throws RangeError before reading any if they are outside the file or too many
   */
  const values = (at: number): number[] => {
    const type = u16(at + 2);
    const count = u32(at + 4);
    const width = widths[type] ?? 0;
    const from = width * count > 4 ? u32(at + 8) : at + 8;
    if (from + width * count > bytes.length) throw new RangeError('outside of the file');
    left -= count;
    if (left < 0) throw new RangeError('more values than a picture has');
    const read = { 1: (i: number) => view.getUint8(i), 3: u16, 4: u32 }[type];
    return read ? Array.from({ length: count }, (_v, i) => read(from + width * i)) : [];
  };
  const page = (directory: number): Page => {
    const found: Page = {};
    for (let i = 0; i < u16(directory); i++) {
      const at = directory + 2 + 12 * i;
      const tag = (Object.keys(tags) as Tag[]).find(name => tags[name] === u16(at));
      if (!tag) continue;
      if (tag in found) throw new RangeError('a tag given twice');
      found[tag] = values(at);
    }
    return found;
  };
  return { first: u32(4), page, next: (directory: number) => u32(directory + 2 + 12 * u16(directory)) };
}

/** Returns how the picture is divided into pieces, and their positions. */
function pieces(page: Page, { width, height }: PictureSize) {
  const tiled = page.tileOffsets !== undefined;
  const across = tiled ? (page.tileWidth?.[0] ?? 0) : width;
  const down = tiled ? (page.tileHeight?.[0] ?? 0) : Math.min(page.rowsPerStrip?.[0] ?? height, height);
  return {
    pixels: across * down,
    /** Pieces of one plane. */
    count: Math.ceil(width / across) * Math.ceil(height / down),
    offsets: (tiled ? page.tileOffsets : page.stripOffsets) ?? [],
    bytes: (tiled ? page.tileBytes : page.stripBytes) ?? [],
  };
}

/** Whether a page is consistent. `pixelsMax` limits a single piece as well as the picture. */
function isSound(page: Page, size: PictureSize, length: number, pixelsMax: number): boolean {
  const { pixels, count, offsets, bytes } = pieces(page, size);
  const samples = page.samples?.[0] ?? 1;
  const planes = page.planar?.[0] === 2 ? samples : 1;
  const bits = Math.max(...(page.bits ?? [1]), 1) * samples;
  const lying = bytes.some((n, i) => (offsets[i] ?? length) + n > length);
  const total = bytes.reduce((sum, n) => sum + n, 0);
  return (
    pixels > 0 &&
    pixels <= pixelsMax &&
    bits <= pixelBits &&
    offsets.length === count * planes &&
    bytes.length === offsets.length &&
    !lying &&
    total <= length
  );
}

/**
 * Returns the size of the first page, and the pixels of all pages; undefined if the directories are
 * inconsistent.
 * @throws RangeError if they point outside the file
 */
export function tiffSize(
  bytes: Uint8Array,
  pixelsMax: number,
): (PictureSize & { pixels: number }) | undefined {
  const reader = createReader(bytes);
  let first: PictureSize | undefined;
  let pixels = 0;
  let pages = 0;
  for (let at = reader.first; at !== 0; at = reader.next(at)) {
    const page = reader.page(at);
    const size = { width: page.width?.[0] ?? 0, height: page.height?.[0] ?? 0 };
    first ??= size;
    pixels += size.width * size.height;
    pages += 1;
    // Limits the pages, which also ends directories that form a circle.
    if (pages > pagesMax) return undefined;
    // Skips the check of strips and tiles if the stated size is excessive, because the caller then reports the size.
    if (pixels <= pixelsMax && !isSound(page, size, bytes.length, pixelsMax)) return undefined;
  }
  return first && { ...first, pixels };
}
