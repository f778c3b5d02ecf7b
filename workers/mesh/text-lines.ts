/** Lines of a text as it streams by, and the words of a line; ends of lines as any system writes them. */
import { joined } from '#events/file/bytes.ts';
import { unfit } from '#events/file/check.ts';

/** Longer lines stand in no mesh; a file without line breaks must not be held whole. */
const longestLine = 256 * 1024;

export type OnLine = (bytes: Uint8Array, from: number, to: number, line: number) => void;

/** What cannot be understood. `line` counts from 1. */
export const syntaxRefusal = (line: number) => unfit('badContent', 'mesh-syntax', { line });

const isSpace = (byte: number | undefined) => byte === 32 || byte === 9;
const isBreak = (byte: number | undefined) => byte === 10 || byte === 13;

/** Gives lines that are not empty, without their ends. */
export function createLineReader(onLine: OnLine, firstLine = 1) {
  let carry = new Uint8Array(0);
  let line = firstLine;
  let afterReturn = false;

  const give = (bytes: Uint8Array, from: number, to: number) => {
    if (to > from) onLine(bytes, from, to, line);
  };
  return {
    write(chunk: Uint8Array): void {
      const bytes = carry.length > 0 ? joined(carry, chunk) : chunk;
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
      if (bytes.length - from > longestLine) throw syntaxRefusal(line);
      carry = Uint8Array.from(bytes.subarray(from));
    },
    end(): void {
      give(carry, 0, carry.length);
      carry = new Uint8Array(0);
    },
  };
}

/** The index behind the word that begins at `from`; `to` is the line's end. */
export function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isSpace(bytes[at])) at++;
  return at;
}
/** Where the next word begins, from `from` on; `to` where there is none. */
export function wordStart(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at++;
  return at;
}
