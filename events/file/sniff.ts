/** Identifies a file by its first bytes. */

import { bytesMatchAt, toAsciiBytes } from './bytes.ts';

/** Signatures in the order tried; `at` is the offset of the first byte. */
const signatures: readonly { mime: string; at: number; bytes: Uint8Array }[] = [
  { mime: 'image/png', at: 0, bytes: toAsciiBytes('\x89PNG\r\n\x1a\n') },
  { mime: 'image/jpeg', at: 0, bytes: toAsciiBytes('\xff\xd8\xff') },
  { mime: 'image/tiff', at: 0, bytes: toAsciiBytes('II*\0') },
  { mime: 'image/tiff', at: 0, bytes: toAsciiBytes('MM\0*') },
  { mime: 'image/bmp', at: 0, bytes: toAsciiBytes('BM') },
  { mime: 'image/gif', at: 0, bytes: toAsciiBytes('GIF8') },
  { mime: 'image/webp', at: 8, bytes: toAsciiBytes('WEBP') },
  { mime: 'image/heic', at: 4, bytes: toAsciiBytes('ftyp') },
  { mime: 'application/x-ole-storage', at: 0, bytes: toAsciiBytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') },
  { mime: 'application/pdf', at: 0, bytes: toAsciiBytes('%PDF') },
  { mime: 'application/zip', at: 0, bytes: toAsciiBytes('PK\x03\x04') },
  { mime: 'application/zip', at: 0, bytes: toAsciiBytes('PK\x05\x06') },
  { mime: 'application/vnd.rar', at: 0, bytes: toAsciiBytes('Rar!\x1a\x07') },
  { mime: 'application/x-7z-compressed', at: 0, bytes: toAsciiBytes("7z\xbc\xaf'\x1c") },
  { mime: 'application/gzip', at: 0, bytes: toAsciiBytes('\x1f\x8b\x08') },
  { mime: 'model/gltf-binary', at: 0, bytes: toAsciiBytes('glTF') },
  { mime: 'model/ply', at: 0, bytes: toAsciiBytes('ply\n') },
  { mime: 'model/ply', at: 0, bytes: toAsciiBytes('ply\r') },
  { mime: 'application/x-msdownload', at: 0, bytes: toAsciiBytes('MZ') },
  { mime: 'application/x-elf', at: 0, bytes: toAsciiBytes('\x7fELF') },
];

/** Returns the media type of the first bytes; undefined if unknown (an STL has no signature). */
export function sniffMediaType(head: Uint8Array): string | undefined {
  return signatures.find(s => bytesMatchAt(head, s.at, s.bytes))?.mime;
}

/** Number of first bytes that `sniffMediaType` needs. */
export const sniffByteCount = 16;
