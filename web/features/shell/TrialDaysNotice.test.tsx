import { expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { trialDaysLeft } from './TrialDaysNotice.tsx';

const DAY = 86_400_000;
const begun = Date.UTC(2026, 10, 1);
const until = new Date(begun + limits.trialMs).toISOString();

test.each([
  [0, undefined],
  [20 * DAY - 1, undefined],
  [20 * DAY, 10],
  [28.5 * DAY, 2],
  [30 * DAY - 1, 1],
  [30 * DAY, undefined],
])('%d ms after registration the line counts %s days', (passed, days) => {
  expect(trialDaysLeft(until, begun + passed)).toBe(days);
});

test('an account without an end has no line', () => {
  expect(trialDaysLeft(null, begun)).toBeUndefined();
});
