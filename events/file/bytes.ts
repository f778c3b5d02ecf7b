/** Bytes for server, browser and worker alike. Node's Buffer exists only in the first. */

/** Bytes of a text whose characters are all up to U+00FF. */
export const ascii = (text: string): Uint8Array => Uint8Array.from(text, c => c.charCodeAt(0));

/** Each byte as a character. For short runs only, because every byte is an argument of one call. */
export const latin1 = (bytes: Uint8Array, from = 0, to = bytes.length): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Whether these bytes are at this index. */
export const standsAt = (bytes: Uint8Array, at: number, wanted: Uint8Array): boolean =>
  at + wanted.length <= bytes.length && wanted.every((byte, i) => bytes[at + i] === byte);

/** Concatenates both into a new array. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
