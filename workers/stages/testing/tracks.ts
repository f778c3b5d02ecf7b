/** Rules for the tracks of a staged arch: run on generated teeth everywhere, on real ones in `wild`. */
import { describe, expect, it } from 'vitest';
import { conjugate, multiply, poseAtStage, type Quat } from '#events/plan/pose.ts';
import { applyMotion, rotationDegrees } from '../rigid.ts';
import { type CorrespondenceScope, followArch, type ToothTrack } from '../track.ts';
import { applyMotionToCorners, joinCorners, knownMotionAtStage, type TestTooth } from './teeth.ts';

/** Corners of an arch at a stage of the known motions. */
export const stagedCorners = (teeth: readonly TestTooth[], at: number) =>
  joinCorners(teeth.map(tooth => applyMotionToCorners(tooth.corners, knownMotionAtStage(tooth, at))));
/** Returns the angle between two rotations in degrees. */
export const rotationAngleBetween = (a: Quat, b: Quat) => rotationDegrees(multiply(a, conjugate(b)));

/** Largest error of found against known motions: degrees, and mm of the tooth's centre. */
export function largestTrackError(
  teeth: readonly TestTooth[],
  tracks: readonly ToothTrack[],
  stages: number,
) {
  let [degrees, mm] = [0, 0];
  teeth.forEach((tooth, i) => {
    const track = tracks[i] as ToothTrack;
    for (let k = 1; k <= stages; k++) {
      const motion = knownMotionAtStage(tooth, k);
      const { p, q } = poseAtStage(track.poses, k);
      const due = applyMotion(motion, track.centre);
      degrees = Math.max(degrees, rotationAngleBetween(q, motion.q));
      mm = Math.max(mm, Math.hypot(due[0] - p[0], due[1] - p[1], due[2] - p[2]));
    }
  });
  return { degrees, mm };
}

export function defineTrackTests(name: string, teeth: readonly TestTooth[]): void {
  describe(`${name}, staged by known motions into 20 stages`, () => {
    const followed = followArch(stagedCorners(teeth, 0));
    const ways: CorrespondenceScope[] = [];
    for (let k = 1; k <= 20; k++) ways.push(followed.stage(stagedCorners(teeth, k)).way);

    it('are told apart, with corresponding points', () => {
      expect(followed.tracks).toHaveLength(teeth.length);
      expect(followed.gums).toHaveLength(0);
      expect(new Set(ways)).toEqual(new Set(['all']));
    });
    it('are followed to 1e-4° and 1e-5 mm', () => {
      const { degrees, mm } = largestTrackError(teeth, followed.tracks, 20);
      expect(degrees).toBeLessThan(1e-4);
      expect(mm).toBeLessThan(1e-5);
    });
    it('deviate from their poses by rounding only', () => {
      for (const { residual, trimmed, changed } of followed.tracks) {
        expect(residual).toBeLessThan(2e-5);
        expect([trimmed, [...changed.keys()]]).toEqual([[], []]);
      }
    });
  });
}
