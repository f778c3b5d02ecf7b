import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt, stateOf } from '#events/testing/past.ts';
import { doctor } from '#events/testing/people.ts';
import { attachmentOn, planWith } from '#events/testing/plans.ts';
import { presentCase } from '#projections/case/present.ts';
import plan from '#web/i18n/en/plan.json' with { type: 'json' };
import review from '#web/i18n/en/review.json' with { type: 'json' };
import rx from '#web/i18n/en/rx.json' with { type: 'json' };
import { type MeasuredOcclusion, occlusionText } from './occlusion-text.ts';
import { reportContentOf } from './report.ts';

const words = createInstance();
await words.init({
  lng: 'en',
  resources: { en: { review, plan, rx } },
  interpolation: { escapeValue: false },
});
const row = stateOf(pastAt[Status.PrepareProduction]);
const view = presentCase(
  { id: row.caseId, row, position: 1n },
  {
    viewer: doctor,
    hidden: true,
    logId: 'log',
    person: id => ({ id, name: `(${id})`, position: 'Admin' }),
  },
  { find: () => undefined },
);

const reported = (bundle: ReturnType<typeof planWith> | null, occlusion: MeasuredOcclusion = null) => {
  const [first] = view?.plans ?? [];
  if (!view || !first) throw new Error('there is no plan');
  const report = reportContentOf({ view, plan: first, bundle, occlusion, t: words.t });
  return (name: string) => report.sections.find(s => s.name === name);
};

test('the report lists tasks by aligner; attachments worn to the end of the arch have no removal task', () => {
  const section = reported(
    planWith({
      teeth: { 33: {}, 12: {}, 11: {} },
      ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
      attachments: [attachmentOn(33, { from: 3, to: 20 }), attachmentOn(12, { from: 0, to: 20 })],
    }),
  );
  expect(section('todo')?.lines).toEqual([
    'Before aligner 1: Bond 12, Vertical rectangle',
    'Before aligner 3: IPR 12-11, 0.2 mm; Bond 33, Vertical rectangle',
    'After aligner 20: Take off 12, Vertical rectangle',
  ]);
});

test('the report’s table has only teeth that move, in chart order', () => {
  const section = reported(planWith({ teeth: { 46: { tip: -2 }, 33: {}, 21: { mesial: 0.25 } } }));
  expect(section('movements')?.table?.rows).toEqual([
    ['21', '0', '0', '+0.25', '0°', '0°', '0°'],
    ['46', '0', '0', '0', '0°', '−2.0°', '0°'],
  ]);
  expect(reported(planWith({ teeth: { 46: {} } }))('movements')).toMatchObject({
    lines: ['No tooth moves.'],
  });
});

test('the report without plan data says so and still lists the reviews', () => {
  const section = reported(null);
  expect(section('todo')?.lines).toEqual([review.report.noPlan]);
  expect(section('movements')?.table).toBeUndefined();
  const [submitted, byExpert, byDoctor] = section('reviews')?.lines ?? [];
  expect(submitted).toContain('v1 submitted: (p-technician)');
  expect(byExpert).toContain('Approved by the expert (professor): (p-expert)');
  expect(byDoctor).toContain('Approved by the doctor: (p-doctor)');
  expect(section('requests')?.lines).toEqual(['1. 12: rotate 24° to mesial in all: To do. 12 结束时仍扭转']);
  expect(section('comments')?.lines).toHaveLength(2);
  expect(section('checklist')).toMatchObject({ note: 'None.', lines: [] });
});

test('the report shows values from the plan data, and names what is missing for the others', () => {
  const bundle = planWith({
    teeth: { 13: {}, 43: {}, 16: {} },
    ipr: [
      { contact: '12-11', mm: 0.2, before: 3 },
      { contact: '11-21', mm: 0.15, before: 5 },
    ],
  });
  const [canine, molar, anterior, overall, ipr] = reported(bundle)('values')?.lines ?? [];
  // Without the lower width the canine class is unknown too.
  expect([canine, molar]).toEqual([
    'Canines, right and left: cannot be derived',
    'Molars, right and left: cannot be derived',
  ]);
  expect(anterior).toMatch(/^Bolton, Anterior: not without 13, 12/);
  expect(overall).toMatch(/^Bolton, Overall: not without 16, 15/);
  expect(ipr).toBe('IPR in all: 0.35 mm');
  const width = { mm: 7, origin: 'measured' as const };
  const wide = { ...bundle, teeth: bundle.teeth.map(tooth => ({ ...tooth, width })) };
  expect(reported(wide)('values')?.lines[0]).toMatch(/^Canines, right and left: R I{1,3} · –$/);
  expect(reported(null)('values')).toMatchObject({ lines: [review.report.noPlan] });
});

test('the report says that unlisted teeth do not move if some are listed', () => {
  const note = (teeth: Parameters<typeof planWith>[0]['teeth']) =>
    reported(planWith({ teeth }))('movements')?.note ?? '';
  expect(note({ 21: { mesial: 0.25 }, 22: {} })).toContain(review.report.unlisted);
  expect(note({ 22: {} })).toBe('');
  expect(reported(null)('movements')?.note).toBeUndefined();
});

test('the report shows the occlusion at the stages of its pictures and names missing teeth', () => {
  const jet = [4, 3.9, 3.5, 3.1, 2.64];
  const section = reported(planWith({ teeth: { 11: {} }, upperStages: 4, lowerStages: 0 }), [
    { measure: 'overjet', values: jet, missing: [] },
    { measure: 'lowerMidline', values: [0, 0, 0, 0.5, 0.96], missing: [] },
    { measure: 'upperMolars', values: null, missing: [16, 26] },
  ])('occlusion');
  expect(section?.table).toEqual({
    head: ['Measure', 'Start', 'Aligner 2', 'Goal', 'Change'],
    rows: [
      ['Overjet', '4.0', '3.5', '2.6', '−1.4'],
      ['Midline L', '0.0', '0.0', '1.0', '+1.0'],
    ],
  });
  expect(section?.lines).toEqual(['Width 16–26: not without 16, 26']);
});

test('the report says what is still being measured or failed; without a plan it shows no measurement', () => {
  const bundle = planWith({ teeth: { 11: {} } });
  expect(reported(bundle, null)('occlusion')?.lines).toEqual([review.measure.none]);
  expect(occlusionText(words.t, bundle, undefined).lines).toEqual([review.measure.busy]);
  expect(reported(null)('occlusion')).toBeUndefined();
});
