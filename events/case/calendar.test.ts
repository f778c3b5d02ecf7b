import { expect, test } from 'vitest';
import { addDays, daysBetween } from './calendar.ts';

test('addDays stops at 9999-12-31, so that dates still sort as strings', () => {
  expect(addDays('9999-12-30', 1)).toBe('9999-12-31');
  for (const days of [1, 7, 400_000]) expect(addDays('9999-12-31', days)).toBe('9999-12-31');
  expect(addDays('9999-12-31', 7) > '2026-11-22').toBe(true);
  expect(daysBetween('2026-11-22', addDays('9999-12-31', 7))).toBe(daysBetween('2026-11-22', '9999-12-31'));
});
