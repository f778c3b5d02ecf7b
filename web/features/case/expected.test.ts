import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { createTranslator } from '../../../infra/testing/translations.ts';
import { expectedStepText } from './ExpectedSteps.tsx';

const say = (lang: 'en' | 'zh-CN') => {
  const read = createTranslator(lang, 'caseDetail');
  return ((key: string, values: Record<string, string>) =>
    read(key.replace('caseDetail:', ''), values)) as unknown as TFunction;
};
const plan = { step: 'designed' as const, by: { half: '2026-11-25', most: '2026-11-26' } };

it('an expected step has one sentence with the likely and the latest date', () => {
  expect(expectedStepText(plan, say('en'), 'en')).toBe('Plan: likely 25 Nov, latest 26 Nov');
  expect(expectedStepText(plan, say('zh-CN'), 'zh-CN')).toBe('方案：预计 11月25日，最晚 11月26日');
});
it('an expected step has one date if both are equal, and none if there are too few similar cases', () => {
  const same = { ...plan, by: { half: '2026-11-25', most: '2026-11-25' } };
  expect(expectedStepText(same, say('en'), 'en')).toBe('Plan: likely 25 Nov');
  expect(expectedStepText({ ...plan, by: null }, say('en'), 'en')).toBe(
    'Plan: too few similar cases for a date',
  );
});
it('an expected step says which of its dates is not known yet', () => {
  const likely = { ...plan, by: { half: '2026-11-25', most: null } };
  expect(expectedStepText(likely, say('en'), 'en')).toBe(
    'Plan: likely 25 Nov; the latest date is not known yet',
  );
  expect(expectedStepText(likely, say('zh-CN'), 'zh-CN')).toBe('方案：预计 11月25日，最晚日期暂无法估计');
  const unknown = { ...plan, by: { half: null, most: null } };
  expect(expectedStepText(unknown, say('en'), 'en')).toMatch(/^Plan: not known yet/);
  expect(expectedStepText(unknown, say('zh-CN'), 'zh-CN')).toMatch(/^方案：暂无法估计/);
});
