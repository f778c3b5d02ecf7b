/** Splits a streamed text into lines, and a line into words. Accepts LF, CRLF and CR. */
import { concatBytes } from '#events/file/bytes.ts';
import { refusalOfUnfitFile } from '#events/file/check.ts';

/** Longest line in bytes. A file without line breaks must not be held in memory whole. */
const longestLine = 256 * 1024;

export type OnLine = (bytes: Uint8Array, from: number, to: number, line: number) => void;

/** Refusal of a line that does not parse. `line` counts from 1. */
export const createSyntaxRefusal = (line: number) =>
  refusalOfUnfitFile('badContent', 'mesh-syntax', { line });

const isSpace = (byte: number | undefined) => byte === 32 || byte === 9;
const isBreak = (byte: number | undefined) => byte === 10 || byte === 13;

/** Passes on lines that are not empty, without their ends. */
export function createLineReader(onLine: OnLine, firstLine = 1) {
  let carry = new Uint8Array(0);
  let line = firstLine;
  let afterReturn = false;

  const give = (bytes: Uint8Array, from: number, to: number) => {
    if (to > from) onLine(bytes, from, to, line);
  };
  return {
    write(chunk: Uint8Array): void {
      const bytes = carry.length > 0 ? concatBytes(carry, chunk) : chunk;
      let from = 0;
      for (let i = carry.length; i < bytes.length; i++) {
        if (!isBreak(bytes[i])) {
          afterReturn = false;
          continue;
        }
        give(bytes, from, i);
        if (!(afterReturn && bytes[i] === 10)) line += 1;
        afterReturn = bytes[i] === 13;
        from = i + 1;
      }
      if (bytes.length - from > longestLine) throw createSyntaxRefusal(line);
      carry = Uint8Array.from(bytes.subarray(from));
    },
    end(): void {
      give(carry, 0, carry.length);
      carry = new Uint8Array(0);
    },
  };
}

/** Returns the index after the word that begins at `from`. `to` is the line's end. */
export function findWordEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isSpace(bytes[at])) at++;
  return at;
}
/** Returns the index of the next word at or after `from`, or `to` if there is none. */
export function findWordStart(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at++;
  return at;
}
