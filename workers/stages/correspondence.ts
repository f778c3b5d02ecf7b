/**
 * Recognises a stage's file that has the start's triangles in the start's order, so that each vertex can be
 * followed.
 */
import { type Mesh, weldCorners } from '../mesh/weld.ts';

/** Distance in mm within which corners count as one vertex. Exporters write them equal, or nearly so. */
const cornerMax = 1e-3;

export type VertexReference = {
  triangles: number;
  mesh: Mesh;
  /** Numbers of the file's triangles that welding kept. */
  kept: Uint32Array;
  /** For each vertex, the number of one of its corners in the file. */
  first: Uint32Array;
};

/**
 * Prepares the start's vertices for recognition in later stages.
 * @param corners x, y, z of each corner in the file's order
 */
export function createVertexReference(corners: Float32Array): VertexReference {
  const triangles = corners.length / 9;
  const mesh = weldCorners(corners, triangles);
  const same = (a: number, b: number) =>
    corners[a] === corners[b] && corners[a + 1] === corners[b + 1] && corners[a + 2] === corners[b + 2];
  const kept = new Uint32Array(mesh.indices.length / 3);
  const first = new Uint32Array(mesh.positions.length / 3).fill(0xffffffff);
  for (let t = 0, k = 0; t < triangles; t++) {
    if (same(9 * t, 9 * t + 3) || same(9 * t + 3, 9 * t + 6) || same(9 * t + 6, 9 * t)) continue;
    for (let side = 0; side < 3; side++) {
      const v = mesh.indices[3 * k + side] as number;
      if (first[v] === 0xffffffff) first[v] = 3 * t + side;
    }
    kept[k++] = t;
  }
  return { triangles, mesh, kept, first };
}

/**
 * Returns the reference's vertices at another stage; undefined if the file's triangles differ in number or
 * order.
 */
export function findCorrespondingVertices(
  { triangles, mesh, kept, first }: VertexReference,
  corners: Float32Array,
) {
  if (corners.length !== 9 * triangles) return undefined;
  const positions = new Float32Array(mesh.positions.length);
  for (let v = 0; v < first.length; v++) {
    const at = 3 * (first[v] as number);
    positions[3 * v] = corners[at] as number;
    positions[3 * v + 1] = corners[at + 1] as number;
    positions[3 * v + 2] = corners[at + 2] as number;
  }
  for (let k = 0; k < kept.length; k++) {
    const corner = 9 * (kept[k] as number);
    for (let side = 0; side < 3; side++) {
      const v = 3 * (mesh.indices[3 * k + side] as number);
      const at = corner + 3 * side;
      for (let axis = 0; axis < 3; axis++)
        if (!(Math.abs((positions[v + axis] as number) - (corners[at + axis] as number)) <= cornerMax))
          return undefined;
    }
  }
  return positions;
}
