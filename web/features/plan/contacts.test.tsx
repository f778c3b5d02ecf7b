import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';
import type { Collision, ContactReport, StageContacts } from '#events/plan/contacts.ts';
import { acknowledgedPointText } from '#web/features/review/red-items.ts';
import { chosenToothAtom, shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { createTranslator as wordsOf } from '../../../infra/testing/translations.ts';
import { checklistPointValues } from './checklist-values.ts';
import { collisionRedItems, formatHundredths, toothPairText } from './contact-text.ts';
import { ToothContactsPanel } from './ToothContactsPanel.tsx';

const i18n = createInstance();
const load = async (lang: 'en' | 'zh-CN') => ({
  review: (await import(`../../i18n/${lang}/review.json`)).default,
});
await i18n.use(initReactI18next).init({
  lng: 'en',
  ns: ['review'],
  defaultNS: 'review',
  resources: { en: await load('en'), 'zh-CN': await load('zh-CN') },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
const rendered = (node: ReactNode) =>
  renderToString(<I18nextProvider i18n={i18n}>{node}</I18nextProvider>).replaceAll('<!-- -->', '');
const t = i18n.getFixedT('en', 'review');
const en = wordsOf('en', 'review');

const beside = (a: Collision['teeth'][0], b: Collision['teeth'][0], mm: number): Collision => ({
  kind: 'neighbour',
  teeth: [a, b],
  mm,
});
const bite: Collision = { kind: 'opposing', teeth: [13, 43], mm: 0.08 };
const stage = (collisions: Collision[], more: Partial<StageContacts> = {}): StageContacts => ({
  collisions,
  ipr: [],
  gaps: [],
  occlusal: [],
  ...more,
});
const report: ContactReport = {
  stages: [
    stage([]),
    stage([beside(12, 11, 0.12)]),
    stage([beside(12, 11, 0.29), bite], {
      ipr: [{ teeth: [12, 11], planned: 0.2, overlap: 0.49, missing: 0.29 }],
      gaps: [{ teeth: [22, 23], mm: 0.34, opened: 0.2 }],
      occlusal: [
        [16, 46],
        [26, 36],
      ],
    }),
    stage([]),
  ],
  origin: 'measured',
};

test('the contacts panel shows current and deepest collisions, and their aligners', () => {
  screenStore.set(shownStageAtom, 1);
  const html = rendered(<ToothContactsPanel contacts={report} onSeen={() => {}} />);
  expect(html).toContain(en('contacts.note').replace('{{stage}}', '1'));
  expect(html).toContain('12-11');
  expect(html).toMatch(/0\.12.*0\.29.*1–2/s);
  expect(html).toContain('aria-label="13/43, show aligner 2"');
  expect(html).toContain(en('contacts.noIpr'));
});

test('the contacts panel shows IPR, open contacts and occlusion at the displayed stage', () => {
  screenStore.set(shownStageAtom, 2);
  screenStore.set(chosenToothAtom, 11);
  const html = rendered(<ToothContactsPanel contacts={report} onSeen={() => {}} />);
  expect(html).toMatch(/0\.20.*0\.49.*0\.29/s);
  expect(html).toContain('22-23 0.3 (+0.2)');
  expect(html).toContain('16/46');
  expect(html.match(/data-chosen/g)).toHaveLength(1);
  screenStore.set(chosenToothAtom, null);
});

test('the contacts panel shows a running and a failed measurement, and the absence of collisions', () => {
  expect(rendered(<ToothContactsPanel contacts={undefined} onSeen={() => {}} />)).toContain('<progress');
  expect(rendered(<ToothContactsPanel contacts={null} onSeen={() => {}} />)).toContain(en('contacts.none'));
  const clear = rendered(
    <ToothContactsPanel contacts={{ stages: [stage([])], origin: 'measured' }} onSeen={() => {}} />,
  );
  expect(clear).toContain('more than 0.05 mm');
  expect(clear).not.toContain('<table');
});

test('each colliding pair is acknowledged, and a failed measurement as such', () => {
  expect(collisionRedItems(report, true, t)).toEqual([
    {
      key: 'collision:12-11:1:29',
      text: '12-11 collide, 0.29 mm beyond the planned IPR, aligners 1–2',
    },
    {
      key: 'collision:13-43:2:8',
      text: '13/43 collide, 0.08 mm deep, aligner 2',
    },
  ]);
  // The record names the acknowledged collision and where it was measured.
  expect(acknowledgedPointText(t, 'collision:12-11:1:29')).toBe(
    'collision 12-11 0.29 mm from aligner 1, measured in the reviewer’s browser',
  );
  expect(acknowledgedPointText(t, 'contacts:unmeasured')).toBe(en('acknowledged.contacts'));
  expect(acknowledgedPointText(t, 'velocity:13:4')).toBe('13 faster than prescribed from aligner 4');
  expect(acknowledgedPointText(t, 'comment:2')).toBe('comment:2');
  expect(collisionRedItems(null, true, t).map(({ key }) => key)).toEqual(['contacts:unmeasured']);
  expect(collisionRedItems(null, false, t)).toEqual([]);
  expect(collisionRedItems(undefined, true, t)).toEqual([]);
});

test('the checklist shows the number of collisions and the deepest one', () => {
  const bundle = { teeth: [], attachments: [], ipr: [], upperStages: 3, lowerStages: 3 };
  const value = (contacts: ContactReport | null) =>
    // Cast: the test object has only the fields that are read.
    checklistPointValues(t, bundle as never, null, contacts).contacts;
  expect(value(report)).toBe('2 · 0.29 mm');
  expect(value({ stages: [stage([])], origin: 'measured' })).toBe(en('contacts.clear'));
  expect(value(null)).toBeUndefined();
  expect([formatHundredths(0.125), toothPairText([13, 43], 'opposing')]).toEqual(['0.13', '13/43']);
});
