import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { movementOf } from '#events/plan/movement.ts';
import { poseAtStage } from '#events/plan/pose.ts';
import { compareTeeth } from '#events/plan/same-teeth.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import { noProcedures } from './build.ts';
import { buildTestPlan, noMotionOfTooth, type ToothMotion } from './testing/plan.ts';
import { createPlainCrowns, knownMotionAtStage } from './testing/teeth.ts';

beforeAll(async () => {
  await whenPreviewReady();
  await decoderReady;
});

describe('axes that a technician turned about the long axis', () => {
  const teeth = createPlainCrowns('lower');
  const turning: ToothMotion = (tooth, k) =>
    tooth.fdi === 36 ? knownMotionAtStage(tooth, k) : noMotionOfTooth;
  const bundleOf = (turned?: Partial<Record<Fdi, number>>) =>
    buildTestPlan([{ teeth, stages: 1 }], turning, { ...noProcedures, ...(turned && { turned }) }).bundle;
  const tooth = (bundle: PlanBundle, fdi: Fdi) => {
    const found = bundle.teeth.find(one => one.fdi === fdi);
    if (!found) throw new Error('no tooth');
    return found;
  };
  let measured: PlanBundle;
  let corrected: PlanBundle;
  beforeAll(() => {
    [measured, corrected] = [bundleOf(), bundleOf({ 36: 90, 35: 0 })];
  });

  it('keep the poses, and change width and movements accordingly', () => {
    const [before, after] = [tooth(measured, 36), tooth(corrected, 36)];
    const [moved, seen] = [movementOf(before, 0, 1), movementOf(after, 0, 1)];
    expect(seen.buccal).toBeCloseTo(moved.mesial, 5);
    expect(seen.mesial).toBeCloseTo(-moved.buccal, 5);
    expect(after.width?.mm).not.toBe(before.width?.mm);
    expect(poseAtStage(after.poses, 1).q).toEqual(poseAtStage(before.poses, 1).q);
  });
  it('are recorded on that tooth only', () => {
    expect(corrected.teeth.filter(({ turned }) => turned).map(({ fdi, turned }) => [fdi, turned])).toEqual([
      [36, 90],
    ]);
    expect(measured.teeth.some(one => 'turned' in one)).toBe(false);
  });
  it('leave the tooth equal to a version with the measured axes', () => {
    expect(compareTeeth(measured, corrected)).toEqual({ differ: [], gone: [], added: [] });
  });
});
