/** The binary form: 80 bytes of anything, a count, and 50 bytes for each triangle (normal, three corners, two spare). */
import { joined, viewOf } from './bytes.ts';
import { unfit } from './check.ts';
import { createRuns, type OnTriangles } from './runs.ts';
import type { StlReader } from './stl.ts';

const headBytes = 84;
const triangleBytes = 50;
const normalAndCorners = 48;

/**
 * Reads `count` triangles that follow the head. A triangle may lie across two chunks: the carried rest is at most 49
 * bytes. Normals are looked at as well: one that is no number comes from an exporter that cannot be trusted.
 */
export function readBinary(
  count: number,
  surplus: number,
  allowed: number,
  onTriangles: OnTriangles,
): StlReader {
  const runs = createRuns(onTriangles);
  let skip = headBytes;
  let read = 0;
  let carry = new Uint8Array(0);

  const triangle = (view: DataView, at: number) => {
    // Twelve numbers of 32 bits that are finite have a sum that is.
    let sum = view.getFloat32(at, true) + view.getFloat32(at + 4, true) + view.getFloat32(at + 8, true);
    for (let corner = at + 12; corner < at + normalAndCorners; corner += 12) {
      const x = view.getFloat32(corner, true);
      const y = view.getFloat32(corner + 4, true);
      const z = view.getFloat32(corner + 8, true);
      sum += x + y + z;
      if (!Number.isFinite(sum)) throw unfit('badContent', 'stl-not-finite', { triangle: read + 1 });
      runs.corner(x, y, z);
    }
    read++;
  };
  const wrongLength = () =>
    unfit('badContent', 'stl-length', {
      stated: count,
      bytes: headBytes + count * triangleBytes + carry.length,
    });
  const triangles = (bytes: Uint8Array): number => {
    const view = viewOf(bytes);
    let at = 0;
    for (; read < count && at + triangleBytes <= bytes.length; at += triangleBytes) triangle(view, at);
    return at;
  };
  return {
    write(chunk) {
      const skipped = Math.min(skip, chunk.length);
      skip -= skipped;
      let bytes = chunk.subarray(skipped);
      if (carry.length > 0) {
        const whole = joined(carry, bytes.subarray(0, triangleBytes - carry.length));
        bytes = bytes.subarray(whole.length - carry.length);
        if (triangles(whole) === 0) {
          carry = whole;
          return;
        }
      }
      carry = Uint8Array.from(bytes.subarray(triangles(bytes)));
      // It goes on beyond its end: nobody holds that.
      if (read === count && carry.length > surplus) throw wrongLength();
    },
    end() {
      if (read < count) throw unfit('badContent', 'stl-truncated', { triangles: read, stated: count });
      if (carry.length !== surplus || (surplus === 1 && carry[0] !== allowed)) throw wrongLength();
      return { format: 'binary', ...runs.end() };
    },
  };
}
