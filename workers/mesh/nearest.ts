/** The nearest place of a surface, by a grid of cubes that know their triangles. For points that lie near it. */
import type { Mesh } from './weld.ts';

/** Cubes in all; 16 MB of them at most. */
const cubesMax = 4_000_000;
/** A cube's side, in sides of a triangle: it knows a handful of them. */
const sidesPerCube = 1.5;

type Grid = { low: [number, number, number]; side: number; count: [number, number, number] };

/** Mean length of the triangles' sides. */
function meanSide({ positions, indices }: Mesh): number {
  let sum = 0;
  const p = (corner: number, axis: number) => positions[3 * (indices[corner] as number) + axis] as number;
  for (let at = 0; at < indices.length; at++) {
    const next = at % 3 === 2 ? at - 2 : at + 1;
    sum += Math.hypot(p(at, 0) - p(next, 0), p(at, 1) - p(next, 1), p(at, 2) - p(next, 2));
  }
  return sum / indices.length;
}

function gridOf(mesh: Mesh): Grid {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < mesh.positions.length; i++) {
    const value = mesh.positions[i] as number;
    low[i % 3] = Math.min(low[i % 3] as number, value);
    high[i % 3] = Math.max(high[i % 3] as number, value);
  }
  const counts = (side: number) =>
    high.map((value, axis) => 1 + Math.floor((value - (low[axis] as number)) / side)) as [
      number,
      number,
      number,
    ];
  let side = sidesPerCube * meanSide(mesh) || 1;
  while (counts(side).reduce((product, n) => product * n, 1) > cubesMax) side *= 1.25;
  return { low, side, count: counts(side) };
}

/** Triangles by cube, one list after the other: those of cube `c` stand from `from[c]` to `from[c + 1]`. */
function sorted({ positions, indices }: Mesh, { low, side, count }: Grid) {
  const [nx, ny, nz] = count;
  const from = new Uint32Array(nx * ny * nz + 1);
  const range = (triangle: number, axis: 0 | 1 | 2) => {
    const [a, b, c] = [0, 1, 2].map(
      i => positions[3 * (indices[3 * triangle + i] as number) + axis] as number,
    ) as [number, number, number];
    const cube = (value: number) => Math.min(count[axis] - 1, Math.floor((value - low[axis]) / side));
    return [cube(Math.min(a, b, c)), cube(Math.max(a, b, c))] as const;
  };
  const each = (triangle: number, visit: (cube: number) => void) => {
    const [x0, x1] = range(triangle, 0);
    const [y0, y1] = range(triangle, 1);
    const [z0, z1] = range(triangle, 2);
    for (let z = z0; z <= z1; z++)
      for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) visit((z * ny + y) * nx + x);
  };
  const triangles = indices.length / 3;
  for (let t = 0; t < triangles; t++) each(t, cube => (from[cube + 1] = (from[cube + 1] as number) + 1));
  for (let cube = 0; cube < nx * ny * nz; cube++)
    from[cube + 1] = (from[cube + 1] as number) + (from[cube] as number);
  const next = from.slice();
  const list = new Uint32Array(from[nx * ny * nz] as number);
  for (let t = 0; t < triangles; t++)
    each(t, cube => {
      const at = next[cube] as number;
      list[at] = t;
      next[cube] = at + 1;
    });
  return { from, list };
}

/**
 * Square of the distance from a point to a triangle, all numbers relative to its first corner: Ericson, Real-Time
 * Collision Detection (2005), 5.1.5, by the regions in which the point may lie.
 */
export function squareToTriangle(
  [bx, by, bz]: readonly [number, number, number],
  [cx, cy, cz]: readonly [number, number, number],
  [px, py, pz]: readonly [number, number, number],
): number {
  const d1 = bx * px + by * py + bz * pz;
  const d2 = cx * px + cy * py + cz * pz;
  const to = (v: number, w: number) =>
    (px - v * bx - w * cx) ** 2 + (py - v * by - w * cy) ** 2 + (pz - v * bz - w * cz) ** 2;
  if (d1 <= 0 && d2 <= 0) return to(0, 0);
  const [qx, qy, qz] = [px - bx, py - by, pz - bz];
  const d3 = bx * qx + by * qy + bz * qz;
  const d4 = cx * qx + cy * qy + cz * qz;
  if (d3 >= 0 && d4 <= d3) return to(1, 0);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return to(d1 / (d1 - d3), 0);
  const [rx, ry, rz] = [px - cx, py - cy, pz - cz];
  const d5 = bx * rx + by * ry + bz * rz;
  const d6 = cx * rx + cy * ry + cz * rz;
  if (d6 >= 0 && d5 <= d6) return to(0, 1);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return to(0, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return to(1 - w, w);
  }
  const whole = va + vb + vc;
  return to(vb / whole, vc / whole);
}

/** @returns the distance from a point to the surface, in its unit. The mesh has a triangle */
export function createNearest(mesh: Mesh): (x: number, y: number, z: number) => number {
  const { positions, indices } = mesh;
  const grid = gridOf(mesh);
  const { low, side, count } = grid;
  const [nx, ny] = count;
  const { from, list } = sorted(mesh, grid);
  const squareTo = (triangle: number, x: number, y: number, z: number) => {
    const [a, b, c] = [0, 1, 2].map(i => 3 * (indices[3 * triangle + i] as number)) as [
      number,
      number,
      number,
    ];
    const [ax, ay, az] = [positions[a] as number, positions[a + 1] as number, positions[a + 2] as number];
    return squareToTriangle(
      [(positions[b] as number) - ax, (positions[b + 1] as number) - ay, (positions[b + 2] as number) - az],
      [(positions[c] as number) - ax, (positions[c + 1] as number) - ay, (positions[c + 2] as number) - az],
      [x - ax, y - ay, z - az],
    );
  };
  return (x, y, z) => {
    const at = [x, y, z].map((value, axis) =>
      Math.max(0, Math.min((count[axis] as number) - 1, Math.floor((value - (low[axis] as number)) / side))),
    ) as [number, number, number];
    /** How far beyond the grid the point lies: cubes are that much further away. */
    const shells = Math.max(...count);
    let best = Infinity;
    for (let shell = 0; shell <= shells; shell++) {
      // Whatever lies in the next shell is at least so far away, inside the grid.
      if (best <= ((shell - 1) * side) ** 2 && shell > 0) break;
      for (let cz = at[2] - shell; cz <= at[2] + shell; cz++) {
        if (cz < 0 || cz >= count[2]) continue;
        for (let cy = at[1] - shell; cy <= at[1] + shell; cy++) {
          if (cy < 0 || cy >= ny) continue;
          const rim = Math.abs(cz - at[2]) === shell || Math.abs(cy - at[1]) === shell;
          for (let cx = at[0] - shell; cx <= at[0] + shell; cx += rim ? 1 : 2 * shell || 1) {
            if (cx < 0 || cx >= nx) continue;
            const cube = (cz * ny + cy) * nx + cx;
            for (let i = from[cube] as number; i < (from[cube + 1] as number); i++)
              best = Math.min(best, squareTo(list[i] as number, x, y, z));
          }
        }
      }
    }
    return Math.sqrt(best);
  };
}
