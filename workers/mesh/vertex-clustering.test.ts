import { describe, expect, it } from 'vitest';
import { createArrayPool } from './array-pool.ts';
import { measureDeviation } from './deviation.ts';
import { seededRandom } from './seeded-random.ts';
import { topologyOf } from './topology.ts';
import { medianEdgeLength, mergeVerticesByCube } from './vertex-clustering.ts';
import { type Mesh, weldCorners } from './weld.ts';

type Point = readonly [number, number, number];
const meshOf = (triangles: readonly (readonly Point[])[]): Mesh =>
  weldCorners(Float32Array.from(triangles.flat(2)), triangles.length);
const topology = ({ indices, positions }: Mesh) => topologyOf(indices, positions.length / 3);
const gathered = (mesh: Mesh, sides: number) =>
  mergeVerticesByCube(mesh, sides * medianEdgeLength(mesh), createArrayPool());

/** A sheet of `n` by `n` squares over [0, 1]², without those for which `hole` is true. */
function sheet(
  n: number,
  height: (x: number, y: number) => number,
  hole = (_x: number, _y: number) => false,
) {
  const at = (i: number, j: number): Point => [i / n, j / n, height(i / n, j / n)];
  return Array.from({ length: n * n }, (_, k) => [k % n, Math.floor(k / n)] as const)
    .filter(([i, j]) => !hole((i + 0.5) / n, (j + 0.5) / n))
    .flatMap(([i, j]) => [
      [at(i, j), at(i + 1, j), at(i + 1, j + 1)],
      [at(i, j), at(i + 1, j + 1), at(i, j + 1)],
    ]);
}

/** Positions of the vertices on rims, which are edges of a single triangle. */
function rimPlaces({ positions, indices }: Mesh): Set<string> {
  const sides = new Map<string, number>();
  const name = (v: number) => positions.slice(3 * v, 3 * v + 3).join();
  for (let at = 0; at < indices.length; at++) {
    const pair = [indices[at] as number, indices[at % 3 === 2 ? at - 2 : at + 1] as number];
    const key = pair.sort((a, b) => a - b).join();
    sides.set(key, (sides.get(key) ?? 0) + 1);
  }
  const alone = [...sides].filter(([, count]) => count === 1).map(([key]) => key);
  return new Set(alone.flatMap(key => key.split(',').map(v => name(Number(v)))));
}

describe('vertex clustering', () => {
  const waves = (x: number, y: number) => 0.05 * Math.sin(9 * x) * Math.cos(7 * y);

  it('keeps a fraction of the triangles, close to the surface', () => {
    const mesh = meshOf(sheet(120, waves));
    const few = gathered(mesh, 2);
    expect(few.indices.length).toBeLessThan(mesh.indices.length / 3);
    expect(measureDeviation(few, mesh.positions).mean).toBeLessThan(0.001);
  });

  it('moves no rim vertex, because the neighbouring cell has the same one', () => {
    const mesh = meshOf(sheet(60, waves));
    expect(rimPlaces(gathered(mesh, 3))).toEqual(rimPlaces(mesh));
  });

  it.each([1, 2, 3, 4])('keeps the number of holes, pieces and surfaces, on noise %i too', seed => {
    const random = seededRandom(seed);
    const [n, noise] = [70, 0.4 / 70];
    const off = new Map<string, number>();
    const rough = (x: number, y: number) => {
      const key = `${x} ${y}`;
      if (!off.has(key)) off.set(key, (random() - 0.5) * noise);
      return waves(x, y) + (off.get(key) ?? 0);
    };
    const holes = Array.from({ length: 40 }, () => [random(), random(), 0.5 / n + random() / 25] as const);
    const hole = (x: number, y: number) => holes.some(([hx, hy, r]) => Math.hypot(x - hx, y - hy) < r);
    const mesh = meshOf(sheet(n, rough, hole));
    for (const sides of [1.5, 2.5, 5]) {
      const few = gathered(mesh, sides);
      expect(few.indices.length).toBeLessThan(mesh.indices.length);
      expect(topology(few)).toEqual(topology(mesh));
    }
  });

  it('does not join two sheets within the same cubes', () => {
    const both = meshOf([
      ...sheet(60, waves),
      ...sheet(60, (x, y) => waves(x, y) + 0.002).map(t => t.toReversed()),
    ]);
    const few = gathered(both, 2);
    expect(topology(few)).toEqual({ components: 2, rims: 2, branching: 0 });
  });

  it('does not close a thin tube', () => {
    const [around, along] = [6, 300];
    const at = (i: number, j: number): Point => {
      const angle = (2 * Math.PI * (i % around)) / around;
      return [0.02 * Math.cos(angle), 0.02 * Math.sin(angle), j / along];
    };
    const tube = Array.from(
      { length: around * along },
      (_, k) => [k % around, Math.floor(k / around)] as const,
    );
    const mesh = meshOf(
      tube.flatMap(([i, j]) => [
        [at(i, j), at(i + 1, j), at(i + 1, j + 1)],
        [at(i, j), at(i + 1, j + 1), at(i, j + 1)],
      ]),
    );
    // The cubes are wider than the tube.
    const few = mergeVerticesByCube(mesh, 0.1, createArrayPool());
    expect(topology(few)).toEqual(topology(mesh));
  });

  it('leaves an empty mesh unchanged', () => {
    const nothing = { positions: new Float32Array(0), indices: new Uint32Array(0) };
    expect(mergeVerticesByCube(nothing, 1, createArrayPool())).toEqual(nothing);
    expect(medianEdgeLength(nothing)).toBe(0);
  });
});
