/**
 * Reads binary STL: 80 arbitrary bytes, a count, and 50 bytes for each triangle (normal, three corners, two
 * spare).
 */
import { createBoundingBox } from './box.ts';
import { concatBytes, dataViewOf } from './bytes.ts';
import { refusalOfUnfitFile } from './check.ts';
import type { StlReader } from './stl.ts';
import type { OnTriangles } from './triangle-runs.ts';

const headBytes = 84;
const triangleBytes = 50;
/** Triangles of a run: 18 kB of numbers, which fit into the first-level cache. */
const runTriangles = 256;

/** Zeros and text, as exporters append. A second file after the model is neither. */
const isPadding = (byte: number) => byte === 0 || (byte >= 9 && byte <= 13) || (byte >= 32 && byte < 127);

/** Reads triangles one after the other, up to `count` of them, and passes them on in runs. */
function createTriangles(count: number, onTriangles: OnTriangles) {
  const run = new Float64Array(9 * runTriangles);
  const box = createBoundingBox();
  let read = 0;

  /**
   * Reads some triangles from the view's byte `from`. A single loop, because it runs for millions of numbers.
   */
  const take = (view: DataView, from: number, triangles: number) => {
    let [x0, y0, z0] = [Infinity, Infinity, Infinity];
    let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
    for (let at = from, to = 0; to < 9 * triangles; at += triangleBytes) {
      // Twelve float32 numbers are all finite exactly if their sum is.
      let sum = view.getFloat32(at, true) + view.getFloat32(at + 4, true) + view.getFloat32(at + 8, true);
      for (let corner = at + 12; corner < at + 48; corner += 12, to += 3) {
        const x = view.getFloat32(corner, true);
        const y = view.getFloat32(corner + 4, true);
        const z = view.getFloat32(corner + 8, true);
        run[to] = x;
        run[to + 1] = y;
        run[to + 2] = z;
        sum += x + y + z;
        if (x < x0) x0 = x;
        if (y < y0) y0 = y;
        if (z < z0) z0 = z;
        if (x > x1) x1 = x;
        if (y > y1) y1 = y;
        if (z > z1) z1 = z;
      }
      if (!Number.isFinite(sum))
        throw refusalOfUnfitFile('badContent', 'stl-not-finite', { triangle: read + Math.round(to / 9) });
    }
    box.join([x0, y0, z0, x1, y1, z1]);
    onTriangles(run, triangles);
    read += triangles;
  };
  return {
    box,
    read: () => read,
    /** Reads the whole triangles in `bytes`; returns how many bytes they are. */
    from(bytes: Uint8Array): number {
      const view = dataViewOf(bytes);
      let at = 0;
      for (;;) {
        const whole = Math.floor((bytes.length - at) / triangleBytes);
        const next = Math.min(runTriangles, count - read, whole);
        if (next === 0) return at;
        take(view, at, next);
        at += next * triangleBytes;
      }
    },
  };
}

/**
 * Reads `count` triangles after the head, and ignores `surplus` bytes after them. A triangle may be split across two
 * chunks, so up to 49 bytes are carried over. Normals are checked too, because an exporter that writes one that is not
 * finite cannot be trusted.
 */
export function createBinaryStlReader(count: number, surplus: number, onTriangles: OnTriangles): StlReader {
  const { box, read, from } = createTriangles(count, onTriangles);
  let skip = headBytes;
  let carry = new Uint8Array(0);
  /** Number of bytes after the last triangle. */
  let past = 0;
  const wrongLength = () =>
    refusalOfUnfitFile('badContent', 'stl-length', {
      stated: count,
      bytes: headBytes + count * triangleBytes + past,
    });
  return {
    write(chunk) {
      const skipped = Math.min(skip, chunk.length);
      skip -= skipped;
      let bytes = chunk.subarray(skipped);
      if (carry.length > 0) {
        const whole = concatBytes(carry, bytes.subarray(0, triangleBytes - carry.length));
        bytes = bytes.subarray(whole.length - carry.length);
        if (from(whole) === 0) {
          carry = whole;
          return;
        }
      }
      carry = Uint8Array.from(bytes.subarray(from(bytes)));
      // The file is longer than its stated size.
      if (read() < count) return;
      past += carry.length;
      if (past > surplus) throw wrongLength();
      if (!carry.every(isPadding)) throw refusalOfUnfitFile('badContent', 'stl-trailing', { count: surplus });
      carry = new Uint8Array(0);
    },
    end() {
      if (read() < count)
        throw refusalOfUnfitFile('badContent', 'stl-truncated', { triangles: read(), stated: count });
      if (past !== surplus) throw wrongLength();
      return { format: 'binary', triangles: read(), box: box.value(), ...(surplus && { trailing: surplus }) };
    },
  };
}
