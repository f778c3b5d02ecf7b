import { expect, test } from 'vitest';
import { type DeskHours, defaultWeek, openMinutesBetween } from './hours.ts';
import { createOpenMsBetween } from './open-time.ts';

const hours: DeskHours = {
  zone: 'Europe/Berlin',
  week: defaultWeek,
  days: [
    { day: '2026-05-01', works: false, name: 'Labour Day' },
    { day: '2026-05-02', works: true, name: 'worked' },
  ],
};
const minute = 60_000;
const start = Date.parse('2026-03-20T00:00:00Z');

test('equals the walk over the days, in any order of questions and across a change of the clock', () => {
  const openTime = createOpenMsBetween(hours);
  let seed = 7;
  const next = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  for (let i = 0; i < 500; i++) {
    const from = start + next(100 * 1440) * minute;
    const to = from + next(30 * 1440) * minute;
    expect(openTime(from, to) / minute).toBe(openMinutesBetween(hours, from, to));
  }
  expect(openTime(start + minute, start)).toBe(0);
});

test('counts parts of a minute', () => {
  const open = Date.parse('2026-03-23T09:00:00+01:00');
  expect(createOpenMsBetween(hours)(open - 5000, open + 1500)).toBe(1500);
});
