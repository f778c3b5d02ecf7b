import { expect, test } from 'vitest';
import { retentionEndOf } from './keeping.ts';

const changedAt = (...days: string[]) => days.map(day => ({ updatedAt: `${day}T08:00:00.000Z` }));

test.each([
  ['the newest change counts', changedAt('2024-05-01', '2026-11-20', '2025-01-01'), 15, '2041-11-20'],
  ['29 February', changedAt('2024-02-29'), 1, '2025-03-01'],
])('a record is kept so many years: %s', (_, states, years, day) => {
  expect(retentionEndOf(states, years)).toBe(`${day}T08:00:00.000Z`);
});

test('a record is kept without end if no years are set', () => {
  expect(retentionEndOf(changedAt('2024-05-01'), null)).toBeNull();
});
