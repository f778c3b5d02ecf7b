/** Writes a PNG from drawn pixels. */
import { crc32, deflateSync } from 'node:zlib';

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Encodes one PNG chunk with its length and checksum. */
export function encodePngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** @param rgb three bytes per pixel, row by row from the top */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++)
    rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  return Buffer.concat([
    pngSignature,
    encodePngChunk('IHDR', head),
    encodePngChunk('IDAT', deflateSync(rows, { level: 6 })),
    encodePngChunk('IEND', Buffer.alloc(0)),
  ]);
}
