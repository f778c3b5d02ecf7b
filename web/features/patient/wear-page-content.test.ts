/** The texts of the patient's page on a date. */
import { expect, test } from 'vitest';
import type { SharedWearFacts } from '#events/share/facts.ts';
import en from '../../i18n/en/wearPage.json' with { type: 'json' };
import zh from '../../i18n/zh-CN/wearPage.json' with { type: 'json' };
import { createTranslator } from './translator.ts';
import { dayFormatter, wearPageContentOn } from './wear-page-content.ts';

const say = createTranslator('en', en);
const worn: Omit<SharedWearFacts, 'missed'> = {
  wear: { start: '2025-03-01', stage: 1, days: 7, holds: [], longer: {}, changes: [] },
  limits: { total: { upper: 10, lower: 8 }, received: { upper: 10, lower: 8 } },
  takes: true,
  refined: false,
};
const on = (day: string, takes: boolean) =>
  wearPageContentOn({ ...worn, takes }, day, say, dayFormatter('en'));

test('an ended treatment has one sentence, without changes, dates and questions', () => {
  expect(on('2025-03-04', true)).toMatchObject({
    headline: 'Change to aligner 2 in 4 days',
    ended: false,
  });
  expect(on('2025-03-04', true).coming).toHaveLength(9);
  for (const day of ['2025-03-04', '2025-03-08', '2026-03-01'])
    expect(on(day, false)).toMatchObject({
      headline: en.ended,
      day: null,
      advice: null,
      asks: false,
      change: null,
      coming: [],
      ended: true,
    });
});

test('a case in refinement has its own sentence and no change', () => {
  const shown = wearPageContentOn({ ...worn, refined: true }, '2025-03-08', say, dayFormatter('en'));
  expect(shown).toMatchObject({ headline: en.refined, ended: true, change: null, coming: [], asks: false });
  const over = wearPageContentOn(
    { ...worn, takes: false, refined: true },
    '2025-03-08',
    say,
    dayFormatter('en'),
  );
  expect(over.headline).toBe(en.ended);
});

test('a Chinese headline has days and aligner in the right places', () => {
  const at = (day: string) =>
    wearPageContentOn({ ...worn, takes: true }, day, createTranslator('zh-CN', zh), dayFormatter('zh-CN'))
      .headline;
  expect(at('2025-03-04')).toBe('4 天后更换第 2 副');
  expect(at('2025-03-08')).toBe('今天更换第 2 副');
});

test('a Chinese date separates its weekday by a space', () => {
  expect(dayFormatter('zh-CN')('2026-12-01')).toBe('12月1日 星期二');
});
