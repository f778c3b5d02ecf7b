import { describe, expect, it } from 'vitest';
import { bundleShownByLink } from '../share/shared-bundle.ts';
import { attachmentOn, planWith } from '../testing/plans.ts';
import type { Fdi } from '../tooth/fdi.ts';
import { alignerTasksAt } from './aligner-tasks.ts';
import { angleAt } from './angle-class.ts';
import { computeBolton, goalToothWidths } from './bolton.ts';
import { type BundleTooth, isToothPresent, type PlanBundle, stageWithin, teethPresentAt } from './bundle.ts';
import { planBundleSchema } from './bundle-schema.ts';
import { movementOf } from './movement.ts';
import { findOrderDeviations } from './order-check.ts';
import { measureFulfilment } from './requests.ts';
import { compareTeeth } from './same-teeth.ts';
import { findStagesOverCap } from './velocity.ts';
import { comparePlanVersions } from './version-difference.ts';

/** 10 aligners in both arches: 14 is extracted after aligner 4, 13 and 36 erupt at aligner 3. */
const spans: Partial<Record<Fdi, Pick<BundleTooth, 'from' | 'to'>>> = {
  14: { to: 4 },
  13: { from: 3 },
  36: { from: 3 },
};
const numbers = [11, 12, 13, 14, 16, 43, 46, 26, 36] as const;
const whole = planWith({
  upperStages: 10,
  lowerStages: 10,
  teeth: Object.fromEntries(numbers.map(fdi => [fdi, { mesial: 2 }])),
  attachments: [attachmentOn(14, { from: 1, to: 4 }), attachmentOn(12, { from: 1, to: 4 })],
});
const spanned = (teeth: PlanBundle['teeth']) => teeth.map(tooth => ({ ...tooth, ...spans[tooth.fdi] }));
const plan: PlanBundle = { ...whole, teeth: spanned(whole.teeth) };
const tooth = (fdi: Fdi): BundleTooth => {
  const found = plan.teeth.find(one => one.fdi === fdi);
  if (!found) throw new Error('no tooth');
  return found;
};

describe('the teeth in the mouth', () => {
  it.each([
    [0, [14]],
    [2.5, [14]],
    [3, [13, 14, 36]],
    [4.9, [13, 14, 36]],
    [5, [13, 36]],
    [Infinity, [13, 36]],
  ])('are right at stage %d', (stage, due) => {
    const there = teethPresentAt(plan, stage).map(({ fdi }) => fdi);
    expect([13, 14, 36].filter(fdi => there.includes(fdi as Fdi))).toEqual(due);
    expect(there).toContain(11);
    expect(plan.teeth.filter(one => isToothPresent(one, stage))).toHaveLength(there.length);
  });
  it('move only while they are in the mouth', () => {
    expect([0, 3, 4, 10].map(stage => stageWithin(tooth(14), stage))).toEqual([0, 3, 4, 4]);
    expect(movementOf(tooth(14), 0, 10).mesial).toBeCloseTo(0.8);
    expect(movementOf(tooth(13), 0, 3).mesial).toBeCloseTo(0);
    expect(movementOf(tooth(13), 0, 10).mesial).toBeCloseTo(1.4);
    const fast = findStagesOverCap(plan, { step: 0.1, angle: null }).filter(({ fdi }) => fdi === 14);
    expect(fast.map(({ stage }) => stage)).toEqual([1, 2, 3, 4]);
  });
});

describe('teeth outside their time in the mouth are left out', () => {
  it('of the widths at the goal', () => {
    const measured = plan.teeth.map(one => ({ ...one, width: { mm: 7, origin: 'measured' as const } }));
    const widths = goalToothWidths({ teeth: measured });
    expect([widths.has(14), widths.has(13)]).toEqual([false, true]);
    expect(computeBolton('overall', widths).missing).toContain(14);
  });
  it('of the classes of canines and molars', () => {
    const wide = { ...plan, teeth: plan.teeth.map(one => ({ ...one, width: tenths })) };
    expect([0, 3].map(stage => angleAt(wide, 'canine', 'right', stage) !== null)).toEqual([false, true]);
    expect([2, 3].map(stage => angleAt(wide, 'molar', 'left', stage) !== null)).toEqual([false, true]);
  });
  it('of the comparison with the order: an extraction on the way counts', () => {
    const order = { markers: { extract: [14], noMove: [13] } } as never;
    const found = findOrderDeviations(plan, order);
    expect(found.filter(({ kind }) => kind === 'extracted')).not.toContainEqual(
      expect.objectContaining({ how: 'stays' }),
    );
    expect(findOrderDeviations(whole, order)).toContainEqual({
      kind: 'extracted',
      teeth: [14],
      how: 'stays',
    });
    const unasked = findOrderDeviations(plan, { markers: {} } as never).find(one => one.kind === 'extracted');
    expect(unasked && 'teeth' in unasked ? unasked.teeth : []).toContain(14);
    expect(found).toContainEqual(expect.objectContaining({ kind: 'locked', tooth: 13, stage: 4 }));
  });
  it('of the check of requests', () => {
    const change = { what: 'movement', tooth: 14, axis: 'mesial', kind: 'total', amount: 2 } as const;
    expect(measureFulfilment(change, plan, null).why).toBe('tooth-absent');
    expect(measureFulfilment({ ...change, stage: 4 }, plan, null).value).toBeCloseTo(0.8);
  });
  it('of the difference of two versions', () => {
    expect(comparePlanVersions(whole, plan).teethGone).toEqual([14]);
    expect(comparePlanVersions(whole, plan, 2)).toMatchObject({ teethGone: [13, 36], teethAdded: [] });
    expect(comparePlanVersions(plan, whole).teethAdded).toEqual([14]);
  });
  it('of the comparison of mouths: a tooth that erupts has no position at the start', () => {
    const teeth = plan.teeth.map(one => (one.fdi === 13 ? { ...one, poses: tooth(11).poses } : one));
    expect(compareTeeth(plan, { teeth }).differ).toEqual([]);
    const early = teeth.map(({ from: _, ...one }) => one);
    expect(compareTeeth(whole, { teeth: early }).differ.map(({ tooth: fdi }) => fdi)).toEqual([13]);
  });
  it("of the stage's tasks: an attachment goes with its tooth", () => {
    expect(alignerTasksAt(plan, 5).remove.map(one => one.tooth)).toEqual([12]);
  });
});

const tenths = { mm: 10, origin: 'measured' as const };

describe('a link that shows start and goal only', () => {
  const ends = bundleShownByLink(plan, { audience: 'colleague', scope: { stages: false, notes: true } });
  it('has the teeth present at each', () => {
    expect(planBundleSchema.safeParse(ends).success).toBe(true);
    const at = (stage: number) => teethPresentAt(ends, stage).map(({ fdi }) => fdi);
    expect([at(0).includes(14), at(0).includes(13), at(1).includes(14), at(1).includes(13)]).toEqual([
      ...[true, false, false, true],
    ]);
  });
  it('leaves out a tooth present at neither', () => {
    const teeth = plan.teeth.map(one =>
      one.fdi === 12 ? { ...one, from: 2, to: 5, interpolated: [3] } : one,
    );
    const shown = bundleShownByLink(
      { ...plan, teeth },
      { audience: 'patient', scope: { stages: false, notes: false } },
    );
    expect(shown.teeth.some(({ fdi }) => fdi === 12)).toBe(false);
  });
});
