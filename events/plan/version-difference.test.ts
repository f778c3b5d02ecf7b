import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentOn, planWith } from '../testing/plans.ts';
import { movementAxes } from './movement.ts';
import { comparePlanVersions, differingTeeth, versionTolerances } from './version-difference.ts';

const teeth = { 12: { rotation: 10, mesial: 0.4 }, 11: {}, 33: { extrusion: -0.5 } };
const base = planWith({ teeth });

describe('the difference of two versions', () => {
  it('of a version to itself is empty', () => {
    const full = planWith({
      teeth,
      ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
      attachments: [attachmentOn(33), attachmentOn(12, { at: [0, 3, 2] })],
    });
    const none = comparePlanVersions(full, structuredClone(full));
    expect(none).toMatchObject({ same: true, teethAdded: [], teethGone: [], ipr: [], attachments: [] });
    expect(none.teeth.map(t => [t.tooth, t.changed])).toEqual([
      [12, false],
      [11, false],
      [33, false],
    ]);
  });
  it('lists a tooth by its six axes', () => {
    const to = { ...teeth, 12: { rotation: 24, mesial: 0.1, torque: 2 } };
    const found = comparePlanVersions(base, planWith({ teeth: to }));
    expect(found.same).toBe(false);
    const [changed, ...others] = found.teeth.filter(t => t.changed);
    expect([changed?.tooth, others]).toEqual([12, []]);
    const by = { extrusion: 0, buccal: 0, mesial: -0.3, rotation: 14, tip: 0, torque: 2 };
    for (const axis of movementAxes) expect(changed?.by[axis], axis).toBeCloseTo(by[axis], 6);
    expect(changed?.before.rotation).toBeCloseTo(10, 9);
    expect(changed?.now.rotation).toBeCloseTo(24, 9);
  });
  it('contains teeth with another movement or other procedures', () => {
    const now = planWith({
      teeth: { ...teeth, 33: { extrusion: -0.8 }, 41: {}, 42: {}, 24: {} },
      ipr: [{ contact: '42-41', mm: 0.2, before: 3 }],
      attachments: [attachmentOn(12)],
    });
    expect(differingTeeth(comparePlanVersions(base, now))).toEqual([12, 24, 42, 41, 33]);
    expect(differingTeeth(comparePlanVersions(base, base))).toEqual([]);
  });
  it('begins above the threshold', () => {
    const with33 = (extrusion: number) =>
      comparePlanVersions(base, planWith({ teeth: { ...teeth, 33: { extrusion } } })).same;
    expect([with33(-0.5 - versionTolerances.mm * 0.99), with33(-0.5 - versionTolerances.mm * 1.01)]).toEqual([
      true,
      false,
    ]);
    const with12 = (rotation: number) =>
      comparePlanVersions(base, planWith({ teeth: { ...teeth, 12: { ...teeth[12], rotation } } })).same;
    expect([with12(10 + versionTolerances.deg * 0.99), with12(10 + versionTolerances.deg * 1.01)]).toEqual([
      true,
      false,
    ]);
  });
  it('at the goals ignores the number of stages; at a stage the way counts', () => {
    const longer = planWith({ teeth, upperStages: 30 });
    const atGoal = comparePlanVersions(base, longer);
    expect(atGoal.teeth.filter(t => t.changed)).toEqual([]);
    expect([atGoal.same, atGoal.stages.upper]).toEqual([false, { before: 24, now: 30 }]);
    const [at12] = comparePlanVersions(base, longer, 12).teeth;
    expect(at12?.before.rotation).toBeCloseTo(5, 6);
    expect(at12?.now.rotation).toBeCloseTo(4, 6);
  });
  it('names added and removed teeth', () => {
    const found = comparePlanVersions(base, planWith({ teeth: { 11: {}, 33: teeth[33], 28: {}, 18: {} } }));
    expect([found.teethAdded, found.teethGone, found.same]).toEqual([[18, 28], [12], false]);
  });
  it('of IPR: added, removed, more, earlier; divided amounts are equal', () => {
    const ipr = (...list: [string, number, number][]) =>
      planWith({ teeth, ipr: list.map(([contact, mm, before]) => ({ contact, mm, before })) });
    const of = (a: [string, number, number][], b: [string, number, number][]) =>
      comparePlanVersions(ipr(...a), ipr(...b)).ipr;
    expect(of([], [['12-11', 0.2, 3]])).toEqual([
      { contact: '12-11', before: null, now: 0.2, beforeStage: null, nowStage: 3 },
    ]);
    expect(of([['12-11', 0.2, 3]], [])).toMatchObject([{ before: 0.2, now: null }]);
    expect(of([['12-11', 0.2, 3]], [['12-11', 0.3, 3]])).toMatchObject([{ before: 0.2, now: 0.3 }]);
    expect(of([['12-11', 0.2, 3]], [['12-11', 0.2, 5]])).toMatchObject([{ beforeStage: 3, nowStage: 5 }]);
    expect(
      of(
        [['12-11', 0.3, 3]],
        [
          ['12-11', 0.1, 3],
          ['12-11', 0.2, 6],
        ],
      ),
    ).toEqual([]);
    const order = of(
      [],
      [
        ['41-31', 0.1, 1],
        ['11-21', 0.1, 1],
        ['14-13', 0.1, 1],
      ],
    ).map(r => r.contact);
    expect(order).toEqual(['14-13', '11-21', '41-31']);
  });
  it('of attachments: added, removed, moved, changed', () => {
    const on = (...list: ReturnType<typeof attachmentOn>[]) => planWith({ teeth, attachments: list });
    const of = (a: ReturnType<typeof attachmentOn>[], b: ReturnType<typeof attachmentOn>[]) =>
      comparePlanVersions(on(...a), on(...b)).attachments.map(d => [d.tooth, d.how]);
    const one = attachmentOn(33);
    expect(of([], [one])).toEqual([[33, 'added']]);
    expect(of([one], [])).toEqual([[33, 'removed']]);
    expect(of([one], [attachmentOn(33, { at: [0, 3, 0.5] })])).toEqual([[33, 'moved']]);
    expect(of([one], [attachmentOn(33, { from: 3 })])).toEqual([[33, 'moved']]);
    expect(of([one], [attachmentOn(33, { at: [0, 3, 0.05] })])).toEqual([]);
    expect(of([one], [attachmentOn(33, { type: 'ellipsoid' })])).toEqual([[33, 'changed']]);
    expect(of([one], [attachmentOn(33, { size: [2, 4, 1] })])).toEqual([[33, 'changed']]);
    expect(of([one], [attachmentOn(12)])).toEqual([
      [12, 'added'],
      [33, 'removed'],
    ]);
    // Two attachments on one tooth in another order: each is paired with the nearest.
    const two = attachmentOn(33, { at: [0, 3, 4] });
    expect(of([one, two], [two, one])).toEqual([]);
    expect(of([one, two], [two])).toEqual([[33, 'removed']]);
  });
});

describe('any two versions', () => {
  const mm = fc.double({ min: -2, max: 2, noNaN: true });
  const deg = fc.double({ min: -30, max: 30, noNaN: true });
  const goal = fc.record({ mesial: mm, buccal: mm, extrusion: mm, rotation: deg, tip: deg, torque: deg });
  it('the difference is reversed when the versions are exchanged', () => {
    fc.assert(
      fc.property(goal, goal, (a, b) => {
        const [one, other] = [planWith({ teeth: { 13: a, 46: b } }), planWith({ teeth: { 13: b, 46: a } })];
        const [there, back] = [comparePlanVersions(one, other), comparePlanVersions(other, one)];
        expect(there.same).toBe(back.same);
        for (const [i, tooth] of there.teeth.entries())
          for (const axis of movementAxes)
            expect(tooth.by[axis]).toBeCloseTo(-(back.teeth[i]?.by[axis] ?? Number.NaN), 9);
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});
