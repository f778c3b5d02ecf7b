/**
 * A growing buffer of table lines, as bytes. Why not strings: each garbage collection would copy a hundred thousand of
 * them, and each would be encoded again.
 */

const START_BYTES = 64 * 1024;
const TAB = 0x09;
const NEWLINE = 0x0a;
const ZERO = 0x30;
const ASCII = 0x7f;
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
  return {
    text,
    number: value => {
      if (!Number.isSafeInteger(value) || value < 0) return text(String(value));
      reserve(DIGITS);
      let size = 1;
      for (let limit = 10; limit <= value; limit *= 10) size += 1;
      let rest = value;
      for (let at = length + size - 1; at >= length; at--) {
        const tens = Math.floor(rest / 10);
        bytes[at] = ZERO + rest - tens * 10;
        rest = tens;
      }
      length += size;
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
