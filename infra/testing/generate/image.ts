/** Images for tests, in every accepted format and some refused ones. */
import { encodePng, encodePngChunk, pngSignature } from '#services/seed/png.ts';

/** A grey image with a gradient. Different `shade`s give different files. */
export function createPng(width = 32, height = 24, shade = 128): Buffer {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = (shade + (i % (width * 3))) & 255;
  return encodePng(width, height, rgb);
}

/** A PNG whose header declares a size, without pixels. For tests of pixel limits. */
export function pngOfSize(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([pngSignature, encodePngChunk('IHDR', head), encodePngChunk('IEND', Buffer.alloc(0))]);
}

/** A PNG with this total number of chunks. */
export function pngOfChunks(chunks: number): Buffer {
  const whole = pngOfSize(40, 30);
  const tail = whole.length - 12;
  const empty = encodePngChunk('IDAT', Buffer.alloc(0));
  return Buffer.concat([whole.subarray(0, tail), ...Array(chunks - 2).fill(empty), whole.subarray(tail)]);
}

/** JPEG markers with the frame's size, without image data. */
export function createJpeg(width = 32, height = 24): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app, frame, scan]);
}

/** A black bitmap of 24 bits per pixel. */
export function createBmp(width = 32, height = 24): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

/** Tags of one TIFF page. Omitted tags get valid values. */
type TiffPage = {
  /** Pixels across and down. */
  size?: [number, number];
  /** Pixels of a tile; the page uses strips if omitted. */
  tile?: [number, number];
  strips?: number;
  /** Declared number of strips or tiles, even if it differs from the real one. */
  stated?: number;
  /** Declared bytes of each strip or tile. */
  bytes?: number;
  samples?: number;
};
type TiffOptions = { order?: 'II' | 'MM'; circle?: boolean };

/** A TIFF whose pages have 64 empty bytes each. For tests that read its directories. */
export function tiffWithPages(
  pages: readonly TiffPage[],
  { order = 'II', circle = false }: TiffOptions = {},
): Buffer {
  const bytes = Buffer.alloc(8 + pages.length * 1024);
  const u16 = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(order, 0, 'latin1');
  u16(42, 2);
  u32(8, 4);
  for (const [i, page] of pages.entries()) {
    const base = 8 + i * 1024;
    const [width, height] = page.size ?? [40, 30];
    const [across, down] = page.tile ?? [width, 1];
    const count = page.tile
      ? Math.ceil(width / (across || 1)) * Math.ceil(height / down)
      : (page.strips ?? 1);
    const stated = page.stated ?? count;
    const many = stated > 1;
    const lists = base + 200;
    for (let k = 0; many && k < Math.min(count, 80); k++) {
      u32(base + 900, lists + 4 * k);
      u32(page.bytes ?? 1, lists + 320 + 4 * k);
    }
    const entries: [tag: number, type: 3 | 4, count: number, value: number][] = [
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 1, 8],
      [277, 3, 1, page.samples ?? 1],
      ...(page.tile
        ? ([
            [322, 4, 1, across],
            [323, 4, 1, down],
          ] as const)
        : ([[278, 4, 1, Math.ceil(height / (page.strips ?? 1)) || 1]] as const)
      ).map((entry): [number, 3 | 4, number, number] => [...entry]),
      [page.tile ? 324 : 273, 4, stated, many ? lists : base + 900],
      [page.tile ? 325 : 279, 4, stated, many ? lists + 320 : (page.bytes ?? 1)],
    ];
    u16(entries.length, base);
    for (const [k, [tag, type, n, value]] of entries.entries()) {
      const at = base + 2 + 12 * k;
      u16(tag, at);
      u16(type, at + 2);
      u32(n, at + 4);
      if (type === 3) u16(value, at + 8);
      else u32(value, at + 8);
    }
    const last = i === pages.length - 1;
    u32(last ? (circle ? 8 : 0) : base + 1024, base + 2 + 12 * entries.length);
  }
  return bytes;
}

/** A TIFF of one page in one strip. */
export const createTiff = (width = 32, height = 24, order: 'II' | 'MM' = 'II'): Buffer =>
  tiffWithPages([{ size: [width, height] }], { order });

/** An SVG that contains a script. */
export const createSvg = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export const createPdf = (): Buffer =>
  Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
