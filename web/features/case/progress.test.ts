import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Status, statusCodes, statuses, statusesInPhase, statusWord } from '#events/case/status.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import { createTranslator } from '../../../infra/testing/translations.ts';
import { caseProgressStepsAt, historyUpToVersion, progressSteps, stepCaptionKey } from './progress.ts';

const stepNow = (lang: 'en' | 'zh-CN'): { at: Record<string, string> } =>
  JSON.parse(readFileSync(new URL(`../../i18n/${lang}/caseDetail.json`, import.meta.url), 'utf8')).stepNow;

const captions = (lang: 'en' | 'zh-CN', own = false) => {
  const read = createTranslator(lang, 'caseDetail');
  const at = statusCodes.flatMap((status): [Status, string][] => {
    const step = progressSteps[statuses[status].step];
    return step ? [[status, read(`stepNow.${stepCaptionKey(step, statusWord(status, own))}`)]] : [];
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
it('a step of a past version has the time that it had then, not that of a later plan', () => {
  const [first, second] = ['2026-06-14T03:00:00.000Z', '2026-06-23T03:00:00.000Z'];
  // A plan with only the fields that the steps read.
  const plan = (revision: number, at: string) =>
    ({ type: 'PlanSubmitted', revision, at, by: { id: 'u1' }, facts: {} }) as unknown as HistoryItem;
  const history = [plan(4, first), plan(9, second)];
  const designed = (asOf: string | null) =>
    caseProgressStepsAt(Status.PlanAwaitingDoctor, historyUpToVersion(history, { asOf, revision: 7 })).find(
      ({ id }) => id === 'designed',
    )?.at;
  expect(designed(first)).toBe(first);
  expect(designed(null)).toBe(second);
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
