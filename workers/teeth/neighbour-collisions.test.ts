import { beforeAll, describe, expect, it } from 'vitest';
import { lastStage } from '#events/plan/bundle.ts';
import { collidingPairs } from '#events/plan/contacts.ts';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import { encoderReady } from '../mesh/write-glb.ts';
import { createContactMeter, createContactReport } from '../stages/contacts.ts';
import { measureToothGap } from './measured-gap.ts';
import { createFinePlanParts, packPlan } from './plan.ts';
import { generatePlanOnce } from './testing.ts';

beforeAll(async () => {
  await encoderReady;
  await decoderReady;
});

const wishes = [
  { look: 'crowding', upperStages: 24, lowerStages: 20 },
  { look: 'spacing', upperStages: 18, lowerStages: 22 },
] as const;

describe.each(wishes)('teeth of a generated plan, $look', wish => {
  const made = generatePlanOnce(1, wish);
  it('end side by side, and collide only slightly on their way', () => {
    const { bundle, teeth } = packPlan(made, () => '0'.repeat(64));
    const report = createContactReport(bundle, createContactMeter(bundle, readGlb(teeth)));
    expect(report.stages[lastStage(bundle)]?.collisions).toEqual([]);
    const pairs = collidingPairs(report);
    expect(pairs.length).toBeLessThanOrEqual(2);
    for (const { mm } of pairs) expect(mm).toBeLessThan(0.2);
  });
  it('have the same gaps as measured in a review', () => {
    const { design, draft } = made;
    const parts = { teeth: { sha256: '', bytes: 12 }, coarse: { sha256: '', bytes: 12 } };
    const found = createContactMeter({ ...draft, parts }, createFinePlanParts(made)).at(0);
    const near = found.filter(({ kind, gap }) => kind === 'neighbour' && gap < 1);
    expect(near.length).toBeGreaterThan(10);
    for (const { teeth, gap } of near) {
      const [a, b] = teeth;
      const [one, other] = [design.start.get(a), design.start.get(b)];
      // Poses are rounded to 0.1 µm and to 1e-6 of a quaternion.
      if (one && other)
        expect(Math.abs(measureToothGap(a, one, b, other, design.crowns) - gap)).toBeLessThan(0.001);
    }
  });
});
