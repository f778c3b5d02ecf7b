/**
 * Angle-weighted pseudonormals of faces, edges (sum of both faces) and vertices, which tell inside from
 * outside at any nearest point of a closed surface. Source: Baerentzen and Aanaes, Signed distance
 * computation using the angle weighted pseudonormal, 2005. At the rim of an open surface, the sign is that of
 * its last triangle.
 */
import type { Mesh } from '../mesh/weld.ts';

export type Pseudonormals = {
  /** Unit normal of each triangle; 0 for one without area. */
  faces: Float64Array;
  /** Normals of each triangle's edges: first to second corner, second to third, third to first. */
  edges: Float64Array;
  vertices: Float64Array;
};

type Side = { length: number; x: number; y: number; z: number };

function side(p: Float32Array, a: number, b: number): Side {
  const x = (p[3 * b] as number) - (p[3 * a] as number);
  const y = (p[3 * b + 1] as number) - (p[3 * a + 1] as number);
  const z = (p[3 * b + 2] as number) - (p[3 * a + 2] as number);
  return { x, y, z, length: Math.hypot(x, y, z) };
}

function add(into: Float64Array, to: number, from: Float64Array, at: number, weight: number): void {
  for (let axis = 0; axis < 3; axis++)
    into[to + axis] = (into[to + axis] as number) + weight * (from[at + axis] as number);
}

export function pseudonormalsOf({ positions, indices }: Mesh): Pseudonormals {
  const faces = new Float64Array(indices.length);
  const edges = new Float64Array(3 * indices.length);
  const vertices = new Float64Array(positions.length);
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [indices[at] as number, indices[at + 1] as number, indices[at + 2] as number];
    const sides = corners.map((corner, i) => side(positions, corner, corners[(i + 1) % 3] as number));
    const [u, v] = sides as [Side, Side];
    const [x, y, z] = [u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x];
    const length = Math.hypot(x, y, z) || 1;
    faces.set([x / length, y / length, z / length], at);
    corners.forEach((corner, i) => {
      const out = sides[i] as Side;
      const back = sides[(i + 2) % 3] as Side;
      const cosine = -(out.x * back.x + out.y * back.y + out.z * back.z) / (out.length * back.length || 1);
      add(vertices, 3 * corner, faces, at, Math.acos(Math.max(-1, Math.min(1, cosine))));
    });
  }
  const seen = new Map<number, number>();
  const count = positions.length / 3;
  for (let at = 0; at < indices.length; at++) {
    const triangle = at - (at % 3);
    const [a, b] = [indices[at] as number, indices[at % 3 === 2 ? at - 2 : at + 1] as number];
    add(edges, 3 * at, faces, triangle, 1);
    const key = Math.min(a, b) * count + Math.max(a, b);
    const twin = seen.get(key);
    seen.set(key, at);
    if (twin === undefined) continue;
    add(edges, 3 * at, faces, twin - (twin % 3), 1);
    add(edges, 3 * twin, faces, triangle, 1);
  }
  return { faces, edges, vertices };
}
