/** Measures the gap between two teeth, or how deep they overlap. */
import { touchToleranceMm } from '#events/plan/contacts.ts';
import { conjugate, minus, multiply, type Pose, rotate, type Vec3 } from '#events/plan/pose.ts';
import type { Mesh } from '../mesh/weld.ts';
import { clusterVertices, type VertexClusters } from './clusters.ts';
import { createDistanceLattice, type DistanceLattice } from './distance-lattice.ts';
import { rotationMatrixOf } from './rigid-fit.ts';
import { createSurface, type Surface } from './surface.ts';

/** A tooth's shape relative to its pivot, prepared for distance queries. */
export type ToothBody = {
  mesh: Mesh;
  surface: Surface;
  lattice: DistanceLattice;
  clusters: VertexClusters;
  /** Surface area of each vertex, mm². */
  areas: Float64Array;
  /** Distance in mm from the pivot to the farthest vertex. */
  radius: number;
};

/** Drops triangles without area, which have no inside. */
function withoutDegenerate({ positions, indices }: Mesh): Mesh {
  const kept: number[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    if (areaOf({ positions, indices }, at) > 1e-12)
      for (let i = 0; i < 3; i++) kept.push(indices[at + i] as number);
  }
  return { positions, indices: Uint32Array.from(kept) };
}

/** Returns the area of the triangle at index `at`, mm². */
function areaOf({ positions: p, indices }: Mesh, at: number): number {
  const a = 3 * (indices[at] as number);
  const b = 3 * (indices[at + 1] as number);
  const c = 3 * (indices[at + 2] as number);
  const ux = (p[b] as number) - (p[a] as number);
  const uy = (p[b + 1] as number) - (p[a + 1] as number);
  const uz = (p[b + 2] as number) - (p[a + 2] as number);
  const vx = (p[c] as number) - (p[a] as number);
  const vy = (p[c + 1] as number) - (p[a + 1] as number);
  const vz = (p[c + 2] as number) - (p[a + 2] as number);
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}

/**
 * Prepares a tooth's shape for distance queries.
 * @param shape of a tooth relative to its pivot, as in a bundle's GLB; at least one triangle
 */
export function createToothBody(shape: Mesh): ToothBody {
  const mesh = withoutDegenerate(shape);
  const surface = createSurface(mesh);
  const areas = new Float64Array(mesh.positions.length / 3);
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const third = areaOf(mesh, at) / 3;
    for (let i = 0; i < 3; i++) {
      const v = mesh.indices[at + i] as number;
      areas[v] = (areas[v] as number) + third;
    }
  }
  let square = 0;
  for (let i = 0; i < mesh.positions.length; i += 3)
    square = Math.max(
      square,
      (mesh.positions[i] as number) ** 2 +
        (mesh.positions[i + 1] as number) ** 2 +
        (mesh.positions[i + 2] as number) ** 2,
    );
  const clusters = clusterVertices(mesh.positions);
  return {
    mesh,
    surface,
    lattice: createDistanceLattice(surface),
    clusters,
    areas,
    radius: Math.sqrt(square),
  };
}

export type ToothGap = {
  /** Distance in mm between the nearest points; negative for the depth of a vertex of one tooth inside the other. */
  mm: number;
  /** Position of the vertex measured, world coordinates. */
  at: Vec3;
  /** Area of the first tooth's surface within `touchTolerance` of the other tooth, or inside it, mm². */
  area: number;
};

/** Motion from one tooth's own coordinates to another's: nine numbers of rotation, three of translation. */
function between(a: Pose, b: Pose): Float64Array {
  const back = conjugate(b.q);
  const motion = new Float64Array(12);
  motion.set(rotationMatrixOf(multiply(back, a.q)));
  motion.set(rotate(back, minus(a.p, b.p)), 9);
  return motion;
}

/** Returns clusters that may be within reach, nearest first, with a lower bound of their distance. */
function nearClusters({ clusters: { balls } }: ToothBody, m: Float64Array, to: ToothBody, reach: number) {
  const heaps: { heap: number; least: number }[] = [];
  for (let c = 0; c < balls.length; c += 4) {
    const x = balls[c] as number;
    const y = balls[c + 1] as number;
    const z = balls[c + 2] as number;
    const least =
      to.lattice.atLeast(along(m, 0, x, y, z), along(m, 1, x, y, z), along(m, 2, x, y, z)) -
      (balls[c + 3] as number);
    if (least <= reach) heaps.push({ heap: c / 4, least });
  }
  return heaps.sort((a, b) => a.least - b.least);
}
const along = (m: Float64Array, row: 0 | 1 | 2, x: number, y: number, z: number) =>
  (m[3 * row] as number) * x +
  (m[3 * row + 1] as number) * y +
  (m[3 * row + 2] as number) * z +
  (m[9 + row] as number);

/**
 * Measures from the vertices of `from` to the surface of `to`. Updates `found` with anything nearer. Returns
 * the contact area, mm².
 */
function oneWay(
  from: ToothBody,
  a: Pose,
  to: ToothBody,
  b: Pose,
  found: { mm: number; vertex: number },
): number {
  const m = between(a, b);
  const { positions } = from.mesh;
  const { from: starts, order } = from.clusters;
  let area = 0;
  for (const { heap, least } of nearClusters(from, m, to, Math.max(found.mm, touchToleranceMm))) {
    if (least > Math.max(found.mm, touchToleranceMm)) break;
    for (let i = starts[heap] as number; i < (starts[heap + 1] as number); i++) {
      const v = order[i] as number;
      const x = positions[3 * v] as number;
      const y = positions[3 * v + 1] as number;
      const z = positions[3 * v + 2] as number;
      const px = along(m, 0, x, y, z);
      const py = along(m, 1, x, y, z);
      const pz = along(m, 2, x, y, z);
      if (to.lattice.atLeast(px, py, pz) > Math.max(found.mm, touchToleranceMm)) continue;
      const distance = to.surface.signed(px, py, pz, to.lattice.reach);
      if (distance <= touchToleranceMm) area += from.areas[v] as number;
      if (distance < found.mm) {
        found.mm = distance;
        found.vertex = v;
      }
    }
  }
  return area;
}

/**
 * Returns the gap, measured from the vertices of both teeth. If only two edges cross, the nearest vertices are used
 * instead, which is precise enough at a detail of a tenth of a millimetre.
 * @param reach mm beyond which the result is undefined, found sooner
 */
export function measureGap(
  first: ToothBody,
  a: Pose,
  second: ToothBody,
  b: Pose,
  reach = Infinity,
): ToothGap | undefined {
  const apart = Math.hypot(a.p[0] - b.p[0], a.p[1] - b.p[1], a.p[2] - b.p[2]);
  if (apart - first.radius - second.radius > reach) return undefined;
  const there = { mm: reach, vertex: -1 };
  const area = oneWay(first, a, second, b, there);
  const back = { mm: there.mm, vertex: -1 };
  oneWay(second, b, first, a, back);
  const [body, pose, vertex] =
    back.vertex >= 0 ? ([second, b, back.vertex] as const) : ([first, a, there.vertex] as const);
  if (vertex < 0) return undefined;
  const { positions } = body.mesh;
  const turned = rotate(pose.q, [
    positions[3 * vertex] as number,
    positions[3 * vertex + 1] as number,
    positions[3 * vertex + 2] as number,
  ]);
  return {
    mm: back.mm,
    at: [turned[0] + pose.p[0], turned[1] + pose.p[1], turned[2] + pose.p[2]],
    area,
  };
}
