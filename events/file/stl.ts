/**
 * Checks an STL while it streams. The size decides, never the word `solid`: 84 + 50n bytes for the stated n
 * are binary. Exporters append line breaks, padding or a note, which a doctor cannot fix: up to 1 KB of zeros
 * or text is ignored with a warning. Other bytes, or a surplus of whole triangles, are refused.
 */
import { dataViewOf, decodeLatin1 } from './bytes.ts';
import {
  type CheckedFile,
  createHeadCollector,
  type FileCheck,
  type ModelFacts,
  refusalOfUnfitFile,
} from './check.ts';
import { sniffMediaType } from './sniff.ts';
import { createAsciiStlReader } from './stl-ascii.ts';
import { createBinaryStlReader } from './stl-binary.ts';
import type { OnTriangles } from './triangle-runs.ts';

export const stlHeadByteCount = 84;
const triangleBytes = 50;
/** Minimum number of triangles: fewer cannot enclose a volume. */
export const trianglesMin = 4;
/** Maximum number of bytes after the last triangle that are ignored. */
const trailingMax = 1024;

/** Reads the bytes of one form of STL, including the head. */
export type StlReader = { write(chunk: Uint8Array): void; end(): ModelFacts };

const looksAscii = (head: Uint8Array) =>
  /^(?:\xef\xbb\xbf)?\s*solid(?:\s|$)/i.test(decodeLatin1(head, 0, 80)) && !head.includes(0);

/** Whether a surplus of bytes is acceptable. Whole triangles would mean that the count is too low. */
const isTrailer = (surplus: number) => surplus > 0 && surplus <= trailingMax && surplus % triangleBytes !== 0;

/** The word `solid` in UTF-16, with or without a byte order mark. */
const isUtf16 = (head: Uint8Array) =>
  /^(?:\xff\xfe|\xfe\xff)?\0?s\0o\0l\0i\0d/i.test(decodeLatin1(head, 0, 16));

/** Returns the reader for a file of this size and head. @throws Refusal if it cannot be an STL */
function readerFor(head: Uint8Array, size: number, onTriangles: OnTriangles): StlReader {
  const known = sniffMediaType(head);
  const stated = head.length >= stlHeadByteCount ? dataViewOf(head).getUint32(80, true) : -1;
  const surplus = size - stlHeadByteCount - triangleBytes * stated;
  const isBinary = stated >= 0 && (surplus === 0 || (stated > 0 && !known && isTrailer(surplus)));
  if (isBinary) return createBinaryStlReader(stated, surplus, onTriangles);
  if (isUtf16(head)) throw refusalOfUnfitFile('wrongFormat', 'stl-utf16');
  if (looksAscii(head)) return createAsciiStlReader(onTriangles);
  if (known || head.length < stlHeadByteCount)
    throw refusalOfUnfitFile('wrongFormat', 'not-stl', known ? { found: known } : undefined);
  if (isText(head)) throw refusalOfUnfitFile('wrongFormat', 'not-stl');
  throw refusalOfUnfitFile('badContent', 'stl-length', { stated, bytes: size });
}

/** Text that does not begin with `solid` is refused as no STL, not as a broken one. */
function isText(head: Uint8Array): boolean {
  return head.every(byte => byte === 9 || byte === 10 || byte === 13 || byte >= 32);
}

/** Whether any triangle has three distinct corners. */
function someArea(corners: Float64Array, triangles: number): boolean {
  const isSame = (a: number, b: number) =>
    corners[a] === corners[b] && corners[a + 1] === corners[b + 1] && corners[a + 2] === corners[b + 2];
  for (let t = 0; t < 9 * triangles; t += 9)
    if (!isSame(t, t + 3) && !isSame(t + 3, t + 6) && !isSame(t + 6, t)) return true;
  return false;
}

/**
 * Checks an STL of `size` bytes while it streams. Holds one run of triangles, which it passes to
 * `onTriangles`.
 */
export function createStlCheck(size: number, onTriangles: OnTriangles = () => {}): FileCheck {
  const head = createHeadCollector(stlHeadByteCount);
  let reader: StlReader | undefined;
  let hasArea = false;
  const take: OnTriangles = (corners, triangles) => {
    hasArea ||= someArea(corners, triangles);
    onTriangles(corners, triangles);
  };
  const begin = () => {
    reader = readerFor(head.bytes(), size, take);
    reader.write(head.bytes());
    return reader;
  };
  return {
    write(chunk) {
      if (reader) return reader.write(chunk);
      const rest = head.take(chunk);
      if (head.full()) begin().write(rest);
    },
    end(): CheckedFile {
      const model = (reader ?? begin()).end();
      if (model.triangles === 0) throw refusalOfUnfitFile('badContent', 'stl-empty');
      if (!hasArea) throw refusalOfUnfitFile('badContent', 'mesh-flat', { triangles: model.triangles });
      if (model.triangles < trianglesMin)
        throw refusalOfUnfitFile('badContent', 'mesh-few', { triangles: model.triangles });
      return { mime: 'model/stl', model };
    },
  };
}
