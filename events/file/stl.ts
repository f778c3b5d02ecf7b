/**
 * Reads an STL as it streams by. What decides is the size, never the word `solid`: 84 + 50n bytes for the n that it
 * states are a binary model. One line break after them is let through, since exporters in the wild leave one
 * (data/stl-odd, HalfDonut) and a doctor cannot mend it; any other surplus or lack is a count that lies.
 */
import { latin1, viewOf } from './bytes.ts';
import { type Check, createHead, type Found, type ModelFacts, unfit } from './check.ts';
import type { OnTriangles } from './runs.ts';
import { sniff } from './sniff.ts';
import { readAscii } from './stl-ascii.ts';
import { readBinary } from './stl-binary.ts';

export const stlHead = 84;
const triangleBytes = 50;
const lineFeed = 0x0a;

/** Takes the bytes of one form of STL, the head included. */
export type StlReader = { write(chunk: Uint8Array): void; end(): ModelFacts };

const looksAscii = (head: Uint8Array) =>
  /^(?:\xef\xbb\xbf)?\s*solid(?:\s|$)/i.test(latin1(head, 0, 80)) && !head.includes(0);

/** The reader that a file of this size and head asks for. @throws Refusal where it can be no STL */
function readerFor(head: Uint8Array, size: number, onTriangles: OnTriangles): StlReader {
  const known = sniff(head);
  const stated = head.length >= stlHead ? viewOf(head).getUint32(80, true) : -1;
  const surplus = size - stlHead - triangleBytes * stated;
  if (stated >= 0 && (surplus === 0 || surplus === 1))
    return readBinary(stated, surplus, lineFeed, onTriangles);
  if (looksAscii(head)) return readAscii(onTriangles);
  if (known || head.length < stlHead)
    throw unfit('wrongFormat', 'not-stl', known ? { found: known } : undefined);
  if (isText(head)) throw unfit('wrongFormat', 'not-stl');
  throw unfit('badContent', 'stl-length', { stated, bytes: size });
}

/** Text that does not begin with `solid` is no STL at all, rather than a broken one. */
function isText(head: Uint8Array): boolean {
  return head.every(byte => byte === 9 || byte === 10 || byte === 13 || byte >= 32);
}

/** Checks an STL of `size` bytes while it streams by; holds no more than a run of triangles, of which it tells `onTriangles`. */
export function stlCheck(size: number, onTriangles: OnTriangles = () => {}): Check {
  const head = createHead(stlHead);
  let reader: StlReader | undefined;
  const begin = () => {
    reader = readerFor(head.bytes(), size, onTriangles);
    reader.write(head.bytes());
    return reader;
  };
  return {
    write(chunk) {
      if (reader) return reader.write(chunk);
      const rest = head.take(chunk);
      if (head.full()) begin().write(rest);
    },
    end(): Found {
      const model = (reader ?? begin()).end();
      if (model.triangles === 0) throw unfit('badContent', 'stl-empty');
      return { mime: 'model/stl', model };
    },
  };
}
