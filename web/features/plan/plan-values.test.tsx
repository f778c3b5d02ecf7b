import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';
import { goalToothWidths } from '#events/plan/bolton.ts';
import { formatTenths } from '#web/case/plan-value-text.ts';
import type { Curve, Measure } from '#workers/measures/protocol.ts';
import { generatePlan, packPlan } from '#workers/teeth/plan.ts';
import review from '../../i18n/en/review.json' with { type: 'json' };
import { BoltonPanel } from './BoltonPanel.tsx';
import { checklistPointValues } from './checklist-values.ts';
import { OcclusalCurvesPanel } from './OcclusalCurvesPanel.tsx';

const i18n = createInstance();
await i18n.use(initReactI18next).init({
  lng: 'en',
  ns: ['review'],
  defaultNS: 'review',
  resources: { en: { review } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
const rendered = (node: ReactNode) =>
  renderToString(<I18nextProvider i18n={i18n}>{node}</I18nextProvider>).replaceAll('<!-- -->', '');
const t = i18n.getFixedT('en', 'review');

const curve = (
  measure: Measure,
  values: number[] | null,
  missing: Curve['missing'] = [],
): [Measure, Curve] => [measure, { measure, values, missing, origin: 'measured' }];
const curves = new Map([
  curve('overjet', [4.8, 3.1, 2.44]),
  curve('overbite', [3.9, 3, 2.1]),
  curve('midline', [-0.6, -0.4, -0.2]),
  curve('upperCanines', [32, 33, 33.6]),
  curve('lowerMolars', null, [46]),
]);
const bundleOf = (missing?: 46) =>
  packPlan(
    generatePlan(2, {
      look: 'crowding',
      upperStages: 8,
      lowerStages: 8,
      ...(missing && { missing: [missing] }),
    }),
    () => '0'.repeat(64),
    { teeth: new Uint8Array(12), coarse: new Uint8Array(12) },
  ).bundle;

test('tenths of a millimetre use a real minus sign and no negative zero', () => {
  expect([-0.26, -0.04, 0.04, 2.44].map(formatTenths)).toEqual(['−0.3', '0.0', '0.0', '2.4']);
});

test('the checklist shows the plan’s values at its goal, without unknown ones', () => {
  const bundle = bundleOf();
  const values = checklistPointValues(t, bundle, curves);
  expect(values).toMatchObject({ midline: '0.2 mm', overjet: '2.4 · 2.1 mm', archForm: '+1.6 mm' });
  expect(values).toMatchObject({ canine: 'R I · L I', molar: 'R I · L I' });
  expect(checklistPointValues(t, bundleOf(46)).molar).toBe('– · L I');
  expect(values.attachments).toBe(String(bundle.attachments.length));
  expect(Object.keys(checklistPointValues(t, bundle))).toEqual(['canine', 'molar', 'ipr', 'attachments']);
  expect(checklistPointValues(t, null, curves)).toEqual({});
});

test('the curves show start, current stage and goal, or the tooth that is missing for the measurement', () => {
  const html = rendered(<OcclusalCurvesPanel curves={curves} />);
  for (const value of ['4.8', '2.4', '−0.6', '33.6']) expect(html).toContain(value);
  expect(html).toContain('not without 46');
  expect(rendered(<OcclusalCurvesPanel curves={undefined} />)).toContain(review.measure.busy);
  expect(rendered(<OcclusalCurvesPanel curves={null} />)).toContain(review.measure.none);
});

test('Bolton analysis shows both ratios, or the missing teeth', () => {
  const html = rendered(<BoltonPanel bundle={bundleOf()} />);
  expect(html.match(/[789]\d\.\d %/g)).toHaveLength(2);
  expect(html).toContain('Norm 77.2 ± 1.65');
  expect(goalToothWidths(bundleOf()).size).toBe(28);
  expect(rendered(<BoltonPanel bundle={bundleOf(46)} />)).toContain('Overall: not without 46');
});
