import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { touchToleranceMm } from '#events/plan/contacts.ts';
import { poseAtStage } from '#events/plan/pose.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import type { NamedMesh } from '../mesh/write-glb.ts';
import { noProcedures } from './build.ts';
import { createContactMeter, createContactReport, opposingReachMm, type ToothContact } from './contacts.ts';
import { buildTestPlan, noMotionOfTooth } from './testing/plan.ts';
import { createPlainCrowns } from './testing/teeth.ts';

beforeAll(async () => {
  await whenPreviewReady();
  await decoderReady;
});

const named = (contact: ToothContact) => contact.teeth.join('-');

describe('contacts of a plan', () => {
  // 31 moves 0.2 mm a stage towards 32 for three stages, then both arches rest; 16 moves down onto the lower
  // teeth.
  let bundle: PlanBundle;
  let parts: NamedMesh[];
  beforeAll(() => {
    const plan = buildTestPlan(
      [
        { teeth: createPlainCrowns('upper'), stages: 3 },
        { teeth: createPlainCrowns('lower'), stages: 6 },
      ],
      ({ fdi }, stage) => {
        if (fdi === 31) return { ...noMotionOfTooth, t: [0.2 * Math.min(3, stage), 0, 0] };
        return fdi === 16 ? { ...noMotionOfTooth, t: [0, 0, -0.3 * stage] } : noMotionOfTooth;
      },
      { ...noProcedures, ipr: [{ contact: '31-32', mm: 0.2, before: 2 }] },
    );
    ({ bundle, parts } = plan);
  });
  const gapOf = (found: readonly ToothContact[], key: string) =>
    found.find(c => named(c) === key)?.gap ?? NaN;

  it('lists each pair of neighbours once, and opposing teeth that are close', () => {
    const found = createContactMeter(bundle, parts).at(0);
    const neighbours = found.filter(({ kind }) => kind === 'neighbour').map(named);
    expect(neighbours).toHaveLength(26);
    expect(neighbours).toEqual(expect.arrayContaining(['17-16', '11-21', '41-31', '31-32', '36-37']));
    for (const { kind, gap, teeth } of found.filter(c => c.kind === 'opposing')) {
      expect([kind, teeth[0] < 30, teeth[1] > 30]).toEqual(['opposing', true, true]);
      expect(gap).toBeLessThanOrEqual(opposingReachMm);
    }
  });
  it('follows a tooth into its neighbour: the gap closes on one side and opens on the other', () => {
    const meter = createContactMeter(bundle, parts);
    const [start, second, third] = [meter.at(0), meter.at(1), meter.at(3)];
    expect(gapOf(second, '31-32')).toBeLessThan(gapOf(start, '31-32') - 0.1);
    expect(gapOf(third, '31-32')).toBeLessThan(gapOf(second, '31-32') - 0.2);
    expect(gapOf(third, '41-31') - gapOf(start, '41-31')).toBeGreaterThan(0.4);
    expect(gapOf(third, '36-37')).toBe(gapOf(start, '36-37'));
  });
  it('caches a stage, and does not measure resting teeth again', () => {
    const meter = createContactMeter(bundle, parts);
    expect(meter.at(2)).toBe(meter.at(2));
    const [four, five] = [meter.at(4), meter.at(5)];
    expect(four).not.toBe(five);
    four.forEach((contact, i) => {
      expect(five[i]).toBe(contact);
    });
  });
  it('gives the same contacts for any order of requests', () => {
    const [forward, back] = [createContactMeter(bundle, parts), createContactMeter(bundle, parts)];
    const there = [0, 1, 2, 3].map(stage => forward.at(stage));
    const again = [3, 2, 1, 0].map(stage => back.at(stage)).toReversed();
    expect(again).toEqual(there);
  });
  it('measures only neighbours and opponents of a dragged tooth', () => {
    const meter = createContactMeter(bundle, parts);
    const poses = bundle.teeth.find(({ fdi }) => fdi === 31)?.poses ?? [];
    const found = meter.moved(31, poseAtStage(poses, 3), 0);
    expect(found.every(({ teeth }) => teeth.includes(31))).toBe(true);
    expect(gapOf(found, '31-32')).toBeCloseTo(gapOf(meter.at(3), '31-32'), 9);
  });
  it('gives position and area of contact of opposing teeth', () => {
    const meter = createContactMeter(bundle, parts);
    const touchingAt = (stage: number) =>
      meter
        .at(stage)
        .filter(({ kind, gap, teeth }) => kind === 'opposing' && gap <= touchToleranceMm && teeth[0] === 16);
    expect(touchingAt(3).length).toBeGreaterThan(0);
    expect(Math.max(...touchingAt(3).map(({ area }) => area))).toBeGreaterThan(0);
    expect(touchingAt(0)).toEqual([]);
  });
  it('reports each stage beyond the IPR done until then, with progress', () => {
    const shares: number[] = [];
    const meter = createContactMeter(bundle, parts);
    const { stages } = createContactReport(bundle, meter, share => shares.push(share));
    expect(shares).toEqual([1, 2, 3, 4, 5, 6, 7].map(done => done / 7));
    const depth = (stage: number) => stages[stage]?.collisions.find(c => c.teeth.join('-') === '31-32')?.mm;
    expect(depth(0)).toBeUndefined();
    expect(depth(3)).toBeCloseTo(-gapOf(meter.at(3), '31-32') - 0.2, 9);
    expect(stages[6]?.ipr.find(({ teeth }) => teeth[0] === 31)?.missing).toBe(depth(6));
    expect(stages[3]?.gaps.find(({ teeth }) => teeth[0] === 41)?.opened).toBeGreaterThan(0.4);
    expect(stages[0]?.occlusal.filter(([upper]) => upper === 16)).toEqual([]);
    expect(stages[3]?.occlusal.filter(([upper]) => upper === 16)).not.toEqual([]);
  });
  it('compares an erupting tooth with its first stage in the mouth', () => {
    const report = (from?: number) => {
      const teeth = bundle.teeth.map(tooth => (tooth.fdi === 31 && from ? { ...tooth, from } : tooth));
      const late = { ...bundle, teeth, ipr: [] };
      return createContactReport(late, createContactMeter(late, parts)).stages[6]?.collisions ?? [];
    };
    const collides = (from?: number) => report(from).some(({ teeth }) => teeth.join('-') === '31-32');
    expect([collides(), collides(3)]).toEqual([true, false]);
  });
  it('omits a tooth without a shape', () => {
    const meter = createContactMeter(
      bundle,
      parts.filter(({ name }) => name !== '31'),
    );
    expect(meter.at(0).some(({ teeth }) => teeth.includes(31))).toBe(false);
  });
});

it('teeth next to an absent tooth are measured as neighbours', () => {
  const teeth = createPlainCrowns('lower').filter(({ fdi }) => fdi !== 35);
  const { bundle, parts } = buildTestPlan([{ teeth, stages: 1 }], () => noMotionOfTooth);
  const found = createContactMeter(bundle, parts).at(0);
  const gap = found.find(contact => named(contact) === '34-36')?.gap;
  expect(gap).toBeGreaterThan(5);
  expect(gap).toBeLessThan(9);
});
