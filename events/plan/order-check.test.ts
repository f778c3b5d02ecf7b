import { describe, expect, test } from 'vitest';
import { attachmentOn, planWith } from '../testing/plans.ts';
import { type Fdi, positionFromMidline, TEETH } from '../tooth/fdi.ts';
import type { PlanBundle } from './bundle.ts';
import type { Movement } from './movement.ts';
import { findOrderDeviations, type OrderSections } from './order-check.ts';
import { numbersPerPose } from './pose.ts';
import { compareTeeth } from './same-teeth.ts';

type Moves = Partial<Record<Fdi, Partial<Movement>>>;
const all = TEETH.filter(tooth => positionFromMidline(tooth) < 8);

/** A plan of 28 teeth except the given absent ones, with the given movements. */
function plan(moves: Moves = {}, more: Partial<PlanBundle> = {}, gone: readonly Fdi[] = []): PlanBundle {
  const still = all.filter(tooth => !gone.includes(tooth)).map(tooth => [tooth, {}]);
  const { teeth: _, ...rest } = more;
  return planWith({ teeth: { ...Object.fromEntries(still), ...moves }, ...rest });
}
const ipr = (contact: string, mm: number, before = 1) => ({ contact, mm, before });
const found = (bundle: PlanBundle, order: OrderSections) => findOrderDeviations(bundle, order);

describe('an open point of the order is never a finding', () => {
  test.each<[string, OrderSections]>([
    ['nothing is shown', {}],
    ['nothing is marked', { markers: {} }],
    ['IPR is left to the designer', { markers: {}, prescription: { ipr: 'yes' } }],
    ['IPR is not sure', { markers: {}, prescription: { ipr: 'not-sure' } }],
  ])('if %s', (_, order) => {
    const bundle = plan(
      { 11: { rotation: 30 } },
      { ipr: [ipr('11-21', 0.5)], attachments: [attachmentOn(13)] },
    );
    expect(found(bundle, order)).toEqual([]);
  });
});

describe('a locked tooth', () => {
  const order = { markers: { noMove: [17, 27] } };
  test.each<[string, Partial<Movement>, boolean]>([
    ['no movement', {}, false],
    ['a movement of a tenth of a millimetre', { mesial: 0.099 }, false],
    ['a larger movement', { mesial: 0.12 }, true],
    ['movements along two axes', { mesial: 0.08, buccal: 0.08 }, true],
    ['a rotation of one degree', { tip: 0.99 }, false],
    ['a larger rotation', { rotation: 1.2 }, true],
  ])('with %s is judged by the tolerance', (_, move, red) => {
    expect(found(plan({ 17: move }), order).map(one => one.kind)).toEqual(red ? ['locked'] : []);
  });

  test('reports the longest way and the first stage; a movement back and forth counts', () => {
    const bundle = plan({ 27: { mesial: 2.16 } });
    expect(found(bundle, order)).toEqual([
      { kind: 'locked', tooth: 27, mm: expect.closeTo(2.16, 9), deg: 0, stage: 2 },
    ]);
    const poses = bundle.teeth.find(({ fdi }) => fdi === 27)?.poses ?? [];
    poses.splice(24 * numbersPerPose, numbersPerPose, ...poses.slice(0, numbersPerPose));
    expect(found(bundle, order)).toMatchObject([{ tooth: 27, mm: expect.closeTo(2.07, 9) }]);
  });
});

describe('present and absent teeth', () => {
  test('extracted but present at the goal, missing but present, absent but not ordered', () => {
    const bundle = plan({}, {}, [24, 45]);
    const markers = { extract: [14, 24], missing: [36], reserveSpace: [45] };
    expect(found(bundle, { markers })).toEqual([
      { kind: 'extracted', teeth: [14], how: 'stays' },
      { kind: 'extracted', teeth: [36], how: 'there' },
    ]);
    expect(found(plan({}, {}, [24, 25, 14, 45]), { markers: { extract: [24] } })).toEqual([
      { kind: 'extracted', teeth: [14, 25], how: 'gone' },
      { kind: 'extracted', teeth: [45], how: 'gone' },
    ]);
    expect(found(bundle, { markers: { extract: [24] } })).toEqual([
      { kind: 'extracted', teeth: [45], how: 'gone' },
    ]);
  });

  test('third molars and an unplanned arch are not reported as absent', () => {
    const upper = plan(
      {},
      {},
      all.filter(tooth => tooth > 30),
    );
    expect(found(upper, { markers: {} })).toEqual([]);
  });
});

describe('the IPR check', () => {
  const markers = { ipr: [{ contact: '11-21', mm: 0.3 }, { contact: '41-31' }] };
  const asOrdered = [ipr('11-21', 0.3), ipr('41-31', 0.5)];
  test.each<[string, PlanBundle['ipr'], OrderSections, string[]]>([
    ['as ordered', asOrdered, { markers }, []],
    ['more than ordered, within the tolerance', [ipr('11-21', 0.35), ipr('41-31', 0.1)], { markers }, []],
    ['less than ordered, within the tolerance', [ipr('11-21', 0.25), ipr('41-31', 0.1)], { markers }, []],
    [
      'more than ordered in total',
      [ipr('11-21', 0.2, 1), ipr('11-21', 0.2, 5), ipr('41-31', 0.1)],
      { markers },
      ['11-21 0.4 0.3'],
    ],
    ['IPR at a contact without an order', [...asOrdered, ipr('12-11', 0.05)], { markers }, ['12-11 0.05 0']],
    [
      'IPR although the order forbids IPR',
      [ipr('32-33', 0.2)],
      { markers: {}, prescription: { ipr: 'no' } },
      ['32-33 0.2 0'],
    ],
    ['less than ordered', [ipr('11-21', 0.2), ipr('41-31', 0.5)], { markers }, ['11-21 0.2 0.3']],
    ['ordered IPR that is not planned', [], { markers }, ['11-21 0 0.3', '41-31 0 null']],
    ['ordered IPR at an absent tooth', [], { markers: { ipr: [{ contact: '18-17', mm: 0.2 }] } }, []],
  ])('is right for %s', (_, planned, order, wanted) => {
    const lines = found(plan({}, { ipr: planned }), order).map(one =>
      one.kind === 'ipr' ? `${one.contact} ${one.planned} ${one.ordered}` : one.kind,
    );
    expect(lines).toEqual(wanted);
  });
});

test('attachments on teeth that must have none: once a tooth', () => {
  const bundle = plan(
    {},
    { attachments: [attachmentOn(11), attachmentOn(11, { from: 5 }), attachmentOn(13)] },
  );
  expect(found(bundle, { markers: { noAttachment: [11, 21] } })).toEqual([{ kind: 'attachment', tooth: 11 }]);
});

describe('the check of the molar class', () => {
  /** First molars of both rows, 10 mm wide, the upper ones `mm` to mesial of the lower. */
  const molars = (start: number, goal: number): PlanBundle => {
    const bundle = plan({ 16: { mesial: goal - start }, 26: { mesial: goal - start } });
    for (const tooth of bundle.teeth) {
      tooth.width = { mm: 10, origin: 'measured' };
      if (tooth.fdi !== 16 && tooth.fdi !== 26) continue;
      for (let at = 2; at < tooth.poses.length; at += numbersPerPose)
        tooth.poses[at] = (tooth.poses[at] ?? 0) + start;
    }
    return bundle;
  };
  const keep = { molarAdjustment: 'keep' } as const;
  const neutral = { molarRight: 'neutral', molarLeft: 'distal' } as const;
  test.each<[string, number, number, OrderSections, string[]]>([
    ['no order', 0, 5, { prescription: {} }, []],
    ['molars ordered to be kept, and kept', 5, 5, { prescription: keep }, []],
    ['molars ordered to be kept, but moved', 5, 0, { prescription: keep }, ['right II I', 'left II I']],
    ['molars ordered neutral, and ending neutral', 5, 0, { prescription: neutral }, []],
    ['molars ordered neutral, but ending in class II', 0, 5, { prescription: neutral }, ['right I II']],
    [
      'molars ordered to be moved by an open amount',
      0,
      5,
      { prescription: { ...neutral, molarAdjustment: 'elastics' } },
      [],
    ],
  ])('is right for %s', (_, start, goal, order, wanted) => {
    const lines = found(molars(start, goal), order).map(one =>
      one.kind === 'class' ? `${one.side} ${one.ordered} ${one.planned}` : one.kind,
    );
    expect(lines).toEqual(wanted);
  });

  test("premolars extracted in the upper arch only leave the molars a premolar's width apart", () => {
    const order: OrderSections = { prescription: neutral, markers: { extract: [14] } };
    const bundle = molars(0, 5);
    const planned = { ...bundle, teeth: bundle.teeth.filter(({ fdi }) => fdi !== 14) };
    expect(found(planned, order)).toEqual([]);
  });
});

describe('whether two versions have the same teeth', () => {
  const wide = (bundle: PlanBundle, mm: number): PlanBundle => ({
    ...bundle,
    teeth: bundle.teeth.map(tooth => ({ ...tooth, width: { mm, origin: 'measured' as const } })),
  });
  const differing = (a: PlanBundle, b: PlanBundle) => compareTeeth(a, b).differ.map(({ tooth }) => tooth);
  test('teeth that move differently are the same', () => {
    expect(differing(plan({ 11: { tip: 5 } }), plan({ 13: { mesial: 4 } }))).toEqual([]);
    expect(differing(wide(plan(), 8), wide(plan(), 8.3))).toEqual([]);
    expect(differing(wide(plan(), 8), plan())).toEqual([]);
  });
  test('other widths or other positions at the start differ, with their distance', () => {
    expect(differing(wide(plan(), 8), wide(plan(), 8.4))).toEqual(all);
    const moved = plan();
    const first = moved.teeth.find(({ fdi }) => fdi === 21);
    if (first) first.poses[0] = (first.poses[0] ?? 0) + 0.31;
    const { differ } = compareTeeth(plan(), moved);
    expect(differ).toEqual([{ tooth: 21, mm: expect.closeTo(0.31, 6) }]);
  });
  test('a tooth in only one version is gone or added, not evidence of another mouth', () => {
    expect(compareTeeth(plan(), plan({}, {}, [14]))).toEqual({ differ: [], gone: [14], added: [] });
    expect(compareTeeth(plan({}, {}, [14]), plan())).toEqual({ differ: [], gone: [], added: [14] });
  });
});
