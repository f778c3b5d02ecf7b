/**
 * A growing buffer of table lines, as bytes. Why not strings: each garbage collection would copy a hundred thousand of
 * them, and each would be encoded again.
 */

const START_BYTES = 64 * 1024;
const TAB = 0x09;
const NEWLINE = 0x0a;
const ZERO = 0x30;
/** The digits of 0 to 99. */
const PAIRS = Buffer.from(Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0')).join(''));
/** Numbers are written in halves below it: V8 divides small integers by multiplying, and others several times as slowly. */
const HALF = 100_000_000;
const HALF_DIGITS = 8;
const ASCII = 0x7f;
/** Longer texts are written by native code, whose call takes as long as a loop over so many characters. */
const SHORT_TEXT = 24;
/** Digits of the largest safe integer. */
const DIGITS = 16;

export type LineWriter = {
  text(text: string): void;
  number(value: number): void;
  /** Begins the next cell of the line. */
  tab(): void;
  /** Ends the line. */
  end(): void;
  rows(): number;
  /** The lines as UTF-8, each with its line break. Valid until the next one is written. */
  bytes(): Uint8Array;
};

/** Digits of an integer from 0 that is below HALF. */
function sizeOf(value: number): number {
  let size = 1;
  for (let limit = 10; limit <= value; limit *= 10) size += 1;
  return size;
}

export function createLineWriter(): LineWriter {
  let bytes = Buffer.allocUnsafe(START_BYTES);
  let length = 0;
  let rows = 0;
  const reserve = (more: number) => {
    if (length + more <= bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * bytes.length, length + more));
    bytes.copy(grown, 0, 0, length);
    bytes = grown;
  };
  const text = (value: string) => {
    // UTF-8 takes three bytes at most for each unit of UTF-16.
    reserve(3 * value.length);
    if (value.length > SHORT_TEXT) {
      length += bytes.write(value, length);
      return;
    }
    let at = length;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > ASCII) {
        length += bytes.write(value, length);
        return;
      }
      bytes[at++] = code;
    }
    length = at;
  };
  const byte = (value: number) => {
    reserve(1);
    bytes[length++] = value;
  };
  /** Writes the last digits of a number below HALF, with leading zeros. */
  const digits = (value: number, size: number) => {
    let rest = value | 0;
    let at = length + size - 1;
    for (; at > length; at -= 2) {
      const more = (rest / 100) | 0;
      const pair = (rest - more * 100) << 1;
      bytes[at] = PAIRS[pair + 1] ?? ZERO;
      bytes[at - 1] = PAIRS[pair] ?? ZERO;
      rest = more;
    }
    if (at === length) bytes[at] = ZERO + rest;
    length += size;
  };
  return {
    text,
    number: value => {
      if (!Number.isSafeInteger(value) || value < 0) return text(String(value));
      reserve(DIGITS);
      if (value < HALF) return digits(value, sizeOf(value));
      const high = Math.floor(value / HALF);
      digits(high, sizeOf(high));
      digits(value - high * HALF, HALF_DIGITS);
    },
    tab: () => byte(TAB),
    end: () => {
      byte(NEWLINE);
      rows += 1;
    },
    rows: () => rows,
    bytes: () => bytes.subarray(0, length),
  };
}
