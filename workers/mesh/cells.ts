/**
 * Triangles sorted into cubes as they come, so that each cube fits into a processor's cache and is made smaller by
 * itself. No first pass: the cubes begin small and are joined eight to one as the model is seen to be larger.
 */

/** Triangles at which a cell is full: its corners are 2.4 MB. */
export const cellTriangles = 65_536;
const firstTriangles = 1024;
/** More cells than this, and they are joined. */
const cellsMax = 96;
/** A cell's coordinate lies within ±2^15 of the origin's. */
const half = 1 << 15;

export type Cell = { corners: Float32Array; triangles: number };

/** The length of a triangle's first side, so that a cube begins at about its triangle. */
const firstSize = (t: Float32Array) =>
  Math.hypot(
    (t[3] as number) - (t[0] as number),
    (t[4] as number) - (t[1] as number),
    (t[5] as number) - (t[2] as number),
  ) || 1e-6;

/** `reach`: how far from zero along an axis corners have come so far. */
type OnFull = (cell: Cell, reach: number) => void;

/** @param onFull takes what a cell holds; the cell is emptied after it */
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
  const grown = (cell: Cell) => {
    const larger = new Float32Array(Math.min(2 * cell.corners.length, 9 * cellTriangles));
    larger.set(cell.corners.subarray(0, 9 * cell.triangles));
    cell.corners = larger;
  };
  const flush = (cell: Cell) => {
    onFull(cell, reach);
    cell.triangles = 0;
  };
  const into = (cell: Cell, from: Cell) => {
    for (let at = 0; at < from.triangles; ) {
      if (cell.triangles === cellTriangles) flush(cell);
      if (9 * cell.triangles === cell.corners.length) grown(cell);
      const count = Math.min(from.triangles - at, cell.corners.length / 9 - cell.triangles);
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
      if (there) into(there, cell);
      else cells.set(now, cell);
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
    cell = { corners: new Float32Array(9 * firstTriangles), triangles: 0 };
    cells.set(at, cell);
    return cell;
  };
  return {
    /** Nine numbers: three corners of x, y, z. Sorted by its first corner. */
    add(t: Float32Array): void {
      const x = t[0] as number;
      const y = t[1] as number;
      const z = t[2] as number;
      if (size === 0) size = firstSize(t);
      const far = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
      if (far > reach) reach = far;
      while (far >= size * (half - 2)) join();
      const cell = cellAt(x, y, z);
      if (9 * cell.triangles === cell.corners.length) grown(cell);
      const at = 9 * cell.triangles;
      const corners = cell.corners;
      for (let i = 0; i < 9; i++) corners[at + i] = t[i] as number;
      cell.triangles += 1;
      if (cell.triangles === cellTriangles) flush(cell);
    },
    /** Hands over what the cells still hold. */
    end(): void {
      for (const cell of cells.values()) if (cell.triangles > 0) flush(cell);
      cells = new Map();
    },
  };
}
