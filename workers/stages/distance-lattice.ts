/**
 * Caches signed distances of a surface on a lattice. A distance changes by at most the length of a step, so a
 * lattice point can show at once that a nearby point is out of reach, without a query of the surface.
 */
import { boundingBoxOf } from './pieces.ts';
import type { Surface } from './surface.ts';

/** Distance between lattice points, and margin of the lattice around the surface's box, mm. */
const [side, margin] = [0.8, 0.8];
/** Allowance for rounding of a bound, mm. */
const slack = 1e-4;

export type DistanceLattice = {
  /**
   * Lower bound of a point's signed distance from the surface, mm; negative if the point may be inside. Sets
   * `reach` to an upper bound of the absolute distance.
   */
  atLeast(x: number, y: number, z: number): number;
  reach: number;
};

type Grid = {
  low: [number, number, number];
  high: [number, number, number];
  count: [number, number, number];
};

function gridOf(positions: Float32Array): Grid {
  const { low, high } = boundingBoxOf(positions);
  const steps = (axis: 0 | 1 | 2) => Math.ceil((high[axis] - low[axis] + 2 * margin) / side) + 1;
  return { low, high, count: [steps(0), steps(1), steps(2)] };
}

/** Computes distances at lattice points on demand, because contacts cover a small part of a tooth. */
function createValues(surface: Surface, { low, count: [nx, ny, nz] }: Grid) {
  const values = new Float32Array(nx * ny * nz).fill(Number.NaN);
  /** Upper bound of the distance, from a neighbour whose distance is known. */
  const within = (at: number) => {
    const beside = [values[at - 1], values[at + 1], values[at - nx], values[at + nx]];
    for (const value of beside) if (value !== undefined && !Number.isNaN(value)) return Math.abs(value);
    return Infinity;
  };
  /** At a row's end the next index belongs to another row, so the step may be as long as two rows. */
  const longest = side * Math.max(nx, ny, nz) * 2;
  return (i: number, j: number, k: number): number => {
    const at = (k * ny + j) * nx + i;
    const known = values[at] as number;
    if (!Number.isNaN(known)) return known;
    const inner = i > 0 && i < nx - 1 && j > 0 && j < ny - 1;
    const reach = within(at) + (inner ? side : longest) + slack;
    const value = surface.signed(
      low[0] - margin + i * side,
      low[1] - margin + j * side,
      low[2] - margin + k * side,
      reach,
    );
    values[at] = value;
    return value;
  };
}

export function createDistanceLattice(surface: Surface): DistanceLattice {
  const grid = gridOf(surface.mesh.positions);
  const [lx, ly, lz] = grid.low;
  const [hx, hy, hz] = grid.high;
  const valueAt = createValues(surface, grid);
  const lattice: DistanceLattice = {
    reach: Infinity,
    atLeast(x, y, z) {
      const dx = Math.max(lx - x, 0, x - hx);
      const dy = Math.max(ly - y, 0, y - hy);
      const dz = Math.max(lz - z, 0, z - hz);
      lattice.reach = Infinity;
      if (dx > margin || dy > margin || dz > margin) return Math.sqrt(dx * dx + dy * dy + dz * dz);
      const i = Math.round((x - lx + margin) / side);
      const j = Math.round((y - ly + margin) / side);
      const k = Math.round((z - lz + margin) / side);
      const ex = x - (lx - margin + i * side);
      const ey = y - (ly - margin + j * side);
      const ez = z - (lz - margin + k * side);
      const away = Math.sqrt(ex * ex + ey * ey + ez * ez) + slack;
      const value = valueAt(i, j, k);
      lattice.reach = Math.abs(value) + away;
      return value - away;
    },
  };
  return lattice;
}
