/** When a tooth is in the mouth: as its files have it, and as a technician corrects it. */
import { interpolate, poseNumbers } from '#events/plan/pose.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { Track } from './track.ts';

/** `stays`: it does not go before the end; `fromStart`: it does not come later. The files lack it there all the same. */
export type SpanCorrection = { stays?: boolean; fromStart?: boolean };
export type Spans = Partial<Record<Arch, Readonly<Record<number, SpanCorrection>>>>;

/** Interpolates the poses of a tooth that is missing between two stages; a tooth that stays missing is gone. */
export function finish(track: Track): void {
  const count = track.poses.length / poseNumbers;
  const lost = new Set(track.lost);
  const between = new Float64Array(poseNumbers);
  for (let stage = 0; stage < count; stage++) {
    if (!lost.has(stage) || lost.has(stage - 1)) continue;
    let end = stage;
    while (lost.has(end)) end++;
    if (end >= count) {
      track.to = stage - 1;
      track.lost = track.lost.filter(at => at < stage);
      return;
    }
    const ends = [stage - 1, end].flatMap(at => track.poses.slice(at * poseNumbers, (at + 1) * poseNumbers));
    for (let at = stage; at < end; at++) {
      interpolate(ends, (at - stage + 1) / (end - stage + 1), between);
      track.poses.splice(at * poseNumbers, poseNumbers, ...between);
    }
  }
}

const stagesBetween = (first: number, end: number) =>
  Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);

/** A track as the technician has corrected it; where its files lack it, it rests beside its nearest stage. */
export function corrected(track: Track, { stays = false, fromStart = false }: SpanCorrection = {}): Track {
  const count = track.poses.length / poseNumbers;
  const early = fromStart ? stagesBetween(0, track.from) : [];
  const late = stays && track.to !== null ? stagesBetween(track.to + 1, count) : [];
  return {
    ...track,
    from: fromStart ? 0 : track.from,
    to: stays ? null : track.to,
    lost: [...early, ...track.lost, ...late],
  };
}
