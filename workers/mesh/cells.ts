/**
 * Triangles sorted into cubes as they come, so that each cube fits into a processor's cache and is made smaller by
 * itself. No first pass: the cubes begin small and are joined eight to one as the model is seen to be larger.
 */

/** Triangles at which a cell is full: its corners are 2.4 MB. */
export const cellTriangles = 65_536;
/** More cells than this, and they are joined. */
const cellsMax = 96;
/** A cell's coordinate lies within ±2^15 of the origin's. */
const half = 1 << 15;

export type Cell = { corners: Float32Array<ArrayBuffer>; triangles: number };

/** The length of a triangle's first side, so that a cube begins at about its triangle. */
const firstSize = (run: Float32Array) =>
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
  let last: Cell | undefined;
  let lastKey = 0;
  const key = (x: number, y: number, z: number) =>
    (Math.floor(x / size) + half) * 2 ** 32 +
    (Math.floor(y / size) + half) * 2 ** 16 +
    Math.floor(z / size) +
    half;
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
      if (cell.triangles === cellTriangles) flush(cell);
      const count = Math.min(from.triangles - at, cellTriangles - cell.triangles);
      cell.corners.set(from.corners.subarray(9 * at, 9 * (at + count)), 9 * cell.triangles);
      cell.triangles += count;
      at += count;
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
    const at = key(x, y, z);
    // A triangle mostly lies beside the one before it.
    if (at === lastKey && last) return last;
    let cell = cells.get(at);
    lastKey = at;
    last = cell;
    if (cell) return cell;
    if (cells.size === cellsMax) {
      join();
      return cellAt(x, y, z);
    }
    cell = { corners: room(), triangles: 0 };
    cells.set(at, cell);
    return cell;
  };
  return {
    /** Nine numbers of each: three corners of x, y, z. Sorted by the first corner. */
    add(run: Float32Array, triangles: number): void {
      if (size === 0) size = firstSize(run);
      for (let from = 0; from < 9 * triangles; from += 9) {
        const x = run[from] as number;
        const y = run[from + 1] as number;
        const z = run[from + 2] as number;
        const far = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
        if (far > reach) reach = far;
        while (far >= size * (half - 2)) join();
        const cell = cellAt(x, y, z);
        const at = 9 * cell.triangles;
        const corners = cell.corners;
        for (let i = 0; i < 9; i++) corners[at + i] = run[from + i] as number;
        cell.triangles += 1;
        if (cell.triangles === cellTriangles) flush(cell);
      }
    },
    /** Takes room back. */
    spare: (corners: Float32Array<ArrayBuffer>): unknown => spare.push(corners),
    /** Hands over what the cells still hold. */
    end(): void {
      for (const cell of cells.values()) if (cell.triangles > 0) onFull(cell, reach);
      cells = new Map();
    },
  };
}
