/** Tests of the wear card's state. */
import { expect, test } from 'vitest';
import { wearAt } from '#events/wear/wear-calendar.ts';
import { isWearStateShown, wearStateDisplay } from './wear-state-display.ts';

const wear = { start: '2025-03-01', stage: 1, days: 7, holds: [], longer: {}, changes: [] };
const limits = { total: { upper: 3, lower: 3 }, received: { upper: 2, lower: 2 } };
const on = (day: string) => wearStateDisplay(wearAt(wear, limits, day));

test('a patient with a missing aligner is not called on time', () => {
  const worn = on('2025-03-04');
  expect(worn.mark).toBe('worn');
  expect(isWearStateShown(worn, 0)).toBe(true);
  expect(isWearStateShown(worn, 1)).toBe(false);
});

test('a patient without aligners is shown as waiting, whatever is missing', () => {
  const waiting = on('2025-03-20');
  expect(waiting.mark).toBe('waiting');
  expect(isWearStateShown(waiting, 1)).toBe(true);
});
