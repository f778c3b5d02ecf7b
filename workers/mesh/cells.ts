/**
 * Sorts triangles into cubic cells while they stream by, so that each cell fits into a processor's cache and
 * is simplified on its own. Needs no first pass: cells begin small and are joined eight to one as the model
 * turns out to be larger.
 */
import { createShuffleDetector, firstSideLength } from './triangle-order.ts';

/**
 * Triangles at which a cell is full: its corners are 2.4 MB. Larger cells have fewer borders but take more
 * memory.
 */
export const maxCellTriangles = 65_536;
/**
 * Cells of a shuffled model stay open to the end. They are smaller, so that each is simplified in little
 * memory, and grow in blocks, so that little of a block is unused.
 */
const randomCellsMax = 512;
const blockTriangles = 4096;
/** Share of a model for which a cell's first array has space. A larger one would mostly be cleared for nothing. */
const firstShare = 1 / 4;
/** Number of cells above which they are joined. */
const cellsMax = 96;
/** Limit of a cell's coordinate: ±2^15 from the origin's cell. */
const half = 1 << 15;

/** The model's position, subtracted from its corners. Why: float32 keeps its digits only near zero. */
export type MeshOrigin = readonly [number, number, number];
export type TriangleCell = { corners: Float32Array<ArrayBuffer>; triangles: number };
/** A cell that is still filling. `before` holds its earlier, full blocks. */
type OpenCell = TriangleCell & { before: Float32Array<ArrayBuffer>[] };

/** `reach`: largest absolute coordinate of the corners so far. */
type OnFull = (cell: TriangleCell, reach: number) => void;

/** Largest absolute coordinate so far, and the side of a cell's cube: changed by the grid as well as by its user. */
type Extent = { reach: number; size: number };

const keyOf = (x: number, y: number, z: number) => (x + half) * 2 ** 32 + (y + half) * 2 ** 16 + z + half;

/** Arrays that cells fill, reused once a cell is done with them. @param expected triangles of the model */
function createArrays(isRandom: () => boolean, expected: number) {
  const spare: Float32Array<ArrayBuffer>[] = [];
  const first = Math.min(maxCellTriangles, Math.max(blockTriangles, Math.ceil(firstShare * expected)));
  let ended = false;
  return {
    room: () => spare.pop() ?? new Float32Array(9 * (isRandom() ? blockTriangles : first)),
    giveBack: (corners: Float32Array<ArrayBuffer>): void => {
      if (!ended) spare.push(corners);
    },
    keepNone: (): void => {
      ended = true;
      spare.length = 0;
    },
  };
}

/** Moves the triangles of one cell into another. @param makeRoom is called with the cell whenever it is full */
function moveInto(cell: OpenCell, from: OpenCell, makeRoom: (cell: OpenCell) => void): void {
  cell.before.push(...from.before);
  for (let at = 0; at < from.triangles; ) {
    const count = Math.min(from.triangles - at, cell.corners.length / 9 - cell.triangles);
    cell.corners.set(from.corners.subarray(9 * at, 9 * (at + count)), 9 * cell.triangles);
    cell.triangles += count;
    at += count;
    if (9 * cell.triangles === cell.corners.length) makeRoom(cell);
  }
}

/** Creates the grid of cells by position. */
function createGrid(
  extent: Extent,
  { isRandom, onFull, expected }: { isRandom: () => boolean; onFull: OnFull; expected: number },
) {
  let cells = new Map<number, OpenCell>();
  /** Low corner of the cube of the cell that was found last. */
  const low: [number, number, number] = [0, 0, 0];
  const { room, giveBack, keepNone } = createArrays(isRandom, expected);
  /**
   * Makes space in a full cell. Why a shuffled model keeps its cells open: a random share of a cell's
   * triangles has no neighbours to be simplified with, so all of them would remain for the last pass, in 900
   * MB.
   */
  const makeRoom = (cell: OpenCell) => {
    if (isRandom()) {
      cell.before.push(cell.corners);
      cell.corners = room();
      cell.triangles = 0;
    } else if (cell.triangles < maxCellTriangles) {
      const full = new Float32Array(9 * maxCellTriangles);
      full.set(cell.corners);
      cell.corners = full;
    } else {
      onFull(cell, extent.reach);
      if (cell.corners.length === 0) cell.corners = room();
      cell.triangles = 0;
    }
  };
  const join = () => {
    const before = cells;
    cells = new Map();
    extent.size *= 2;
    for (const [was, cell] of before) {
      const x = Math.floor((Math.floor(was / 2 ** 32) - half) / 2);
      const y = Math.floor(((Math.floor(was / 2 ** 16) & 0xffff) - half) / 2);
      const z = Math.floor(((was & 0xffff) - half) / 2);
      const now = keyOf(x, y, z);
      const there = cells.get(now);
      if (there) {
        moveInto(there, cell, makeRoom);
        giveBack(cell.corners);
      } else cells.set(now, cell);
    }
  };
  const cellAt = (x: number, y: number, z: number): OpenCell => {
    while (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) >= extent.size * (half - 2)) join();
    const { size } = extent;
    const i = Math.floor(x / size);
    const j = Math.floor(y / size);
    const k = Math.floor(z / size);
    const at = keyOf(i, j, k);
    let cell = cells.get(at);
    if (!cell) {
      if (cells.size >= (isRandom() ? randomCellsMax : cellsMax)) {
        join();
        return cellAt(x, y, z);
      }
      cell = { corners: room(), triangles: 0, before: [] };
      cells.set(at, cell);
    }
    low[0] = i * size;
    low[1] = j * size;
    low[2] = k * size;
    return cell;
  };
  return {
    low,
    cellAt,
    makeRoom,
    giveBack,
    /** Takes all cells out. From then on no array is kept for reuse. */
    end: (): OpenCell[] => {
      const held = [...cells.values()];
      cells = new Map();
      keepNone();
      return held;
    },
  };
}

/**
 * Creates the cells of a model.
 * @param onFull receives the content of a full cell. The cell is emptied afterwards; `onFull` may transfer its array.
 * @param expected triangles of the model, as well as they can be estimated. Default: a large model
 */
export function createCells(onFull: OnFull, expected = Number.POSITIVE_INFINITY) {
  const extent: Extent = { reach: 0, size: 0 };
  const order = createShuffleDetector();
  const { low, cellAt, makeRoom, giveBack, end } = createGrid(extent, {
    isRandom: order.isRandom,
    onFull,
    expected,
  });
  /** The previous triangle's cell, which usually holds the next one too. */
  let last: OpenCell | undefined;
  return {
    /**
     * Adds triangles of nine numbers, x, y, z of three corners, minus `origin`. A triangle belongs to the
     * cell of its first corner. Written as one loop: a call or an outer variable per triangle costs more than
     * the copying.
     */
    add(run: Float32Array | Float64Array, triangles: number, [x0, y0, z0]: MeshOrigin): void {
      if (extent.size === 0) extent.size = firstSideLength(run);
      order.add(run, triangles);
      let cell = last;
      let far = extent.reach;
      let { size } = extent;
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
          extent.reach = far;
          cell = cellAt(x, y, z);
          size = extent.size;
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
        if (9 * cell.triangles === corners.length) {
          extent.reach = far;
          makeRoom(cell);
        }
      }
      extent.reach = far;
      last = cell;
    },
    /** Takes an array back for reuse, until the cells have been yielded. */
    spare: giveBack,
    /** Yields the remaining content of each cell, with the reach of the model. The cells are empty afterwards. */
    *rest(): Generator<readonly [TriangleCell, number]> {
      last = undefined;
      const held = end();
      // Releases the cells one by one, because those of a shuffled model are together as large as the model.
      for (let cell = held.shift(); cell; cell = held.shift()) {
        const whole = wholeOf(cell);
        if (whole.triangles > 0) yield [whole, extent.reach];
      }
    },
  };
}

/** Joins a cell's blocks. */
function wholeOf({ corners, triangles, before }: OpenCell): TriangleCell {
  if (before.length === 0) return { corners, triangles };
  const full = before.reduce((sum, block) => sum + block.length, 0);
  const all = new Float32Array(full + 9 * triangles);
  let at = 0;
  for (const block of [...before, corners.subarray(0, 9 * triangles)]) {
    all.set(block, at);
    at += block.length;
  }
  return { corners: all, triangles: all.length / 9 };
}
