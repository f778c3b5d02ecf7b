/** Checks of meshes, and generated plans, for tests. */
import type { Vec3 } from '#events/plan/pose.ts';
import type { Mesh } from '../mesh/weld.ts';
import type { GeneratedPlanWish } from './design.ts';
import { type GeneratedPlan, generatePlan } from './plan.ts';

const plans = new Map<string, GeneratedPlan>();

/** Generates each plan once for all tests of a process, because it takes a third of a second. Tests must not change it. */
export function generatePlanOnce(seed: number, wish: GeneratedPlanWish): GeneratedPlan {
  const key = JSON.stringify([seed, wish]);
  const plan = plans.get(key) ?? generatePlan(seed, wish);
  plans.set(key, plan);
  return plan;
}

const at = ({ positions }: Mesh, v: number): Vec3 => [
  positions[3 * v] as number,
  positions[3 * v + 1] as number,
  positions[3 * v + 2] as number,
];

/** Corners of each triangle. */
const triangles = (mesh: Mesh): [Vec3, Vec3, Vec3][] =>
  Array.from({ length: mesh.indices.length / 3 }, (_, t) => [
    at(mesh, mesh.indices[3 * t] as number),
    at(mesh, mesh.indices[3 * t + 1] as number),
    at(mesh, mesh.indices[3 * t + 2] as number),
  ]);

/** Makes a mesh of unwelded corners, three a triangle. */
export const meshOfCorners = (corners: Float32Array): Mesh => ({
  positions: corners,
  indices: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i),
});

const area = ([a, b, c]: [Vec3, Vec3, Vec3]) => {
  const [u, v] = [b.map((x, i) => x - (a[i] ?? 0)), c.map((x, i) => x - (a[i] ?? 0))];
  const [ux = 0, uy = 0, uz = 0] = u;
  const [vx = 0, vy = 0, vz = 0] = v;
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
};

/** Enclosed volume in mm³, positive if the triangles face outwards. */
const volume = (mesh: Mesh): number =>
  triangles(mesh).reduce(
    (sum, [[ax, ay, az], [bx, by, bz], [cx, cy, cz]]) =>
      sum + (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6,
    0,
  );

export type MeshSoundness = { openEdges: number; degenerate: number; outwards: boolean; finite: boolean };

/**
 * Checks that a body is printable: every edge has two triangles in opposite directions, and none is
 * degenerate.
 */
export function checkSoundness(mesh: Mesh): MeshSoundness {
  const runs = new Map<string, number>();
  for (let t = 0; t < mesh.indices.length; t += 3)
    for (let side = 0; side < 3; side++) {
      const key = `${mesh.indices[t + side]} ${mesh.indices[t + ((side + 1) % 3)]}`;
      runs.set(key, (runs.get(key) ?? 0) + 1);
    }
  const open = [...runs].filter(
    ([key, times]) => times !== 1 || runs.get(key.split(' ').reverse().join(' ')) !== 1,
  );
  return {
    openEdges: open.length,
    degenerate: triangles(mesh).filter(corners => !(area(corners) > 1e-6)).length,
    outwards: volume(mesh) > 0,
    finite: mesh.positions.every(Number.isFinite),
  };
}

/** Soundness of a closed mesh without faults. */
export const PERFECT_SOUNDNESS: MeshSoundness = { openEdges: 0, degenerate: 0, outwards: true, finite: true };

/** Brute force: decides whether a point is inside a closed mesh, by counting crossings of a ray. */
export function isInside({ positions, indices }: Mesh, [px, py, pz]: Vec3): boolean {
  let crossings = 0;
  // Reads coordinates in place: tests ask for thousands of points, each of all triangles.
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * Number(indices[t]), 3 * Number(indices[t + 1]), 3 * Number(indices[t + 2])];
    const [ax, bx, cx] = [Number(positions[a]), Number(positions[b]), Number(positions[c])];
    const [az, bz, cz] = [Number(positions[a + 2]), Number(positions[b + 2]), Number(positions[c + 2])];
    // A ray along +y; u, v, w locate the point in the triangle seen along the ray.
    const area = (bx - ax) * (cz - az) - (cx - ax) * (bz - az);
    if (area === 0) continue;
    const u = ((bx - px) * (cz - pz) - (cx - px) * (bz - pz)) / area;
    const v = ((cx - px) * (az - pz) - (ax - px) * (cz - pz)) / area;
    const w = 1 - u - v;
    if (u < 0 || v < 0 || w < 0) continue;
    const y = u * Number(positions[a + 1]) + v * Number(positions[b + 1]) + w * Number(positions[c + 1]);
    if (y > py) crossings += 1;
  }
  return crossings % 2 === 1;
}

/** Least and greatest coordinate along an axis. */
export function extentOnAxis(mesh: Mesh, axis: 0 | 1 | 2): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let v = axis; v < mesh.positions.length; v += 3) {
    low = Math.min(low, mesh.positions[v] as number);
    high = Math.max(high, mesh.positions[v] as number);
  }
  return [low, high];
}
