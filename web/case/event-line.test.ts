import { expect, it } from 'vitest';
import type { HistoryItem } from '#projections/history/item.ts';
import { groupConsecutiveFiles } from './event-line.ts';

const event = (revision: number, type: HistoryItem['type'], by: string): HistoryItem => ({
  id: `C:${revision}`,
  caseId: 'C',
  revision,
  position: `${revision}`,
  type,
  at: '2026-11-24T06:56:00Z',
  by: { id: by, name: by, position: 'Doctor' },
  to: null,
  statusWord: null,
  note: null,
  reasons: [],
  facts: {},
  patientName: '',
});

it('consecutive files added by one person are folded into one line; other events are not', () => {
  const history = [
    event(6, 'CaseSubmitted', 'd'),
    event(5, 'FileAttached', 'd'),
    event(4, 'FileAttached', 'd'),
    event(3, 'FileAttached', 'a'),
    event(2, 'FileRemoved', 'a'),
    event(1, 'FileAttached', 'a'),
  ];
  const lines = groupConsecutiveFiles(history).map(({ item, files }) => [item.revision, files]);
  expect(lines).toEqual([
    [6, 0],
    [5, 2],
    [3, 1],
    [2, 0],
    [1, 1],
  ]);
});
