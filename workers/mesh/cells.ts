/**
 * Triangles sorted into cubes as they come, so that each cube fits into a processor's cache and is made smaller by
 * itself. No first pass: the cubes begin small and are joined eight to one as the model is seen to be larger.
 */

/** Triangles at which a cell is full: its corners are 2.4 MB. Larger ones have fewer borders, but hold more memory. */
export const cellTriangles = 65_536;
/** More cells than this, and they are joined. */
const cellsMax = 96;
/** A cell's coordinate lies within ±2^15 of the origin's. */
const half = 1 << 15;

/** Where a model stands: its place is taken from its corners, since only near zero do numbers of 32 bits keep their digits. */
export type Origin = readonly [number, number, number];
export type Cell = { corners: Float32Array<ArrayBuffer>; triangles: number };

/** The length of a triangle's first side, so that a cube begins at about its triangle. */
const firstSize = (run: Float32Array | Float64Array) =>
  Math.hypot(
    (run[3] as number) - (run[0] as number),
    (run[4] as number) - (run[1] as number),
    (run[5] as number) - (run[2] as number),
  ) || 1e-6;

/** `reach`: how far from zero along an axis corners have come so far. */
type OnFull = (cell: Cell, reach: number) => void;

/** @param onFull takes what a cell holds; the cell is emptied after it, and its room may have been taken away */
export function createCells(onFull: OnFull) {
  let cells = new Map<number, Cell>();
  let size = 0;
  let reach = 0;
  /** The cell of the triangle before, which holds the next one mostly, and the nearer end of its cube. */
  let last: Cell | undefined;
  const low: [number, number, number] = [0, 0, 0];
  const key = (x: number, y: number, z: number) => (x + half) * 2 ** 32 + (y + half) * 2 ** 16 + z + half;
  /** Room that no cell has. */
  const spare: Float32Array<ArrayBuffer>[] = [];
  // Of what no triangle has been written to, the system gives no memory.
  const room = () => spare.pop() ?? new Float32Array(9 * cellTriangles);
  const flush = (cell: Cell) => {
    onFull(cell, reach);
    if (cell.corners.length === 0) cell.corners = room();
    cell.triangles = 0;
  };
  const into = (cell: Cell, from: Cell) => {
    for (let at = 0; at < from.triangles; ) {
      const count = Math.min(from.triangles - at, cellTriangles - cell.triangles);
      cell.corners.set(from.corners.subarray(9 * at, 9 * (at + count)), 9 * cell.triangles);
      cell.triangles += count;
      at += count;
      if (cell.triangles === cellTriangles) flush(cell);
    }
  };
  const join = () => {
    const before = cells;
    cells = new Map();
    last = undefined;
    size *= 2;
    for (const [was, cell] of before) {
      const x = Math.floor((Math.floor(was / 2 ** 32) - half) / 2) + half;
      const y = Math.floor(((Math.floor(was / 2 ** 16) & 0xffff) - half) / 2) + half;
      const z = Math.floor(((was & 0xffff) - half) / 2) + half;
      const now = x * 2 ** 32 + y * 2 ** 16 + z;
      const there = cells.get(now);
      if (there) {
        into(there, cell);
        spare.push(cell.corners);
      } else cells.set(now, cell);
    }
  };
  const cellAt = (x: number, y: number, z: number): Cell => {
    while (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) >= size * (half - 2)) join();
    const i = Math.floor(x / size);
    const j = Math.floor(y / size);
    const k = Math.floor(z / size);
    const at = key(i, j, k);
    let cell = cells.get(at);
    if (!cell) {
      if (cells.size === cellsMax) {
        join();
        return cellAt(x, y, z);
      }
      cell = { corners: room(), triangles: 0 };
      cells.set(at, cell);
    }
    last = cell;
    low[0] = i * size;
    low[1] = j * size;
    low[2] = k * size;
    return cell;
  };
  return {
    /**
     * Nine numbers of each: three corners of x, y, z, from which those of `origin` are taken away. Sorted by the first
     * corner. One loop, for millions: a call or a number outside of it for each would cost more than the copying.
     */
    add(run: Float32Array | Float64Array, triangles: number, [x0, y0, z0]: Origin): void {
      if (size === 0) size = firstSize(run);
      let cell = last;
      let far = reach;
      let lowX = low[0];
      let lowY = low[1];
      let lowZ = low[2];
      for (let from = 0; from < 9 * triangles; from += 9) {
        const x = (run[from] as number) - x0;
        const y = (run[from + 1] as number) - y0;
        const z = (run[from + 2] as number) - z0;
        far = Math.max(far, Math.abs(x), Math.abs(y), Math.abs(z));
        const dx = x - lowX;
        const dy = y - lowY;
        const dz = z - lowZ;
        if (!(cell && dx >= 0 && dy >= 0 && dz >= 0 && dx < size && dy < size && dz < size)) {
          reach = far;
          cell = cellAt(x, y, z);
          lowX = low[0];
          lowY = low[1];
          lowZ = low[2];
        }
        const { corners } = cell;
        const at = 9 * cell.triangles;
        for (let i = 0; i < 9; i += 3) {
          corners[at + i] = (run[from + i] as number) - x0;
          corners[at + i + 1] = (run[from + i + 1] as number) - y0;
          corners[at + i + 2] = (run[from + i + 2] as number) - z0;
        }
        cell.triangles += 1;
        if (cell.triangles === cellTriangles) {
          reach = far;
          flush(cell);
        }
      }
      reach = far;
    },
    /** Takes room back. */
    spare: (corners: Float32Array<ArrayBuffer>): unknown => spare.push(corners),
    /** What the cells still hold, with the reach of them all; they hold nothing after it. */
    rest(): (readonly [Cell, number])[] {
      const held = [...cells.values()].filter(({ triangles }) => triangles > 0);
      cells = new Map();
      last = undefined;
      return held.map(cell => [cell, reach]);
    },
  };
}
