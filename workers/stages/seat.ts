/** Where an attachment sits on a crown: in the middle of its face, its back just under the enamel. */
import type { Attachment, BundleTooth } from '#events/plan/bundle.ts';
import { axesOf } from '#events/plan/movement.ts';
import { dot, type Vec3 } from '#events/plan/pose.ts';
import type { Mesh } from '../mesh/weld.ts';

/** What a technician says of an attachment; the rest follows from the crown. */
export type WishedAttachment = Pick<Attachment, 'tooth' | 'type' | 'surface' | 'from' | 'to'>;

/** mm along the tooth: mesiodistal, occlusogingival, and how far it stands out (DOMAIN: 2 to 4 mm, 0.75 to 1.25 deep). */
const sizes: Record<Attachment['type'], [number, number, number]> = {
  'vertical-rectangle': [2, 3, 1],
  'horizontal-rectangle': [3, 2, 1],
  'beveled-extrusion': [3, 2, 1.25],
  rotation: [2, 3, 1],
  ellipsoid: [2, 3, 1],
  'root-control': [2, 3, 1],
  'beveled-retention': [3, 2, 1],
};
/** Share of its depth that lies under the enamel, so that no gap shows where the crown is round. */
const sunk = 0.25;

/**
 * @param mesh of the crown about its pivot
 * @returns undefined where the crown has no surface there
 */
export function seatOf(wished: WishedAttachment, tooth: BundleTooth, mesh: Mesh): Attachment | undefined {
  const [mesial, buccal, occlusal] = axesOf(tooth);
  const size = sizes[wished.type];
  const out = wished.surface === 'buccal' ? 1 : -1;
  let [sum, count] = [0, 0];
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const point: Vec3 = [
      mesh.positions[i] as number,
      mesh.positions[i + 1] as number,
      mesh.positions[i + 2] as number,
    ];
    const outwards = out * dot(point, buccal);
    if (outwards < 0 || Math.abs(dot(point, mesial)) > size[0] / 2) continue;
    if (Math.abs(dot(point, occlusal)) > size[1] / 2) continue;
    sum += outwards;
    count += 1;
  }
  if (count === 0) return undefined;
  const middle = Math.round((sum / count + size[2] * (0.5 - sunk)) * 100) / 100;
  return { ...wished, at: [0, out * middle, 0], size, turn: 0 };
}
