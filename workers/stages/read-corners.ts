/**
 * Reads a whole STL into corners. A stage's file has some ten thousand triangles and is released right afterwards.
 */

import { concatBytes } from '#events/file/bytes.ts';
import { refusalOfUnfitFile } from '#events/file/check.ts';
import { sniffMediaType } from '#events/file/sniff.ts';
import { createStlCheck, stlHeadByteCount } from '#events/file/stl.ts';
import { estimateStlTriangleCount } from '../mesh/preview.ts';
import type { SourceFile } from './sources.ts';

/**
 * Maximum triangles of one arch at one stage. The gums of forty larger stages would not fit into a browser's memory.
 */
const trianglesMax = 4_000_000;

/**
 * Returns x, y, z of each corner, three corners a triangle, in the file's unit.
 * @param onBytes receives the size of each piece read
 * @param max triangles
 * @throws Refusal wrongFormat or badContent as in events/file/stl.ts; `mesh-too-many` before more than `max`
 * are held
 */
export async function readTriangleCorners(
  source: SourceFile,
  onBytes: (bytes: number) => void = () => {},
  max: number = trianglesMax,
): Promise<Float32Array> {
  let corners = new Float32Array(0);
  let count = 0;
  const check = createStlCheck(source.size, (run, triangles) => {
    const end = count + 9 * triangles;
    if (end > corners.length) {
      if (end > 9 * max) throw refusalOfUnfitFile('badContent', 'mesh-too-many', { max });
      const larger = new Float32Array(Math.min(9 * max, Math.max(end, 2 * corners.length)));
      larger.set(corners);
      corners = larger;
    }
    corners.set(run.subarray(0, 9 * triangles), count);
    count = end;
  });
  let head = new Uint8Array(0);
  for await (const piece of source.pieces()) {
    if (head.length < stlHeadByteCount) {
      head = concatBytes(head, piece.subarray(0, stlHeadByteCount - head.length));
      if (head.length === stlHeadByteCount && corners.length === 0)
        corners = new Float32Array(9 * Math.min(max, estimateStlTriangleCount(head, source.size)));
      const archive = sniffMediaType(head);
      if (archive?.startsWith('application/'))
        throw refusalOfUnfitFile('wrongFormat', 'not-stl', { found: archive });
    }
    check.write(piece);
    onBytes(piece.length);
  }
  check.end();
  return corners.subarray(0, count);
}
