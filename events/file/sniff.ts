/** Identifies a file by its first bytes. */

import { ascii, bytesMatchAt } from './bytes.ts';

/** Signatures in the order tried; `at` is the offset of the first byte. */
const signatures: readonly { mime: string; at: number; bytes: Uint8Array }[] = [
  { mime: 'image/png', at: 0, bytes: ascii('\x89PNG\r\n\x1a\n') },
  { mime: 'image/jpeg', at: 0, bytes: ascii('\xff\xd8\xff') },
  { mime: 'image/tiff', at: 0, bytes: ascii('II*\0') },
  { mime: 'image/tiff', at: 0, bytes: ascii('MM\0*') },
  { mime: 'image/bmp', at: 0, bytes: ascii('BM') },
  { mime: 'image/gif', at: 0, bytes: ascii('GIF8') },
  { mime: 'image/webp', at: 8, bytes: ascii('WEBP') },
  { mime: 'image/heic', at: 4, bytes: ascii('ftyp') },
  { mime: 'application/x-ole-storage', at: 0, bytes: ascii('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') },
  { mime: 'application/pdf', at: 0, bytes: ascii('%PDF') },
  { mime: 'application/zip', at: 0, bytes: ascii('PK\x03\x04') },
  { mime: 'application/zip', at: 0, bytes: ascii('PK\x05\x06') },
  { mime: 'application/vnd.rar', at: 0, bytes: ascii('Rar!\x1a\x07') },
  { mime: 'application/x-7z-compressed', at: 0, bytes: ascii("7z\xbc\xaf'\x1c") },
  { mime: 'application/gzip', at: 0, bytes: ascii('\x1f\x8b\x08') },
  { mime: 'model/gltf-binary', at: 0, bytes: ascii('glTF') },
  { mime: 'model/ply', at: 0, bytes: ascii('ply\n') },
  { mime: 'model/ply', at: 0, bytes: ascii('ply\r') },
  { mime: 'application/x-msdownload', at: 0, bytes: ascii('MZ') },
  { mime: 'application/x-elf', at: 0, bytes: ascii('\x7fELF') },
];

/** Returns the media type of the first bytes; undefined if unknown (an STL has no signature). */
export function sniff(head: Uint8Array): string | undefined {
  return signatures.find(s => bytesMatchAt(head, s.at, s.bytes))?.mime;
}

/** Number of first bytes that `sniff` needs. */
export const sniffBytes = 16;
