import { describe, expect, it } from 'vitest';
import { conjugate, minus, multiply } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { weldCorners } from '../mesh/weld.ts';
import { fitToSurface } from './icp.ts';
import { rotationDegrees, vectorLength } from './rigid.ts';
import { centrePoints } from './rigid-fit.ts';
import { createSurface } from './surface.ts';
import { applyMotionToCorners, createPlainCrowns, knownMotionAtStage } from './testing/teeth.ts';

describe('a fit to a surface', () => {
  const meshOf = (corners: Float32Array) => weldCorners(corners, corners.length / 9);
  const arches = (['upper', 'lower'] as const).flatMap(row => {
    const kinds: Fdi[] = row === 'upper' ? [11, 14] : [33, 36];
    const finer = createPlainCrowns(row, kinds, 70);
    return createPlainCrowns(row, kinds, 60).map((tooth, i) => ({ tooth, finer: finer[i] ?? tooth }));
  });

  it('ends within 8 rounds, 0.1 µm from the result of many more rounds', () => {
    for (const { tooth, finer } of arches) {
      const from = centrePoints(meshOf(tooth.corners).positions);
      const target = createSurface(meshOf(applyMotionToCorners(finer.corners, knownMotionAtStage(tooth, 2))));
      const begin = { p: from.centre, q: [0, 0, 0, 1] as const };
      const [soon, late] = [fitToSurface(from, target, begin), fitToSurface(from, target, begin, 0)];
      if (!soon || !late) throw new Error('not settled');
      expect(soon.rounds, `rounds of ${tooth.fdi}`).toBeLessThanOrEqual(8);
      expect(vectorLength(minus(soon.p, late.p)), `centre of ${tooth.fdi}`).toBeLessThan(1e-4);
      expect(rotationDegrees(multiply(soon.q, conjugate(late.q))), `turn of ${tooth.fdi}`).toBeLessThan(5e-3);
    }
  });
  it('ends even if coarse triangles make it oscillate', () => {
    const [tooth] = createPlainCrowns('lower', [36], 30);
    const [coarser] = createPlainCrowns('lower', [36], 36);
    if (!tooth || !coarser) throw new Error('no tooth');
    const from = centrePoints(meshOf(tooth.corners).positions);
    const target = createSurface(meshOf(applyMotionToCorners(coarser.corners, knownMotionAtStage(tooth, 2))));
    expect(fitToSurface(from, target, { p: from.centre, q: [0, 0, 0, 1] })?.rounds).toBeLessThan(12);
  });
});
