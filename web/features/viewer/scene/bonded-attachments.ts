/** Attachments on their teeth in one draw call, visible at the aligners that they are worn with. */
import { BatchedMesh, type BufferGeometry, type Material } from 'three';
import { alignerWornAt } from '#events/plan/aligner-tasks.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import type { ToothShape } from '#workers/shapes/protocol.ts';
import { attachmentShape } from './attachment-shape.ts';
import type { ToothPoser } from './poser.ts';

export type BondedAttachments = {
  object: BatchedMesh;
  place(poser: ToothPoser, stage: number): void;
  show(visible: (tooth: Fdi) => boolean): void;
  dispose(): void;
};

export function createBondedAttachments(
  bundle: PlanBundle,
  teeth: readonly ToothShape[],
  material: Material,
): BondedAttachments | null {
  const frames = new Map(bundle.teeth.map(tooth => [tooth.fdi, toothAxesOf(tooth)]));
  const shapes = new Map(teeth.map(shape => [shape.fdi, shape]));
  const list = bundle.attachments.flatMap(attachment => {
    const axes = frames.get(attachment.tooth);
    return axes
      ? [{ ...attachment, geometry: attachmentShape(attachment, axes, shapes.get(attachment.tooth)) }]
      : [];
  });
  if (list.length === 0) return null;
  const count = (of: (geometry: BufferGeometry) => number) =>
    list.reduce((total, { geometry }) => total + of(geometry), 0);
  const object = new BatchedMesh(
    list.length,
    count(g => g.getAttribute('position').count),
    count(g => g.index?.count ?? 0),
    material,
  );
  object.perObjectFrustumCulled = false;
  object.sortObjects = false;
  object.frustumCulled = false;
  const own = list.map(({ geometry, ...one }) => {
    const instance = object.addInstance(object.addGeometry(geometry));
    // The batch has copied the geometry.
    geometry.dispose();
    return { ...one, instance, open: true };
  });
  return {
    object,
    place(poser, stage) {
      // Between aligners k − 1 and k, aligner k is worn.
      const aligner = Math.ceil(stage - 1e-9);
      for (const one of own) {
        const matrix = poser.matrix(one.tooth);
        if (!matrix) continue;
        const now = alignerWornAt(bundle, one, aligner);
        object.setVisibleAt(
          one.instance,
          one.open && poser.there(one.tooth) && now >= one.from && now <= one.to,
        );
        object.setMatrixAt(one.instance, matrix);
      }
    },
    show(visible) {
      for (const one of own) one.open = visible(one.tooth);
    },
    dispose: () => object.dispose(),
  };
}
