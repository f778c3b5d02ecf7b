/**
 * Signed distances of a surface on a lattice. A distance changes by no more than one goes: a lattice point tells at
 * once that a point nearby is farther than what is looked for, and the surface need not be asked.
 */
import type { Surface } from './surface.ts';

/** mm between points, and how far the lattice reaches beyond the surface's box. */
const [side, margin] = [0.8, 0.8];

export type Lattice = {
  /** mm that a point is away from the surface at least; negative where it may lie so deep within. */
  atLeast(x: number, y: number, z: number): number;
};

export function createLattice(surface: Surface): Lattice {
  const { positions } = surface.mesh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3] as number, positions[i] as number);
    high[i % 3] = Math.max(high[i % 3] as number, positions[i] as number);
  }
  const [lx, ly, lz] = low as [number, number, number];
  const [hx, hy, hz] = high as [number, number, number];
  const steps = (from: number, to: number) => Math.ceil((to - from + 2 * margin) / side) + 1;
  const [nx, ny, nz] = [steps(lx, hx), steps(ly, hy), steps(lz, hz)];
  const values = new Float32Array(nx * ny * nz).fill(Number.NaN);
  const valueAt = (i: number, j: number, k: number) => {
    const at = (k * ny + j) * nx + i;
    let value = values[at] as number;
    // Filled as it is asked for: contacts lie on a small part of a tooth.
    if (Number.isNaN(value)) {
      value = surface.signed(lx - margin + i * side, ly - margin + j * side, lz - margin + k * side);
      values[at] = value;
    }
    return value;
  };
  return {
    atLeast(x, y, z) {
      const dx = Math.max(lx - x, 0, x - hx);
      const dy = Math.max(ly - y, 0, y - hy);
      const dz = Math.max(lz - z, 0, z - hz);
      if (dx > margin || dy > margin || dz > margin) return Math.sqrt(dx * dx + dy * dy + dz * dz);
      const i = Math.round((x - lx + margin) / side);
      const j = Math.round((y - ly + margin) / side);
      const k = Math.round((z - lz + margin) / side);
      const ex = x - (lx - margin + i * side);
      const ey = y - (ly - margin + j * side);
      const ez = z - (lz - margin + k * side);
      return valueAt(i, j, k) - Math.sqrt(ex * ex + ey * ey + ez * ez);
    },
  };
}
