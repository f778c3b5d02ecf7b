/** Byte helpers for server, browser and worker, without Node's Buffer. */

/** Encodes a text as bytes. All characters must be at most U+00FF. */
export const toAsciiBytes = (text: string): Uint8Array => Uint8Array.from(text, c => c.charCodeAt(0));

/** Decodes bytes as Latin-1. For short ranges only, because every byte is an argument of one call. */
export const decodeLatin1 = (bytes: Uint8Array, from = 0, to = bytes.length): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Whether `wanted` occurs at an index of the bytes. */
export const bytesMatchAt = (bytes: Uint8Array, at: number, wanted: Uint8Array): boolean =>
  at + wanted.length <= bytes.length && wanted.every((byte, i) => bytes[at + i] === byte);

/** Concatenates two byte arrays into a new one. */
export function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export const dataViewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
