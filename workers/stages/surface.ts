/** Answers nearest-point and signed-distance queries on a surface. */
import { lastNearestPointWeights, squaredDistanceToTriangle } from '../mesh/triangle-distance.ts';
import type { Mesh } from '../mesh/weld.ts';
import { createBvh } from './bvh.ts';
import { pseudonormalsOf } from './pseudonormals.ts';

/** The nearest point. The object is overwritten by the next query. */
type Hit = {
  x: number;
  y: number;
  z: number;
  /** Squared distance; Infinity if nothing is within reach. */
  square: number;
  triangle: number;
  /** Barycentric weights of the second and the third corner. */
  v: number;
  w: number;
};

export type Surface = {
  mesh: Mesh;
  /** Returns the nearest point within `reach` mm, always in the same object. */
  closest(x: number, y: number, z: number, reach?: number): Hit;
  /** Signed distance in mm, negative inside; `reach` if nothing is that near. */
  signed(x: number, y: number, z: number, reach?: number): number;
  /** The face's normal at the last hit. */
  normal(): readonly [number, number, number];
};

/** Updates `hit` if the triangle is nearer. */
function toTriangle(
  { positions: p, indices }: Mesh,
  triangle: number,
  x: number,
  y: number,
  z: number,
  hit: Hit,
) {
  const a = 3 * (indices[3 * triangle] as number);
  const b = 3 * (indices[3 * triangle + 1] as number);
  const c = 3 * (indices[3 * triangle + 2] as number);
  const ax = p[a] as number;
  const ay = p[a + 1] as number;
  const az = p[a + 2] as number;
  const bx = (p[b] as number) - ax;
  const by = (p[b + 1] as number) - ay;
  const bz = (p[b + 2] as number) - az;
  const cx = (p[c] as number) - ax;
  const cy = (p[c + 1] as number) - ay;
  const cz = (p[c + 2] as number) - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const square = squaredDistanceToTriangle(bx, by, bz, cx, cy, cz, px, py, pz);
  if (!(square < hit.square)) return;
  const { v, w } = lastNearestPointWeights;
  hit.x = ax + v * bx + w * cx;
  hit.y = ay + v * by + w * cy;
  hit.z = az + v * bz + w * cz;
  hit.square = square;
  hit.triangle = triangle;
  hit.v = v;
  hit.w = w;
}

/** Prepares a mesh for distance queries. The mesh needs at least one triangle, and none without area. */
export function createSurface(mesh: Mesh): Surface {
  const { boxes, links, counts, order } = createBvh(mesh);
  const { faces, edges, vertices } = pseudonormalsOf(mesh);
  const hit: Hit = { x: 0, y: 0, z: 0, square: Infinity, triangle: -1, v: 0, w: 0 };
  const waiting = new Int32Array(64);
  const bounds = new Float64Array(64);

  /** Returns the squared distance from a point to a node's box. */
  const toBox = (node: number, x: number, y: number, z: number) => {
    const at = 6 * node;
    const dx = Math.max((boxes[at] as number) - x, 0, x - (boxes[at + 3] as number));
    const dy = Math.max((boxes[at + 1] as number) - y, 0, y - (boxes[at + 4] as number));
    const dz = Math.max((boxes[at + 2] as number) - z, 0, z - (boxes[at + 5] as number));
    return dx * dx + dy * dy + dz * dz;
  };
  const closest: Surface['closest'] = (x, y, z, reach = Infinity) => {
    hit.square = reach * reach;
    hit.triangle = -1;
    waiting[0] = 0;
    bounds[0] = toBox(0, x, y, z);
    let left = 1;
    while (left > 0) {
      left -= 1;
      if ((bounds[left] as number) >= hit.square) continue;
      const node = waiting[left] as number;
      const count = counts[node] as number;
      const link = links[node] as number;
      if (count > 0) {
        for (let i = -1 - link; i < count - 1 - link; i++) toTriangle(mesh, order[i] as number, x, y, z, hit);
        continue;
      }
      const near = toBox(node + 1, x, y, z);
      const far = toBox(link, x, y, z);
      const swap = far < near;
      // Puts the nearer child on top of the stack.
      waiting[left] = swap ? node + 1 : link;
      bounds[left++] = swap ? near : far;
      waiting[left] = swap ? link : node + 1;
      bounds[left++] = swap ? far : near;
    }
    if (hit.triangle < 0) hit.square = Infinity;
    return hit;
  };
  /**
   * Dot product with the pseudonormal at the last hit: of a vertex, an edge or the face. Its sign tells the
   * side.
   */
  const side = (dx: number, dy: number, dz: number): number => {
    const { triangle, v, w } = hit;
    const dotWith = (list: Float64Array, at: number) =>
      (list[at] as number) * dx + (list[at + 1] as number) * dy + (list[at + 2] as number) * dz;
    const corner = (i: number) => dotWith(vertices, 3 * (mesh.indices[3 * triangle + i] as number));
    if (v === 0 && w === 0) return corner(0);
    if (v === 1) return corner(1);
    if (w === 1) return corner(2);
    const edge = w === 0 ? 0 : v === 0 ? 2 : v + w === 1 ? 1 : -1;
    return edge < 0 ? dotWith(faces, 3 * triangle) : dotWith(edges, 9 * triangle + 3 * edge);
  };
  return {
    mesh,
    closest,
    signed(x, y, z, reach = Infinity) {
      closest(x, y, z, reach);
      if (hit.triangle < 0) return reach;
      const distance = Math.sqrt(hit.square);
      return side(x - hit.x, y - hit.y, z - hit.z) < 0 ? -distance : distance;
    },
    normal: () => [
      faces[3 * hit.triangle] as number,
      faces[3 * hit.triangle + 1] as number,
      faces[3 * hit.triangle + 2] as number,
    ],
  };
}
