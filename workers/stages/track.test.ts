import { describe, expect, it } from 'vitest';
import { poseAtStage } from '#events/plan/pose.ts';
import { applyMotion } from './rigid.ts';
import { generateMandible } from './testing/mandible.ts';
import {
  applyMotionToCorners,
  createGumBand,
  createPlainCrowns,
  joinCorners,
  knownMotionAtStage,
  type TestTooth,
} from './testing/teeth.ts';
import {
  defineTrackTests,
  largestTrackError,
  rotationAngleBetween,
  stagedCorners,
} from './testing/tracks.ts';
import { followArch, maxPiecesPerArch, type ToothTrack } from './track.ts';

defineTrackTests('generated teeth with roots', generateMandible());

describe('a stage', () => {
  const teeth = createPlainCrowns('lower', [43, 42, 41, 31, 32, 33]);
  const gum = createGumBand('lower');

  it('separates gum from teeth, and leaves out pieces smaller than a tooth', () => {
    const crumb = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const followed = followArch(joinCorners([gum, stagedCorners(teeth, 0), crumb]));
    expect(followed).toMatchObject({ gums: { length: 1 }, tracks: { length: 6 }, crumbs: 1 });
  });
  it('with its pieces in another order is followed piece by piece', () => {
    const followed = followArch(stagedCorners(teeth, 0));
    expect(followed.stage(stagedCorners(teeth.toReversed(), 1)).way).toBe('pieces');
    const { degrees, mm } = largestTrackError(teeth, followed.tracks, 1);
    expect(degrees).toBeLessThan(1e-4);
    expect(mm).toBeLessThan(1e-5);
  });
  it('with other triangles is followed by its surfaces', () => {
    const finer = createPlainCrowns('lower', [43, 42, 41, 31, 32, 33], 40);
    const followed = followArch(stagedCorners(createPlainCrowns('lower', [43, 42, 41, 31, 32, 33], 36), 0));
    const known = finer.map((tooth, i) => ({ ...tooth, as: teeth[i] as TestTooth }));
    for (const k of [1, 2])
      expect(
        followed.stage(
          joinCorners(
            known.map(({ corners, as }) => applyMotionToCorners(corners, knownMotionAtStage(as, k))),
          ),
        ).way,
      ).toBe('pieces');
    for (const [i, { as }] of known.entries()) {
      const track = followed.tracks[i] as ToothTrack;
      const { p, q } = poseAtStage(track.poses, 2);
      const due = applyMotion(knownMotionAtStage(as, 2), track.centre);
      expect(Math.hypot(due[0] - p[0], due[1] - p[1], due[2] - p[2])).toBeLessThan(0.02);
      expect(rotationAngleBetween(q, knownMotionAtStage(as, 2).q)).toBeLessThan(0.2);
      expect(track.lost).toEqual([]);
    }
  });
  it('keeps the motion of the rest when a part of a tooth changes', () => {
    const followed = followArch(stagedCorners(teeth, 0));
    const now = stagedCorners(teeth, 1);
    // An attachment on the first tooth: a twentieth of its corners move outwards.
    const own = teeth[0]?.corners.length ?? 0;
    const high = now
      .subarray(0, own)
      .reduce((most, v, i) => (i % 3 === 2 ? Math.max(most, v) : most), -Infinity);
    for (let i = 0; i < own; i += 3)
      if ((now[i + 2] as number) > high - 1) now[i + 2] = (now[i + 2] as number) + 0.5;
    followed.stage(now);
    const [track] = followed.tracks as [ToothTrack];
    expect(track.trimmed).toEqual([1]);
    expect(track.residual).toBeCloseTo(0.5, 3);
    expect(largestTrackError(teeth.slice(0, 1), followed.tracks, 1).degrees).toBeLessThan(1e-3);
  });
  it('keeps and reports the new shape of a tooth that changes it', () => {
    const followed = followArch(stagedCorners(teeth, 0));
    const now = stagedCorners(teeth, 1);
    const own = teeth[0]?.corners.length ?? 0;
    for (let i = 0; i < own; i++) now[i] = (now[i] as number) * 1.05;
    followed.stage(now);
    const [track, next] = followed.tracks as [ToothTrack, ToothTrack];
    expect([...track.changed.keys()]).toEqual([1]);
    expect(track.residual).toBeGreaterThan(0.05);
    expect(next.changed.size).toBe(0);
  });
  it('with more pieces than an arch has is refused before any tooth is followed', () => {
    const many = createPlainCrowns('lower', [43]).flatMap(({ corners }) =>
      Array.from({ length: maxPiecesPerArch + 1 }, (_, i) =>
        applyMotionToCorners(corners, { q: [0, 0, 0, 1], t: [30 * i, 0, 0] }),
      ),
    );
    expect(() => followArch(joinCorners(many))).toThrow();
    expect(followArch(joinCorners(many.slice(1))).tracks).toHaveLength(maxPiecesPerArch);
    const followed = followArch(stagedCorners(teeth, 0));
    expect(() => followed.stage(joinCorners(many))).toThrow();
    expect(followed.tracks.map(({ poses }) => poses.length)).toEqual(teeth.map(() => 7));
  });
  it('reports a missing tooth as lost', () => {
    const followed = followArch(stagedCorners(teeth, 0));
    followed.stage(stagedCorners(teeth.slice(1), 1));
    expect(followed.tracks.map(({ lost }) => lost.length)).toEqual([1, 0, 0, 0, 0, 0]);
  });
});

describe('a round tooth without corresponding points', () => {
  /** A ball made of rings. */
  function ball(rings: number): Float32Array {
    const at = (i: number, j: number) => {
      const [u, v] = [(Math.PI * i) / rings, (Math.PI * j) / rings];
      return [20 + 4 * Math.sin(u) * Math.cos(v), 4 * Math.sin(u) * Math.sin(v), -4 * Math.cos(u)];
    };
    const corners: number[][] = [];
    for (let i = 0; i < rings; i++)
      for (let j = 0; j < 2 * rings; j++) {
        const [a, b, c, d] = [
          at(i, j),
          at(i, (j + 1) % (2 * rings)),
          at(i + 1, (j + 1) % (2 * rings)),
          at(i + 1, j),
        ];
        if (i > 0) corners.push(a, b, c);
        if (i < rings - 1) corners.push(a, c, d);
      }
    return Float32Array.from(corners.flat());
  }
  it('is reported as possibly spinning', () => {
    const followed = followArch(ball(24));
    followed.stage(ball(30));
    expect(followed.tracks[0]?.spins).toEqual([1]);
  });
});
