import { expect, it } from 'vitest';
import type { HistoryItem } from '#projections/history/item.ts';
import { newestEventPerCase } from './Feed.tsx';

const line = (id: string, caseId: string, type = 'RemarksChanged') =>
  ({ id, caseId, type, at: `2026-11-23T10:0${id}:00Z` }) as unknown as HistoryItem;

it('the feed shows the newest event per case, with the number of earlier ones', () => {
  const items = [line('5', 'AAAAAA'), line('4', 'BBBBBB'), line('3', 'AAAAAA'), line('2', 'AAAAAA')];
  expect(newestEventPerCase(items).map(({ item, earlier }) => [item.id, earlier])).toEqual([
    ['5', 2],
    ['4', 0],
  ]);
});
it('the feed omits events of editing a draft', () => {
  expect(newestEventPerCase([line('1', 'AAAAAA', 'SectionSaved')])).toEqual([]);
});
