import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { findStagesOverCap } from '#events/plan/velocity.ts';
import en from '#web/i18n/en/viewer.json' with { type: 'json' };
import { screenStore } from '#web/lib/screen-store.ts';
import { generatePlan } from '#workers/teeth/plan.ts';
import { axesFasterThanPrescribed, MovementTable } from './MovementTable.tsx';
import { shownStageAtom } from './viewer-state.ts';

const { draft } = generatePlan(1, { look: 'crowding', upperStages: 10, lowerStages: 10 });

afterEach(() => screenStore.set(shownStageAtom, 0));

it('the movement table marks the axes on which a tooth exceeds the caps at any aligner of the span', () => {
  const caps = { step: 0.1, angle: 1 };
  const over = findStagesOverCap(draft, caps);
  expect(over.length).toBeGreaterThan(0);
  for (const tooth of draft.teeth)
    for (const [from, to] of [
      [0, 0],
      [0, 10],
      [4, 5],
    ] as const) {
      const due = over.filter(({ fdi, stage }) => fdi === tooth.fdi && stage > from && stage <= to);
      expect(axesFasterThanPrescribed(tooth, from, to, caps)).toEqual(
        new Set(due.flatMap(({ axes }) => axes)),
      );
    }
  const [tooth] = draft.teeth;
  if (tooth) expect(axesFasterThanPrescribed(tooth, 0, 10, { step: null, angle: null }).size).toBe(0);
});

const words = createInstance();
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['viewer'],
  defaultNS: 'viewer',
  resources: { en: { viewer: en } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
const shownAt = (stage: number) => {
  screenStore.set(shownStageAtom, stage);
  const bundle = { ...draft, parts: { teeth: part, coarse: part } };
  const html = renderToString(
    <I18nextProvider i18n={words}>
      <MovementTable bundle={bundle} />
    </I18nextProvider>,
  );
  const [title = ''] = html.match(/(?<=<h2[^>]*>)[^<]*/) ?? [];
  return { title, numbers: html.match(/<tbody>.*<\/tbody>/)?.[0] };
};
const part = { sha256: '0'.repeat(64), bytes: 1 };

it('the movement table shows and announces the movement from the start to the goal', () => {
  const [start, goal] = [shownAt(0), shownAt(10)];
  expect(start.numbers).toContain('<td');
  expect(start.numbers).toBe(goal.numbers);
  expect([start.title, goal.title]).toEqual([en.movedWhole, en.moved]);
  expect(shownAt(4).numbers).not.toBe(goal.numbers);
});
