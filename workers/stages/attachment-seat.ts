/**
 * Finds the place of an attachment on a crown: in the middle of its face, with its back just under the
 * enamel.
 */
import type { Attachment, BundleTooth } from '#events/plan/bundle.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import { dot, minus, type Vec3 } from '#events/plan/pose.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import type { CrownFrame } from './crown.ts';
import { applyMotion, type RigidMotion } from './rigid.ts';
import type { AttachmentShell } from './shells.ts';

/** The properties of an attachment that a technician chooses. The others follow from the crown. */
export type RequestedAttachment = Pick<Attachment, 'tooth' | 'type' | 'surface' | 'from' | 'to'> & {
  /** The shell in the files that it was found as. Keeps the shell's place and size, even on another tooth. */
  shell?: AttachmentShellId;
};
/**
 * Identifies a shell: `at` is its index among the shells of a track, `piece` the track's index in its arch.
 */
export type AttachmentShellId = { arch: Arch; piece: number; at: number };

const hundredths = (value: number) => Math.round(value * 100) / 100 || 0;
/** Limits of an attachment's side, mm. */
const [sideMin, sideMax] = [0.1, 15];

/** Returns place and size of a shell on a crown, mm along the crown's axes. */
export function measureShellPlace(
  { pivot, axes: [mesial, buccal, occlusal] }: Pick<CrownFrame, 'pivot' | 'axes'>,
  { positions, from, to }: AttachmentShell,
  world: RigidMotion,
): Pick<Attachment, 'surface' | 'from' | 'to' | 'size' | 'at'> {
  const spans = [mesial, occlusal, buccal].map(axis => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < positions.length; i += 3) {
      const at = applyMotion(world, [
        positions[i] as number,
        positions[i + 1] as number,
        positions[i + 2] as number,
      ]);
      const place = dot(minus(at, pivot), axis);
      [low, high] = [Math.min(low, place), Math.max(high, place)];
    }
    return { middle: hundredths((low + high) / 2), side: hundredths(high - low) };
  });
  const [along, up, out] = spans;
  const side = (one: { side: number } | undefined) => Math.max(sideMin, Math.min(sideMax, one?.side ?? 0));
  return {
    surface: (out?.middle ?? 0) < 0 ? 'lingual' : 'buccal',
    from,
    to,
    ...{
      at: [along?.middle ?? 0, out?.middle ?? 0, up?.middle ?? 0],
      size: [side(along), side(up), side(out)],
    },
  };
}

/** Default sizes in mm: mesiodistal, occlusogingival, depth (DOMAIN: 2 to 4 mm, 0.75 to 1.25 deep). */
const sizes: Record<Attachment['type'], [number, number, number]> = {
  'vertical-rectangle': [2, 3, 1],
  'horizontal-rectangle': [3, 2, 1],
  'beveled-extrusion': [3, 2, 1.25],
  rotation: [2, 3, 1],
  ellipsoid: [2, 3, 1],
  'root-control': [2, 3, 1],
  'beveled-retention': [3, 2, 1],
};
/** Share of the depth that is under the enamel, so that no gap shows on a round crown. */
const sunk = 0.25;

/**
 * Places an attachment in the middle of its face of a crown.
 * @param mesh of the crown relative to its pivot
 * @returns undefined if the crown has no surface there
 */
export function seatAttachmentOnCrown(
  wished: RequestedAttachment,
  tooth: BundleTooth,
  mesh: Mesh,
): Attachment | undefined {
  const [mesial, buccal, occlusal] = toothAxesOf(tooth);
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
