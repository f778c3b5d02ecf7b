/** Attachments as they stand on their teeth: one draw call, shown at the aligners that they are worn with. */
import {
  BatchedMesh,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  type Material,
  Matrix4,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Attachment, PlanBundle } from '#events/plan/bundle.ts';
import { axesOf } from '#events/plan/movement.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { Poser } from './poser.ts';

export type Bonded = {
  object: BatchedMesh;
  place(poser: Poser, stage: number): void;
  show(visible: (tooth: Fdi) => boolean): void;
  dispose(): void;
};

/** A box of side 1 whose far face is smaller: x mesial, y occlusal, z out of the tooth. */
function block(shrink: { left: number; right: number; bottom: number; top: number }): BufferGeometry {
  const geometry = new BoxGeometry(1, 1, 1).toNonIndexed();
  const points = geometry.getAttribute('position');
  for (let i = 0; i < points.count; i++) {
    if (points.getZ(i) < 0) continue;
    const [x, y] = [points.getX(i), points.getY(i)];
    points.setX(i, x < 0 ? x + shrink.left : x - shrink.right);
    points.setY(i, y < 0 ? y + shrink.bottom : y - shrink.top);
  }
  geometry.computeVertexNormals();
  return indexed(geometry);
}

/** Every shape of a batch has an index, and the same attributes. */
function indexed(geometry: BufferGeometry): BufferGeometry {
  geometry.deleteAttribute('uv');
  if (geometry.index) return geometry;
  const { count } = geometry.getAttribute('position');
  geometry.setIndex(
    new BufferAttribute(
      Uint32Array.from({ length: count }, (_, i) => i),
      1,
    ),
  );
  return geometry;
}

const shapes: Record<Attachment['type'], () => BufferGeometry> = {
  'vertical-rectangle': () => block({ left: 0.12, right: 0.12, bottom: 0.08, top: 0.08 }),
  'horizontal-rectangle': () => block({ left: 0.08, right: 0.08, bottom: 0.12, top: 0.12 }),
  'beveled-extrusion': () => block({ left: 0.06, right: 0.06, bottom: 0.82, top: 0.06 }),
  'beveled-retention': () => block({ left: 0.06, right: 0.06, bottom: 0.06, top: 0.82 }),
  rotation: () => block({ left: 0.72, right: 0.06, bottom: 0.08, top: 0.08 }),
  ellipsoid: () => indexed(new SphereGeometry(0.5, 20, 14)),
  'root-control': () => block({ left: 0.3, right: 0.3, bottom: 0.05, top: 0.05 }),
};

/** The same shape seen in a mirror: teeth of quadrants 2 and 4 have left-handed frames, and no matrix may mirror. */
function mirrored(geometry: BufferGeometry): BufferGeometry {
  geometry.scale(-1, 1, 1);
  const index = geometry.index;
  for (let i = 0; index && i < index.count; i += 3) {
    const second = index.getX(i + 1);
    index.setX(i + 1, index.getX(i + 2));
    index.setX(i + 2, second);
  }
  return geometry;
}

type Hand = 'right' | 'left';

/** From an attachment's own frame to its tooth's points, and which hand that frame is of. */
function seat(
  { surface, at, size, turn }: Attachment,
  axes: ReturnType<typeof axesOf>,
): { seat: Matrix4; hand: Hand } {
  const [mesial, buccal, occlusal] = axes.map(([x, y, z]) => new Vector3(x, y, z)) as [
    Vector3,
    Vector3,
    Vector3,
  ];
  const out = surface === 'buccal' ? buccal.clone() : buccal.clone().negate();
  const middle = new Vector3()
    .addScaledVector(mesial, at[0])
    .addScaledVector(buccal, at[1])
    .addScaledVector(occlusal, at[2]);
  const hand = mesial.clone().cross(occlusal).dot(out) > 0 ? 'right' : 'left';
  const matrix = new Matrix4()
    .makeBasis(hand === 'right' ? mesial : mesial.clone().negate(), occlusal, out)
    .setPosition(middle)
    .multiply(new Matrix4().makeRotationZ((turn * Math.PI) / 180))
    .multiply(new Matrix4().makeScale(...size));
  return { seat: matrix, hand };
}

export function createBonded(bundle: PlanBundle, material: Material): Bonded | null {
  const frames = new Map(bundle.teeth.map(tooth => [tooth.fdi, axesOf(tooth)]));
  const list = bundle.attachments.flatMap(attachment => {
    const axes = frames.get(attachment.tooth);
    return axes ? [{ ...attachment, ...seat(attachment, axes) }] : [];
  });
  if (list.length === 0) return null;
  const made = new Map<string, BufferGeometry>();
  for (const { type, hand } of list) {
    const known = made.has(`${type} ${hand}`);
    if (!known) made.set(`${type} ${hand}`, hand === 'right' ? shapes[type]() : mirrored(shapes[type]()));
  }
  const count = (of: (geometry: BufferGeometry) => number) =>
    [...made.values()].reduce((total, geometry) => total + of(geometry), 0);
  const object = new BatchedMesh(
    list.length,
    count(g => g.getAttribute('position').count),
    count(g => g.index?.count ?? 0),
    material,
  );
  object.perObjectFrustumCulled = false;
  object.sortObjects = false;
  object.frustumCulled = false;
  const ids = new Map([...made].map(([name, geometry]) => [name, object.addGeometry(geometry)]));
  const own = list.map(one => ({
    ...one,
    instance: object.addInstance(ids.get(`${one.type} ${one.hand}`) ?? 0),
    open: true,
  }));
  const matrix = new Matrix4();
  return {
    object,
    place(poser, stage) {
      // On the way from aligner k − 1 to k, the aligner k is worn.
      const aligner = Math.ceil(stage - 1e-9);
      for (const one of own) {
        const tooth = poser.matrix(one.tooth);
        if (!tooth) continue;
        object.setVisibleAt(one.instance, one.open && aligner >= one.from && aligner <= one.to);
        object.setMatrixAt(one.instance, matrix.multiplyMatrices(tooth, one.seat));
      }
    },
    show(visible) {
      for (const one of own) one.open = visible(one.tooth);
    },
    dispose() {
      object.dispose();
      for (const geometry of made.values()) geometry.dispose();
    },
  };
}
