/** Pictures for tests, in every format that is let through and in some that are not. */
import { encodePng, pngChunk, pngSignature } from '#services/seed/png.ts';

/** A grey picture with a gradient, so that different `shade`s give different files. */
export function png(width = 32, height = 24, shade = 128): Buffer {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = (shade + (i % (width * 3))) & 255;
  return encodePng(width, height, rgb);
}

/** A PNG that states a size without holding its pixels: for limits in pixels. */
export function pngOfSize(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([pngSignature, pngChunk('IHDR', head), pngChunk('IEND', Buffer.alloc(0))]);
}

/** A JPEG's markers with the frame's size; it has no picture in it. */
export function jpeg(width = 32, height = 24): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app, frame, scan]);
}

/** 24 bits a pixel, black. */
export function bmp(width = 32, height = 24): Buffer {
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

/** A directory with the two sizes, in either byte order. */
export function tiff(width = 32, height = 24, order: 'II' | 'MM' = 'II'): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  const u16 = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(order, 0, 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(2, 8);
  for (const [i, [tag, value]] of [[256, width] as const, [257, height] as const].entries()) {
    u16(tag, 10 + 12 * i);
    u16(3, 12 + 12 * i);
    u32(1, 14 + 12 * i);
    u16(value, 18 + 12 * i);
  }
  return bytes;
}

export const pdf = (): Buffer =>
  Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
