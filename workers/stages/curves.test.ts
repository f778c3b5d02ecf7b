import { beforeAll, describe, expect, it } from 'vitest';
import type { OcclusionMeasure } from '#events/plan/occlusion.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import { occlusalCurvesOf } from './curves.ts';
import { buildTestPlan, noMotionOfTooth, type ToothMotion } from './testing/plan.ts';
import { createPlainCrowns } from './testing/teeth.ts';

beforeAll(async () => {
  await whenPreviewReady();
  await decoderReady;
});

/** Moves some teeth by mm a stage in the scanner frame: x left, y back, z up. */
const shift =
  (teeth: readonly Fdi[], x: number, y: number, z: number): ToothMotion =>
  ({ fdi }, stage) => ({
    ...noMotionOfTooth,
    t: teeth.includes(fdi) ? [x * stage, y * stage, z * stage] : [0, 0, 0],
  });
function changes(motion: ToothMotion, without: readonly Fdi[] = []) {
  const teeth = (arch: 'upper' | 'lower') =>
    createPlainCrowns(arch).filter(({ fdi }) => !without.includes(fdi));
  const { bundle, parts } = buildTestPlan(
    [
      { teeth: teeth('upper'), stages: 2 },
      { teeth: teeth('lower'), stages: 1 },
    ],
    motion,
  );
  const curves = new Map(occlusalCurvesOf(bundle, parts).map(curve => [curve.measure, curve]));
  return {
    curve: (measure: OcclusionMeasure) => curves.get(measure),
    change: (measure: OcclusionMeasure) => {
      const values = curves.get(measure)?.values ?? [];
      return (values[2] ?? NaN) - (values[0] ?? NaN);
    },
  };
}

describe('curves over the stages', () => {
  it('have no values if a tooth erupts or is extracted on the way', () => {
    const { bundle, parts } = buildTestPlan(
      [{ teeth: createPlainCrowns('upper'), stages: 2 }],
      () => noMotionOfTooth,
    );
    const teeth = bundle.teeth.map(tooth => (tooth.fdi === 13 ? { ...tooth, from: 1 } : tooth));
    const canines = occlusalCurvesOf({ ...bundle, teeth }, parts).find(one => one.measure === 'upperCanines');
    expect(canines).toMatchObject({ values: null, missing: [13] });
    expect(occlusalCurvesOf(bundle, parts).find(one => one.measure === 'upperCanines')?.values).toHaveLength(
      3,
    );
  });
  it.each([
    ['overjet with upper incisors to the front', [11, 21], [0, -0.4, 0], 'overjet', 0.8],
    ['overbite with upper incisors downwards', [11, 21], [0, 0, -0.3], 'overbite', 0.6],
    ['overbite with lower incisors upwards in their only stage', [31, 41], [0, 0, 0.3], 'overbite', 0.3],
    ['midline with lower incisors to the left', [31, 41], [0.25, 0, 0], 'midline', 0.25],
    ['midline with upper incisors to the left', [11, 21], [0.25, 0, 0], 'midline', -0.5],
    ['upper midline with upper incisors to the left', [11, 21], [0.25, 0, 0], 'upperMidline', 0.5],
    ['lower midline with lower incisors to the right', [31, 41], [-0.25, 0, 0], 'lowerMidline', -0.25],
    ['upper canine width with a canine outwards', [23], [0.5, 0, 0], 'upperCanines', 1],
    ['lower canine width with a canine outwards', [43], [-0.5, 0, 0], 'lowerCanines', 0.5],
    ['upper molar width with a molar outwards', [16], [-0.4, 0, 0], 'upperMolars', 0.8],
    ['lower molar width with a molar inwards', [36], [-0.4, 0, 0], 'lowerMolars', -0.4],
  ] as const)('follow the %s', (_, teeth, [x, y, z], measure, due) => {
    const { change } = changes(shift(teeth, x, y, z));
    expect(change(measure)).toBeCloseTo(due, 1);
  });
  it('begin with plausible mm', () => {
    const { curve } = changes(() => noMotionOfTooth);
    const start = (measure: OcclusionMeasure) => curve(measure)?.values?.[0] ?? NaN;
    expect(start('upperMidline')).toBe(0);
    expect(Math.abs(start('midline'))).toBeLessThan(0.5);
    expect(start('upperCanines')).toBeGreaterThan(25);
    expect(start('upperMolars')).toBeGreaterThan(start('upperCanines'));
    expect(start('upperMolars')).toBeLessThan(65);
    expect(start('lowerCanines')).toBeLessThan(start('upperCanines'));
  });
  it('draws the overjet as a level line of its length at every stage, on the larger side', () => {
    for (const teeth of [[11], [21]] as const) {
      const jet = changes(shift(teeth, 0, -0.4, 0)).curve('overjet');
      expect(jet?.ends?.length).toBe(3);
      for (const [stage, [upper, lower]] of (jet?.ends ?? []).entries()) {
        expect([upper[0], upper[1]]).toEqual([lower[0], lower[1]]);
        expect(upper[2] - lower[2]).toBeCloseTo(jet?.values?.[stage] ?? NaN, 9);
      }
      // The overjet's line is at the tooth that moved forward: 11 is on the patient's right, where x is negative.
      expect(Math.sign(jet?.ends?.[2]?.[0][0] ?? 0)).toBe(teeth[0] === 11 ? -1 : 1);
    }
  });
  it('have no values if a tooth is missing, and name it', () => {
    const { curve } = changes(() => noMotionOfTooth, [13, 31, 41]);
    expect(curve('upperCanines')).toEqual({
      measure: 'upperCanines',
      values: null,
      missing: [13],
      origin: 'measured',
    });
    expect(curve('overjet')).toMatchObject({ values: null, missing: [41, 31] });
    expect(curve('upperMolars')?.values).toHaveLength(3);
  });
});
