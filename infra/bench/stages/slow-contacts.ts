/**
 * Gaps between neighbouring teeth as in MESH.md 2: queries the neighbour's tree for each vertex in its box.
 */
import type * as Three from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import { type PlanBundle, toothNode } from '#events/plan/bundle.ts';
import { conjugate, minus, multiply, poseAtStage, rotate } from '#events/plan/pose.ts';
import { contactKeys, type Fdi, parseContact, TEETH } from '#events/tooth/fdi.ts';
import type { NamedMesh } from '#workers/mesh/write-glb.ts';

type Kit = {
  BufferAttribute: typeof Three.BufferAttribute;
  BufferGeometry: typeof Three.BufferGeometry;
  Vector3: typeof Three.Vector3;
  MeshBVH: typeof MeshBVH;
};
/** mm around a tooth's box in which vertices are queried. */
const margin = 1;

/** @returns the smallest unsigned distance of each pair and stage, mm */
export function measureContactsWithoutBounds(
  bundle: PlanBundle,
  parts: readonly NamedMesh[],
  stages: number,
  kit: Kit,
): number[] {
  const present = bundle.teeth.map(({ fdi }) => fdi);
  const bodies = new Map(
    bundle.teeth.flatMap(({ fdi, poses }) => {
      const mesh = parts.find(({ name }) => name === toothNode(fdi))?.mesh;
      if (!mesh) return [];
      const geometry = new kit.BufferGeometry();
      geometry.setAttribute('position', new kit.BufferAttribute(mesh.positions, 3));
      geometry.setIndex(new kit.BufferAttribute(mesh.indices.slice(), 1));
      const bvh = new kit.MeshBVH(geometry);
      geometry.computeBoundingBox();
      const box = geometry.boundingBox?.clone().expandByScalar(margin);
      return box ? [[fdi, { poses, mesh, bvh, box }] as const] : [];
    }),
  );
  const pairs = contactKeys(TEETH.filter(fdi => !present.includes(fdi))).flatMap(key =>
    [parseContact(key) ?? []].flat(),
  );
  const target = { point: new kit.Vector3(), distance: 0, faceIndex: 0 };
  const point = new kit.Vector3();
  const oneWay = (from: Fdi, to: Fdi, stage: number): number => {
    const [a, b] = [bodies.get(from), bodies.get(to)];
    if (!a || !b) return Infinity;
    const [at, placedMesh] = [poseAtStage(a.poses, stage), poseAtStage(b.poses, stage)];
    const back = conjugate(placedMesh.q);
    const [q, t] = [multiply(back, at.q), rotate(back, minus(at.p, placedMesh.p))];
    const turn = new kit.Vector3(q[0], q[1], q[2]);
    let least = Infinity;
    const { positions } = a.mesh;
    for (let i = 0; i < positions.length; i += 3) {
      point.set(positions[i] as number, positions[i + 1] as number, positions[i + 2] as number);
      const c = turn.clone().cross(point).multiplyScalar(2);
      point.addScaledVector(c, q[3]).add(turn.clone().cross(c));
      point.set(point.x + t[0], point.y + t[1], point.z + t[2]);
      if (!b.box.containsPoint(point)) continue;
      b.bvh.closestPointToPoint(point, target);
      least = Math.min(least, target.distance);
    }
    return least;
  };
  const found: number[] = [];
  for (let stage = 0; stage <= stages; stage++)
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [pairs[i] as Fdi, pairs[i + 1] as Fdi];
      found.push(Math.min(oneWay(a, b, stage), oneWay(b, a, stage)));
    }
  return found;
}
