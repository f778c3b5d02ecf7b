import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { planWith } from '#events/testing/plans.ts';
import en from '#web/i18n/en/viewer.json' with { type: 'json' };
import { screenStore } from '#web/lib/screen-store.ts';
import { PlanAsText } from './PlanAsText.tsx';
import { shownStageAtom } from './viewer-state.ts';

afterEach(() => screenStore.set(shownStageAtom, 0));

const words = createInstance();
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['viewer'],
  defaultNS: 'viewer',
  resources: { en: { viewer: en } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
const plan = planWith({ teeth: { 14: { mesial: 2 }, 36: { mesial: 2 } }, upperStages: 10, lowerStages: 10 });
const spans: Record<number, { from?: number; to?: number }> = { 14: { to: 4 }, 36: { from: 3 } };
const bundle = { ...plan, teeth: plan.teeth.map(tooth => ({ ...tooth, ...spans[tooth.fdi] })) };
const linesAt = (stage: number) => {
  screenStore.set(shownStageAtom, stage);
  const html = renderToString(
    <I18nextProvider i18n={words}>
      <PlanAsText bundle={bundle} />
    </I18nextProvider>,
  );
  return [...html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text);
};

it('the plan’s text describes an extracted or unerupted tooth as absent, without movement', () => {
  expect([0, 4, 5].map(linesAt)).toEqual([
    ['Tooth 36: not there yet, it comes with aligner 3.'],
    [expect.stringContaining('Tooth 14: '), expect.stringContaining('Tooth 36: ')],
    ['Tooth 14: gone from aligner 5 on.', expect.stringContaining('Tooth 36: ')],
  ]);
});
