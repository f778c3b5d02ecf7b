import { expect, test } from 'vitest';
import { isOtherMoment } from './basis-moment.ts';

test('a report has a basis line of its own as of another day, not while the screen loads or moves', () => {
  const now = '2026-11-20T08:00:10.000Z';
  expect(isOtherMoment('2026-11-19T15:59:00.000Z', now)).toBe(true);
  expect(isOtherMoment('2026-11-20T08:00:00.000Z', now)).toBe(false);
  expect(isOtherMoment(now, undefined)).toBe(false);
  expect(isOtherMoment(null, null)).toBe(false);
});
