/** Decides at which stages a tooth is in the mouth: by its files, and by a technician's corrections. */
import { interpolatePose, numbersPerPose } from '#events/plan/pose.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { ToothTrack } from './track.ts';

/**
 * `stays`: present to the end; `fromStart`: present from stage 0. In both cases the files lack the tooth at
 * some stages.
 */
export type PresenceCorrection = { stays?: boolean; fromStart?: boolean };
export type PresenceCorrectionsByArch = Partial<Record<Arch, Readonly<Record<number, PresenceCorrection>>>>;

/**
 * Interpolates poses for stages whose files lack the tooth, if a later stage has it again. Otherwise the tooth ends
 * there.
 */
export function fillTrackGaps(track: ToothTrack): void {
  const count = track.poses.length / numbersPerPose;
  const lost = new Set(track.lost);
  const between = new Float64Array(numbersPerPose);
  for (let stage = 0; stage < count; stage++) {
    if (!lost.has(stage) || lost.has(stage - 1)) continue;
    let end = stage;
    while (lost.has(end)) end++;
    if (end >= count) {
      track.to = stage - 1;
      track.lost = track.lost.filter(at => at < stage);
      return;
    }
    const ends = [stage - 1, end].flatMap(at =>
      track.poses.slice(at * numbersPerPose, (at + 1) * numbersPerPose),
    );
    for (let at = stage; at < end; at++) {
      interpolatePose(ends, (at - stage + 1) / (end - stage + 1), between);
      track.poses.splice(at * numbersPerPose, numbersPerPose, ...between);
    }
  }
}

const stagesBetween = (first: number, end: number) =>
  Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);

/**
 * Applies a technician's correction. Where the files lack the tooth, it keeps the pose of the nearest stage.
 */
export function applyPresenceCorrection(
  track: ToothTrack,
  { stays = false, fromStart = false }: PresenceCorrection = {},
): ToothTrack {
  const count = track.poses.length / numbersPerPose;
  const early = fromStart ? stagesBetween(0, track.from) : [];
  const late = stays && track.to !== null ? stagesBetween(track.to + 1, count) : [];
  return {
    ...track,
    from: fromStart ? 0 : track.from,
    to: stays ? null : track.to,
    lost: [...early, ...track.lost, ...late],
  };
}
