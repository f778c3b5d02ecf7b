import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentOn, planWith } from '../testing/plans.ts';
import { planBundleSchema } from './bundle-schema.ts';
import type { RequestedChange } from './change.ts';
import { movementAxes, movementOf, unitOfAxis } from './movement.ts';
import { measureFulfilment, partlyMetShare, requestTolerances, verdictOnValue } from './requests.ts';

const rotate12: RequestedChange = {
  what: 'movement',
  tooth: 12,
  axis: 'rotation',
  kind: 'total',
  amount: 24,
};
const intrude33: RequestedChange = {
  what: 'movement',
  tooth: 33,
  axis: 'extrusion',
  kind: 'by',
  amount: -0.3,
};
const noIpr: RequestedChange = { what: 'ipr', contact: '11-21', mm: 0 };
const bond33: RequestedChange = { what: 'attachment', tooth: 33, on: true };

const first = planWith({
  teeth: { 11: {}, 12: { rotation: 10 }, 21: {}, 33: { extrusion: -0.5 } },
  ipr: [{ contact: '11-21', mm: 0.3, before: 4 }],
});
const second = (more: Partial<Parameters<typeof planWith>[0]> = {}) =>
  planWith({ teeth: { 11: {}, 12: {}, 21: {}, 33: {} }, ...more });

describe('measuring a request', () => {
  it.each([
    ['reached', 24, 'met'],
    ['reached within the tolerance', 23.1, 'met'],
    ['a little short', 22.9, 'partly'],
    ['a quarter of the way from 10 to 24', 13.6, 'partly'],
    ['less than a quarter of it', 13.4, 'not'],
    ['as before', 10, 'not'],
    ['the other way', -5, 'not'],
    ['a little too far', 27, 'partly'],
    ['much too far', 40, 'not'],
  ] as const)('a total rotation, %s: %d° is %s', (_words, rotation, verdict) => {
    const seen = measureFulfilment(rotate12, second({ teeth: { 12: { rotation } } }), first);
    expect(seen).toMatchObject({ verdict, wanted: 24, tolerance: 1, why: null });
    expect(seen.value).toBeCloseTo(rotation, 9);
    expect(seen.before).toBeCloseTo(10, 9);
  });
  it.each([
    [-0.8, 'met'],
    [-0.71, 'met'],
    [-0.6, 'partly'],
    [-0.5, 'not'],
    [-0.2, 'not'],
  ] as const)(
    'in addition to the earlier version: from 0.5 intruded by 0.3 more, %d mm is %s',
    (extrusion, verdict) => {
      const seen = measureFulfilment(intrude33, second({ teeth: { 33: { extrusion } } }), first);
      expect(seen.verdict).toBe(verdict);
      expect(seen.wanted).toBeCloseTo(-0.8, 9);
    },
  );
  it('by a stage, or at the end of a version that ends earlier', () => {
    const by12: RequestedChange = { ...rotate12, amount: 12, stage: 12 };
    expect(measureFulfilment(by12, second({ teeth: { 12: { rotation: 24 } } }), first).verdict).toBe('met');
    expect(measureFulfilment(by12, second({ teeth: { 12: { rotation: 12 } } }), first)).toMatchObject({
      verdict: 'not',
    });
    const shorter = second({ teeth: { 12: { rotation: 12 } }, upperStages: 8 });
    expect(measureFulfilment(by12, shorter, first).verdict).toBe('met');
  });
  it('sums the IPR at a contact', () => {
    const ipr = (...mm: number[]) =>
      second({ ipr: mm.map(one => ({ contact: '11-21', mm: one, before: 2 })) });
    expect(measureFulfilment(noIpr, ipr(), first)).toMatchObject({
      verdict: 'met',
      value: 0,
      before: 0.3,
    });
    expect(measureFulfilment(noIpr, ipr(0.2), first).verdict).toBe('partly');
    expect(measureFulfilment(noIpr, ipr(0.3), first).verdict).toBe('not');
    expect(measureFulfilment({ ...noIpr, mm: 0.4 }, ipr(0.2, 0.2), first)).toMatchObject({
      verdict: 'met',
      tolerance: 0.05,
    });
  });
  it('an attachment is present or not, never partly', () => {
    const bonded = second({ attachments: [attachmentOn(33), attachmentOn(33)] });
    expect(measureFulfilment(bond33, bonded, first)).toMatchObject({
      verdict: 'met',
      value: 1,
      before: 0,
    });
    expect(measureFulfilment(bond33, second(), first).verdict).toBe('not');
    expect(measureFulfilment({ ...bond33, on: false }, bonded, first).verdict).toBe('not');
    expect(measureFulfilment({ ...bond33, on: false }, second(), bonded).verdict).toBe('met');
  });
});

describe('requests that cannot be measured', () => {
  const nothing = { verdict: 'unmeasured', value: null, wanted: null, before: null, tolerance: null };
  it('give the reason', () => {
    expect(measureFulfilment(rotate12, null, first)).toEqual({ ...nothing, why: 'no-plan' });
    expect(measureFulfilment(intrude33, second(), null)).toEqual({ ...nothing, why: 'no-earlier' });
    expect(measureFulfilment(rotate12, second({ teeth: { 11: {} } }), first)).toEqual({
      ...nothing,
      why: 'tooth-absent',
    });
    expect(measureFulfilment(noIpr, second({ teeth: { 11: {} } }), first)).toEqual({
      ...nothing,
      why: 'tooth-absent',
    });
    const without = planWith({ teeth: { 11: {} } });
    expect(measureFulfilment(intrude33, second(), without)).toEqual({
      ...nothing,
      why: 'tooth-absent-earlier',
    });
  });
  it('a total without an earlier version is met or not, never partly', () => {
    const at = (rotation: number) =>
      measureFulfilment(rotate12, second({ teeth: { 12: { rotation } } }), null);
    expect([at(24).verdict, at(22).verdict]).toEqual(['met', 'not']);
    expect(at(22)).toMatchObject({ before: null, why: null });
  });
});

describe('the verdict', () => {
  const mm = fc.double({ min: -15, max: 15, noNaN: true });
  const rank = { met: 2, partly: 1, not: 0 };
  it('never gets worse as the value gets nearer', () => {
    fc.assert(
      fc.property(mm, mm, mm, mm, (before, wanted, a, b) => {
        const [near, far] = Math.abs(wanted - a) <= Math.abs(wanted - b) ? [a, b] : [b, a];
        const of = (value: number) => rank[verdictOnValue(value, wanted, before, requestTolerances.mm)];
        expect(of(near)).toBeGreaterThanOrEqual(of(far));
      }),
      { seed: 5 },
    );
  });
  it('is met exactly within the tolerance, and partly from a share of the way', () => {
    fc.assert(
      fc.property(mm, mm, mm, (before, wanted, value) => {
        const seen = verdictOnValue(value, wanted, before, requestTolerances.mm);
        const gap = Math.abs(wanted - value);
        if (Math.abs(gap - requestTolerances.mm) > 1e-6)
          expect(seen === 'met').toBe(gap < requestTolerances.mm);
        const gone = Math.abs(wanted - before) - gap;
        if (seen === 'partly')
          expect(gone).toBeGreaterThan(partlyMetShare * Math.abs(wanted - before) - 1e-6);
      }),
      { seed: 5 },
    );
  });
  it('is met at the edge of the tolerance despite rounding', () => {
    const edges: [number, number, number][] = [
      [0.8, 0.7, 0.1],
      [0.3, 0.2, 0.1],
      [1.1, 0.6, 0.5],
      [-0.8, -0.7, 0.1],
    ];
    for (const [value, wanted, tolerance] of edges)
      expect([value, wanted, verdictOnValue(value, wanted, null, tolerance)]).toEqual([value, wanted, 'met']);
  });
  it('is the same for a movement and its mirror image', () => {
    fc.assert(
      fc.property(mm, mm, mm, (before, wanted, value) => {
        expect(verdictOnValue(-value, -wanted, -before, 0.1)).toBe(
          verdictOnValue(value, wanted, before, 0.1),
        );
      }),
      { seed: 5 },
    );
  });
});

describe('the plans of these tests', () => {
  it('are valid plan.json and move as stated, in all quadrants', () => {
    const to = { mesial: 0.4, buccal: -0.3, extrusion: -0.2, rotation: 12, tip: -7, torque: 9 };
    const plan = planWith({ teeth: { 13: to, 24: to, 36: to, 47: to } });
    expect(planBundleSchema.safeParse(plan).error?.issues ?? []).toEqual([]);
    for (const tooth of plan.teeth) {
      const moved = movementOf(tooth, 0, 24);
      for (const axis of movementAxes) expect(moved[axis], `${tooth.fdi} ${axis}`).toBeCloseTo(to[axis], 9);
      expect(unitOfAxis('tip')).toBe('deg');
    }
  });
});
