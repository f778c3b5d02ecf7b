import { describe, expect, it } from 'vitest';
import { touchToleranceMm } from '#events/plan/contacts.ts';
import type { Pose, Vec3 } from '#events/plan/pose.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import { squaredDistanceToTriangle } from '../mesh/triangle-distance.ts';
import { type Mesh, weldCorners } from '../mesh/weld.ts';
import { createDistanceLattice } from './distance-lattice.ts';
import { createToothBody, measureGap } from './gap.ts';
import { applyMotion, quaternionOfRotationVector } from './rigid.ts';
import { createSurface } from './surface.ts';
import { createPlainCrowns } from './testing/teeth.ts';

const random = seededRandom(11);
const within = (size: number) => (random() - 0.5) * 2 * size;
const toothMesh = (fdi: 36 | 35 = 36): Mesh => {
  const corners = createPlainCrowns('lower', [fdi], 8)[0]?.corners ?? new Float32Array();
  return weldCorners(corners, corners.length / 9);
};
const middle = ({ positions }: Mesh): Vec3 => {
  const sum = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3] = (sum[i % 3] as number) + (positions[i] as number);
  return [0, 1, 2].map(i => (sum[i] as number) / (positions.length / 3)) as unknown as Vec3;
};
/** A tooth relative to its centre. */
const own = (mesh: Mesh): Mesh => {
  const c = middle(mesh);
  return { positions: mesh.positions.map((value, i) => value - (c[i % 3] as number)), indices: mesh.indices };
};
const corner = ({ positions, indices }: Mesh, i: number): Vec3 => {
  const v = 3 * (indices[i] as number);
  return [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
};

/** Brute force: the distance to every triangle, with the sign by winding number. */
function slowly(mesh: Mesh, p: Vec3): number {
  let [square, sky] = [Infinity, 0];
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map(i => corner(mesh, at + i).map((v, k) => v - (p[k] as number))) as [
      number[],
      number[],
      number[],
    ];
    const d = (u: number[], v: number[]) => u.map((x, k) => x - (v[k] as number)) as [number, number, number];
    square = Math.min(square, squaredDistanceToTriangle(...d(b, a), ...d(c, a), ...d([0, 0, 0], a)));
    const dot = (u: number[], v: number[]) => u.reduce((sum, x, k) => sum + x * (v[k] as number), 0);
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const [[a0 = 0, a1 = 0, a2 = 0], [b0 = 0, b1 = 0, b2 = 0], [c0 = 0, c1 = 0, c2 = 0]] = [a, b, c];
    const triple = a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0);
    sky += 2 * Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.sqrt(square) * (Math.abs(sky) > 2 * Math.PI ? -1 : 1);
}

describe('a surface', () => {
  const mesh = own(toothMesh());
  const surface = createSurface(mesh);
  const points = Array.from({ length: 400 }, (): Vec3 => [within(8), within(8), within(8)]);

  it('gives the distance of the nearest triangle, with the sign of the side', () => {
    let inside = 0;
    for (const p of points) {
      const due = slowly(mesh, p);
      if (due < 0) inside++;
      expect(surface.signed(...p)).toBeCloseTo(due, 6);
    }
    expect(inside).toBeGreaterThan(20);
  });
  it('gives the nearest point', () => {
    for (const p of points) {
      const { x, y, z, square, triangle } = surface.closest(...p);
      expect(Math.hypot(x - p[0], y - p[1], z - p[2])).toBeCloseTo(Math.sqrt(square), 9);
      expect(triangle).toBeGreaterThanOrEqual(0);
    }
  });
  it('stops at the given reach', () => {
    expect(surface.closest(100, 0, 0, 5)).toMatchObject({ triangle: -1, square: Infinity });
    expect(surface.signed(100, 0, 0, 5)).toBe(5);
  });
  it("is never nearer than its lattice's bound", () => {
    const lattice = createDistanceLattice(surface);
    for (const p of points) expect(lattice.atLeast(...p)).toBeLessThanOrEqual(slowly(mesh, p) + 1e-6);
  });
});

describe('the gap between two teeth', () => {
  const [first, second] = [own(toothMesh(36)), own(toothMesh(35))];
  const [a, b] = [createToothBody(first), createToothBody(second)];
  const pose = (p: Vec3): Pose => ({
    p,
    q: quaternionOfRotationVector([within(0.5), within(0.5), within(0.5)]),
  });
  const placed = (mesh: Mesh, at: Pose): Mesh => {
    const positions = new Float32Array(mesh.positions.length);
    for (let i = 0; i < positions.length; i += 3)
      positions.set(
        applyMotion({ q: at.q, t: at.p }, [
          mesh.positions[i] as number,
          mesh.positions[i + 1] as number,
          mesh.positions[i + 2] as number,
        ]),
        i,
      );
    return { positions, indices: mesh.indices };
  };
  /** Brute force: every vertex against every triangle. */
  const slowGap = (m: Mesh, n: Mesh) => {
    const least = (from: Mesh, to: Mesh) => {
      let best = Infinity;
      for (let i = 0; i < from.positions.length; i += 3)
        best = Math.min(
          best,
          slowly(to, [from.positions[i] ?? 0, from.positions[i + 1] ?? 0, from.positions[i + 2] ?? 0]),
        );
      return best;
    };
    return Math.min(least(m, n), least(n, m));
  };

  it('is the least over all vertices of both, apart and overlapping', () => {
    let overlaps = 0;
    for (let round = 0; round < 12; round++) {
      const [at, to] = [pose([0, 0, 0]), pose([within(1), 5.2 + (round / 11) * 5.5, within(1)])];
      const due = slowGap(placed(first, at), placed(second, to));
      if (due < 0) overlaps++;
      const found = measureGap(a, at, b, to);
      expect(found?.mm).toBeCloseTo(due, 4);
      expect(measureGap(b, to, a, at)?.mm).toBeCloseTo(due, 4);
      if (due > touchToleranceMm) expect(found?.area).toBe(0);
      if (due < -0.5) expect(found?.area).toBeGreaterThan(0);
    }
    expect(overlaps).toBeGreaterThan(1);
    expect(overlaps).toBeLessThan(12);
  });
  it('is undefined beyond the reach', () => {
    const still: Pose = { p: [0, 0, 0], q: [0, 0, 0, 1] };
    expect(measureGap(a, still, b, { ...still, p: [0, 30, 0] }, 0.5)).toBeUndefined();
    expect(measureGap(a, still, b, { ...still, p: [0, 11, 0] }, 0.1)).toBeUndefined();
    expect(measureGap(a, still, b, { ...still, p: [0, 30, 0] })?.mm).toBeGreaterThan(15);
  });
});
