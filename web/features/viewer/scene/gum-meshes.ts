/** A gum skinned to its teeth: the bones are the teeth's matrices. */
import { Bone, BufferAttribute, BufferGeometry, type Material, Matrix4, Skeleton, SkinnedMesh } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { GumShape } from '#workers/shapes/protocol.ts';
import type { ToothPoser } from './poser.ts';

export type GumMesh = { object: SkinnedMesh; place(poser: ToothPoser): void; dispose(): void };

function geometryOf(shape: GumShape): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(shape.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(shape.normals, 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(shape.bones, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(shape.weights, 4));
  geometry.setIndex(new BufferAttribute(shape.indices, 1));
  return geometry;
}

export function createGumMesh(shape: GumShape, bundle: PlanBundle, material: Material): GumMesh {
  const pivots = new Map(bundle.teeth.map(({ fdi, pivot }) => [fdi, pivot]));
  const bones = [null, ...shape.teeth].map(() => new Bone());
  // In rest pose a bone is its tooth at stage 0, whose matrix starts at the pivot.
  const inverses = [null, ...shape.teeth].map(tooth => {
    const [x, y, z] = (tooth && pivots.get(tooth)) || [0, 0, 0];
    return new Matrix4().makeTranslation(-x, -y, -z);
  });
  const object = new SkinnedMesh(geometryOf(shape), material);
  object.frustumCulled = false;
  object.bind(new Skeleton(bones, inverses), new Matrix4());
  return {
    object,
    place(poser) {
      for (const [i, tooth] of shape.teeth.entries()) {
        const matrix = poser.matrix(tooth);
        // The bones are in no scene, so three.js does not update their world matrices.
        if (matrix) bones[i + 1]?.matrixWorld.copy(matrix);
      }
    },
    dispose() {
      object.geometry.dispose();
      object.skeleton.dispose();
    },
  };
}
