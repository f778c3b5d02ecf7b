/** How the wear card names a patient's wear. */
import { expect, test } from 'vitest';
import { wearAt } from '#events/wear/wear.ts';
import { saysState, standingOf } from './standing.ts';

const wear = { start: '2025-03-01', stage: 1, days: 7, holds: [], longer: {}, changes: [] };
const limits = { total: { upper: 3, lower: 3 }, received: { upper: 2, lower: 2 } };
const on = (day: string) => standingOf(wearAt(wear, limits, day));

test('does not call a patient on time while an aligner is missing', () => {
  const worn = on('2025-03-04');
  expect(worn.mark).toBe('worn');
  expect(saysState(worn, 0)).toBe(true);
  expect(saysState(worn, 1)).toBe(false);
});

test('still says that a patient waits for aligners, whatever is missing', () => {
  const waiting = on('2025-03-20');
  expect(waiting.mark).toBe('waiting');
  expect(saysState(waiting, 1)).toBe(true);
});
