/**
 * Encodes columns of numbers and texts as bytes. Each column is written on its own, because gzip compresses similar
 * bytes next to each other best. Numbers are non-negative integers up to 2^53.
 */

/** Thrown by a reader whose bytes end too early or hold a number beyond 2^53. */
export class TruncatedBytesError extends Error {
  constructor() {
    super('the bytes end too early');
    this.name = 'TruncatedBytesError';
  }
}

const SEVEN_BITS = 0x80;

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

/** Creates a writer that grows. */
export function createByteWriter() {
  let bytes = new Uint8Array(4096);
  let length = 0;
  const reserve = (more: number) => {
    if (length + more <= bytes.length) return;
    const grown = new Uint8Array(Math.max(bytes.length * 2, length + more));
    grown.set(bytes.subarray(0, length));
    bytes = grown;
  };
  const byte = (value: number) => {
    reserve(1);
    bytes[length++] = value;
  };
  const put = (more: Uint8Array) => {
    reserve(more.length);
    bytes.set(more, length);
    length += more.length;
  };
  /**
   * Writes seven bits a byte, the lowest first; the top bit says that more follow. Divides, because shifts end at 32
   * bits.
   */
  const varint = (value: number) => {
    let rest = value;
    for (; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS)) byte((rest % SEVEN_BITS) | SEVEN_BITS);
    byte(rest);
  };
  return {
    byte,
    varints: (values: Iterable<number>) => {
      for (const value of values) varint(value);
    },
    /**
     * Writes numbers below 2^32: the lowest byte of each, then the second byte of each, and so on. High bytes repeat,
     * so they compress well.
     * @param width bytes of a number
     */
    planes: (values: readonly number[], width: number) => {
      reserve(values.length * width);
      for (let plane = 0; plane < width; plane++)
        for (const value of values) bytes[length++] = value >>> (plane * 8);
    },
    /** Writes the lengths of all texts in bytes, then the texts as UTF-8. */
    texts: (values: readonly string[]) => {
      const encoder = new TextEncoder();
      const encoded = encoder.encode(values.join(''));
      // Most columns are ASCII only, where a text has as many bytes as characters.
      const isPlain = encoded.length === lengthOf(values);
      for (const value of values) varint(isPlain ? value.length : encoder.encode(value).length);
      put(encoded);
    },
    /** The bytes written so far. */
    done: () => bytes.slice(0, length),
  };
}

export type ByteReader = ReturnType<typeof createByteReader>;

/** Creates a reader of what a writer wrote, in the same order. @throws TruncatedBytesError from each of its functions */
export function createByteReader(bytes: Uint8Array, start = 0) {
  let at = start;
  const byte = (): number => {
    const value = bytes[at++];
    if (value === undefined) throw new TruncatedBytesError();
    return value;
  };
  const take = (size: number): Uint8Array => {
    if (at + size > bytes.length) throw new TruncatedBytesError();
    at += size;
    return bytes.subarray(at - size, at);
  };
  const varint = (): number => {
    let value = 0;
    for (let unit = 1; unit <= Number.MAX_SAFE_INTEGER; unit *= SEVEN_BITS) {
      const next = byte();
      value += (next % SEVEN_BITS) * unit;
      if (next < SEVEN_BITS) return value;
    }
    throw new TruncatedBytesError();
  };
  return {
    byte,
    take,
    varint,
    varints: <T extends Float64Array | Uint32Array | Uint16Array>(into: T): T => {
      for (let i = 0; i < into.length; i++) into[i] = varint();
      return into;
    },
    planes: (count: number, width: number): Uint32Array => {
      const values = new Uint32Array(count);
      for (let plane = 0; plane < width; plane++) {
        const column = take(count);
        const unit = 256 ** plane;
        for (let i = 0; i < count; i++) values[i] = (values[i] ?? 0) + (column[i] ?? 0) * unit;
      }
      return values;
    },
    texts: (count: number): string[] => {
      // Checks the count before allocating: each text takes at least one byte for its length.
      if (at + count > bytes.length) throw new TruncatedBytesError();
      const sizes = Array.from({ length: count }, varint);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const decoder = new TextDecoder();
      const encoded = take(total);
      const all = decoder.decode(encoded);
      let end = 0;
      return sizes.map(size => {
        end += size;
        return all.length === total
          ? all.slice(end - size, end)
          : decoder.decode(encoded.subarray(end - size, end));
      });
    },
    /** True if every byte was read. */
    ended: () => at === bytes.length,
  };
}

/** FNV-1a, 32 bits: finds damage, not forgery. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return hash >>> 0;
}
