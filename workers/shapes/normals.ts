/** Vertex normals of a mesh: the area-weighted mean of the adjoining triangles' normals. */
import type { Mesh } from '../mesh/weld.ts';

/**
 * Returns x, y, z of each vertex's unit normal; [0, 0, 1] for a vertex without a triangle that has an area.
 */
export function vertexNormalsOf({ positions, indices }: Mesh): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(positions.length);
  const p = (i: number) => positions[i] as number;
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number] as const;
    const [a, b, c] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
    const [ux, uy, uz] = [p(b) - p(a), p(b + 1) - p(a + 1), p(b + 2) - p(a + 2)];
    const [vx, vy, vz] = [p(c) - p(a), p(c + 1) - p(a + 1), p(c + 2) - p(a + 2)];
    const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    for (const at of [a, b, c])
      for (let axis = 0; axis < 3; axis++)
        normals[at + axis] = (normals[at + axis] as number) + (cross[axis] as number);
  }
  for (let v = 0; v < normals.length; v += 3) {
    const length = Math.hypot(normals[v] as number, normals[v + 1] as number, normals[v + 2] as number);
    if (length === 0) normals[v + 2] = 1;
    else for (let axis = 0; axis < 3; axis++) normals[v + axis] = (normals[v + axis] as number) / length;
  }
  return normals;
}
