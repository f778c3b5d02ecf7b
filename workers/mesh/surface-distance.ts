/**
 * Distance from points to a surface, by a grid of cubes that list their triangles. Fast for points near the
 * surface.
 */
import { squaredDistanceToTriangle } from './triangle-distance.ts';
import type { Mesh } from './weld.ts';

/** Cubes in all, 16 MB at most. */
const cubesMax = 4_000_000;
/** Side of a cube in mean triangle sides, so that a cube lists a handful of triangles. */
const sidesPerCube = 1.5;
/** List entries per triangle. Large triangles among small ones would be listed in very many cubes. */
const entriesPerTriangleMax = 64;

type Grid = { low: [number, number, number]; side: number; count: [number, number, number] };

/** Mean length of the triangles' sides. */
function meanSide({ positions, indices }: Mesh): number {
  let sum = 0;
  const p = (corner: number, axis: number) => positions[3 * (indices[corner] as number) + axis] as number;
  for (let at = 0; at < indices.length; at++) {
    const next = at % 3 === 2 ? at - 2 : at + 1;
    // Why not Math.hypot: it takes several times as long.
    sum += Math.sqrt(
      (p(at, 0) - p(next, 0)) ** 2 + (p(at, 1) - p(next, 1)) ** 2 + (p(at, 2) - p(next, 2)) ** 2,
    );
  }
  return sum / indices.length;
}

/** Returns the grid of cubes for a mesh. @param least smallest allowed side of a cube */
function gridOf({ positions }: Mesh, least: number): Grid {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] as number;
    low[i % 3] = Math.min(low[i % 3] as number, value);
    high[i % 3] = Math.max(high[i % 3] as number, value);
  }
  const counts = (side: number) =>
    high.map((value, axis) => 1 + Math.floor((value - (low[axis] as number)) / side)) as Grid['count'];
  let side = least;
  while (counts(side).reduce((product, n) => product * n, 1) > cubesMax) side *= 1.25;
  return { low, side, count: counts(side) };
}

/** First and last cube of each triangle along each axis. */
function cubeRanges({ positions, indices }: Mesh, { low, side, count }: Grid): Uint16Array {
  const found = new Uint16Array(2 * indices.length);
  for (let at = 0; at < indices.length; at += 3)
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * (indices[at] as number) + axis] as number;
      const b = positions[3 * (indices[at + 1] as number) + axis] as number;
      const c = positions[3 * (indices[at + 2] as number) + axis] as number;
      const last = (count[axis] as number) - 1;
      const from = low[axis] as number;
      found[2 * (at + axis)] = Math.min(last, Math.floor((Math.min(a, b, c) - from) / side));
      found[2 * (at + axis) + 1] = Math.min(last, Math.floor((Math.max(a, b, c) - from) / side));
    }
  return found;
}

/**
 * Lists triangles by cube: those of cube `c` are at `from[c]` to `from[c + 1]`. Undefined if the cubes are
 * too small for the triangles.
 */
function trianglesByCube(mesh: Mesh, grid: Grid) {
  const [nx, ny, nz] = grid.count;
  const triangles = mesh.indices.length / 3;
  const range = cubeRanges(mesh, grid);
  const each = (triangle: number, visit: (cube: number) => void) => {
    const at = 6 * triangle;
    const [x0, x1] = [range[at] as number, range[at + 1] as number];
    const [y0, y1] = [range[at + 2] as number, range[at + 3] as number];
    const [z0, z1] = [range[at + 4] as number, range[at + 5] as number];
    for (let z = z0; z <= z1; z++)
      for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) visit((z * ny + y) * nx + x);
  };
  let places = 0;
  for (let at = 0; at < range.length; at += 6) {
    const along = (axis: number) =>
      (range[at + 2 * axis + 1] as number) - (range[at + 2 * axis] as number) + 1;
    places += along(0) * along(1) * along(2);
  }
  if (places > entriesPerTriangleMax * triangles) return undefined;
  const from = new Uint32Array(nx * ny * nz + 1);
  for (let t = 0; t < triangles; t++)
    each(t, cube => {
      from[cube] = (from[cube] as number) + 1;
    });
  for (let cube = 0, sum = 0; cube < from.length; cube++) {
    sum += from[cube] as number;
    from[cube] = sum;
  }
  const list = new Uint32Array(places);
  // Fills each list from its end, so that `from` ends up at its beginning.
  for (let t = 0; t < triangles; t++)
    each(t, cube => {
      const at = (from[cube] as number) - 1;
      from[cube] = at;
      list[at] = t;
    });
  return { from, list };
}

/** Returns the finest grid whose lists are not too long. In the worst case it is a single cube. */
function finestGridOf(mesh: Mesh) {
  for (let least = sidesPerCube * meanSide(mesh) || 1; ; least *= 2) {
    const grid = gridOf(mesh, least);
    const lists = trianglesByCube(mesh, grid);
    if (lists) return { ...grid, ...lists };
  }
}

export type SurfaceDistance = {
  /** Distance from a point to the surface, in the mesh's unit. */
  distance(x: number, y: number, z: number): number;
  /** Number of triangles tested so far. */
  looked(): number;
};

/** The mesh must have at least one triangle. */
export function createSurfaceDistance(mesh: Mesh): SurfaceDistance {
  const { positions, indices } = mesh;
  const { low, side, count, from, list } = finestGridOf(mesh);
  const [nx, ny, nz] = count;
  const shells = Math.max(...count);
  let looked = 0;

  const squareTo = (triangle: number, x: number, y: number, z: number) => {
    const a = 3 * (indices[3 * triangle] as number);
    const b = 3 * (indices[3 * triangle + 1] as number);
    const c = 3 * (indices[3 * triangle + 2] as number);
    const ax = positions[a] as number;
    const ay = positions[a + 1] as number;
    const az = positions[a + 2] as number;
    return squaredDistanceToTriangle(
      (positions[b] as number) - ax,
      (positions[b + 1] as number) - ay,
      (positions[b + 2] as number) - az,
      (positions[c] as number) - ax,
      (positions[c + 1] as number) - ay,
      (positions[c + 2] as number) - az,
      x - ax,
      y - ay,
      z - az,
    );
  };
  /** Index along an axis of the cube that contains a value. Clamped to the grid. */
  const cubeAt = (value: number, axis: 0 | 1 | 2) =>
    Math.max(0, Math.min(count[axis] - 1, Math.floor((value - low[axis]) / side)));

  /** Distance from a value to the nearer wall of its cube; negative outside the cube. */
  const wallOf = (value: number, cube: number, axis: 0 | 1 | 2) => {
    const from = value - low[axis] - cube * side;
    return Math.min(from, side - from);
  };

  const distance: SurfaceDistance['distance'] = (x, y, z) => {
    const [ox, oy, oz] = [cubeAt(x, 0), cubeAt(y, 1), cubeAt(z, 2)];
    // Cubes of the first shell are at least this far from the point, each further shell one side more.
    const wall = Math.max(0, Math.min(wallOf(x, ox, 0), wallOf(y, oy, 1), wallOf(z, oz, 2)));
    let best = Infinity;
    for (let shell = 0; shell <= shells; shell++) {
      if (shell > 0 && best <= (wall + (shell - 1) * side) ** 2) break;
      for (let cz = Math.max(0, oz - shell); cz <= Math.min(nz - 1, oz + shell); cz++)
        for (let cy = Math.max(0, oy - shell); cy <= Math.min(ny - 1, oy + shell); cy++) {
          // Inside a shell only the first and last cube of a row are new.
          const whole = Math.abs(cz - oz) === shell || Math.abs(cy - oy) === shell;
          for (let cx = ox - shell; cx <= ox + shell; cx += whole ? 1 : 2 * shell) {
            if (cx < 0 || cx >= nx) continue;
            const cube = (cz * ny + cy) * nx + cx;
            const end = from[cube + 1] as number;
            for (let i = from[cube] as number; i < end; i++)
              best = Math.min(best, squareTo(list[i] as number, x, y, z));
            looked += end - (from[cube] as number);
          }
        }
    }
    return Math.sqrt(best);
  };
  return { distance, looked: () => looked };
}
