/** Places a plan's attachments, chosen by a technician or found as shells, on the crowns that were built. */
import { badField } from '#events/errors.ts';
import type { Attachment } from '#events/plan/bundle.ts';
import { poseAtStage } from '#events/plan/pose.ts';
import {
  type AttachmentShellId,
  measureShellPlace,
  type RequestedAttachment,
  seatAttachmentOnCrown,
} from './attachment-seat.ts';
import type { BuiltTooth } from './build.ts';
import type { StagedArch } from './proposal.ts';
import type { RigidMotion } from './rigid.ts';
import { moveShellToTooth } from './shells.ts';
import type { ToothTrack } from './track.ts';

type Origin = { arches: readonly StagedArch[]; world: RigidMotion };

/** Returns a shell's position on a tooth, possibly another tooth than in the files. */
function shellSeat(
  { arch, piece, at }: AttachmentShellId,
  { crown, track }: BuiltTooth,
  { arches, world }: Origin,
) {
  const owner = arches.find(staged => staged.arch === arch)?.tracks[piece];
  const shell = owner?.shells[at];
  if (!owner || !shell) return undefined;
  const bearer = ({ centre, poses }: ToothTrack) => ({ centre, pose: poseAtStage(poses, shell.from) });
  const own = owner.mesh === track.mesh ? shell : moveShellToTooth(bearer(track), shell, bearer(owner));
  return measureShellPlace(crown, own, world);
}

/**
 * Places attachments on their crowns, worn only while their tooth is in the mouth. A shell moved to the other
 * surface of its crown is centred there like an attachment without a shell.
 * @throws Refusal badInput naming an attachment whose tooth is absent or has no surface there
 */
export function placeAttachments(
  wished: readonly RequestedAttachment[],
  teeth: readonly BuiltTooth[],
  ground: Origin,
): Attachment[] {
  return wished.map((one, i) => {
    const built = teeth.find(({ tooth }) => tooth.fdi === one.tooth);
    const mesh = built?.shapes[0]?.mesh;
    const { shell, ...wish } = one;
    const { from = 0, to = Infinity } = built?.tooth ?? {};
    const worn = { ...wish, from: Math.max(wish.from, from), to: Math.min(wish.to, to) };
    const found = shell && built && shellSeat(shell, built, ground);
    const kept = found?.surface === wish.surface && { at: found.at, size: found.size, turn: 0 };
    const seat =
      built && mesh && (kept ? { ...worn, ...kept } : seatAttachmentOnCrown(worn, built.tooth, mesh));
    if (!seat || worn.from > worn.to) throw badField(`attachments.${i}.tooth`, 'tooth-absent');
    return seat;
  });
}
