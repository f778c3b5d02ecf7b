import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import en from '#web/i18n/en/case.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/case.json' with { type: 'json' };
import { stageText } from './stage-text.ts';

const words = createInstance();
await words.init({ lng: 'en', resources: { en: { case: en }, 'zh-CN': { case: zh } } });

test.each([
  [0, 'plans', 'start', '初始'],
  [8, 'plans', 'aligner 8', '第 8 副'],
  [0, 'targets', 'start', '初始'],
  [1, 'targets', 'goal', '目标位'],
] as const)('the text for stage %i of %s', (stage, list, english, chinese) => {
  expect(stageText(words.getFixedT('en'), stage, list)).toBe(english);
  expect(stageText(words.getFixedT('zh-CN'), stage, list)).toBe(chinese);
});
