import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Status, statusCodes, statuses, statusesInPhase, statusWord } from '#events/case/status.ts';
import { createTranslator } from '../../../infra/testing/translations.ts';
import { captionKey, progressSteps } from './progress.ts';

const stepNow = (lang: 'en' | 'zh-CN'): { at: Record<string, string> } =>
  JSON.parse(readFileSync(new URL(`../../i18n/${lang}/caseDetail.json`, import.meta.url), 'utf8')).stepNow;

const captions = (lang: 'en' | 'zh-CN', own = false) => {
  const read = createTranslator(lang, 'caseDetail');
  const at = statusCodes.flatMap((status): [Status, string][] => {
    const step = progressSteps[statuses[status].step];
    return step ? [[status, read(`stepNow.${captionKey(step, statusWord(status, own))}`)]] : [];
  });
  return Object.fromEntries(at) as Partial<Record<Status, string>>;
};

it('the caption of a step follows the status, also if several statuses lead to one step', () => {
  expect(captions('zh-CN')).toMatchObject({
    12: '处理中',
    13: '设计中',
    21: '待分配',
    26: '阶段调整中',
    27: '模型处理中',
  });
  expect(captions('en')).toMatchObject({ 13: 'under way', 21: 'to distribute', 28: 'target in review' });
});
it('the captions of statuses are those that the table of statuses names', () => {
  const own = statusCodes.filter(status => statuses[status].ownCaption);
  const words = own.flatMap(status => [true, false].map(isOwner => statusWord(status, isOwner)));
  const keys = words.map(word => word.replace('.', '_'));
  for (const lang of ['en', 'zh-CN'] as const)
    expect(Object.keys(stepNow(lang).at).sort()).toEqual([...new Set(keys)].sort());
});
it('two statuses of production never have the same caption', () => {
  const shown = captions('en');
  const inProduction = statusesInPhase('production').map(status => shown[status]);
  expect(new Set(inProduction).size).toBe(inProduction.length);
});
it('the caption tells the owner of a target under review only that the target is being designed', () => {
  expect(captions('zh-CN', true)[Status.TargetAwaitingExpert]).toBe('目标位设计中');
});
