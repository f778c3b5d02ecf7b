/** All crowns of a plan in one draw call, with a matrix and a tint per crown. */
import {
  BatchedMesh,
  BufferAttribute,
  BufferGeometry,
  Color,
  type Material,
  type Raycaster,
  type Vector3,
} from 'three';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ToothShape } from '#workers/shapes/protocol.ts';
import type { ToothPoser } from './poser.ts';

/** Enamel colours: warmer at the neck, paler towards the edge. */
const neck = new Color('#ead9b8');
const edge = new Color('#fbf7ee');
const plain = new Color('#ffffff');

export type ToothHit = { tooth: Fdi; point: Vector3; distance: number };

export type CrownMeshes = {
  object: BatchedMesh;
  place(poser: ToothPoser): void;
  show(visible: (tooth: Fdi) => boolean): void;
  tint(colour: (tooth: Fdi) => Color | null): void;
  /** Sets the colours of a tooth's vertices; null restores enamel. */
  paint(tooth: Fdi, rgb: Uint8Array | null): void;
  pick(ray: Raycaster): ToothHit | null;
  dispose(): void;
};

function enamel(shades: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(3 * shades.length);
  const [low, high] = [neck.toArray(), edge.toArray()];
  for (let v = 0; v < shades.length; v++) {
    const share = ((shades[v] as number) / 255) ** 0.7;
    for (let c = 0; c < 3; c++)
      rgb[3 * v + c] = 255 * ((low[c] as number) + share * ((high[c] as number) - (low[c] as number)));
  }
  return rgb;
}

function geometryOf(shape: ToothShape, rgb: Uint8Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(shape.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(shape.normals, 3));
  geometry.setAttribute('color', new BufferAttribute(rgb, 3, true));
  geometry.setIndex(new BufferAttribute(shape.indices, 1));
  return geometry;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

type Own = { fdi: Fdi; instance: number; enamel: Uint8Array; from: number };

export function createCrownMeshes(shapes: readonly ToothShape[], material: Material): CrownMeshes {
  const vertices = sum(shapes.map(s => s.positions.length / 3));
  const object = new BatchedMesh(shapes.length, vertices, sum(shapes.map(s => s.indices.length)), material);
  // All crowns are in sight and opaque: culling and sorting would cost more than they save.
  object.perObjectFrustumCulled = false;
  object.sortObjects = false;
  object.frustumCulled = false;
  let from = 0;
  const own = shapes.map((shape): Own => {
    const rgb = enamel(shape.shades);
    const instance = object.addInstance(object.addGeometry(geometryOf(shape, rgb)));
    object.setColorAt(instance, plain);
    const begins = from;
    from += shape.positions.length / 3;
    return { fdi: shape.fdi, instance, enamel: rgb, from: begins };
  });
  let gone = false;
  let open = (_tooth: Fdi) => true;
  const byInstance = new Map(own.map(({ fdi, instance }) => [instance, fdi]));
  return {
    object,
    place(poser) {
      for (const { fdi, instance } of own) {
        const matrix = poser.matrix(fdi);
        if (matrix) object.setMatrixAt(instance, matrix);
        object.setVisibleAt(instance, open(fdi) && poser.there(fdi));
      }
    },
    show(visible) {
      open = visible;
    },
    tint(colour) {
      if (gone) return;
      for (const { fdi, instance } of own) object.setColorAt(instance, colour(fdi) ?? plain);
    },
    paint(tooth, rgb) {
      const one = own.find(({ fdi }) => fdi === tooth);
      const colours = object.geometry.getAttribute('color');
      if (!one || !(colours instanceof BufferAttribute)) return;
      colours.array.set(rgb ?? one.enamel, 3 * one.from);
      colours.needsUpdate = true;
    },
    pick(ray) {
      for (const hit of ray.intersectObject(object, false)) {
        const tooth = byInstance.get(hit.batchId ?? -1);
        if (tooth !== undefined) return { tooth, point: hit.point, distance: hit.distance };
      }
      return null;
    },
    dispose() {
      gone = true;
      object.dispose();
    },
  };
}
