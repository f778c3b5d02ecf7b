import { expect, test } from 'vitest';
import { addDays } from '#events/case/calendar.ts';
import { anyMonday, calendarMonthsFrom } from './months.ts';

test('a month has each of its days once, under its weekday', () => {
  const [february, march] = calendarMonthsFrom('2028-02-17', 2);
  expect(february?.weeks.flat().filter(day => day !== null)).toEqual(
    Array.from({ length: 29 }, (_, i) => addDays('2028-02-01', i)),
  );
  for (const month of [february, march])
    for (const week of month?.weeks ?? [])
      week.forEach((day, at) => {
        if (day) expect([day, new Date(`${day}T00:00Z`).getUTCDay()]).toEqual([day, (at + 1) % 7]);
      });
  expect(march?.first).toBe('2028-03-01');
});

test('months continue across the end of a year', () => {
  expect(calendarMonthsFrom('2026-11-20', 4).map(month => month.first)).toEqual([
    ...['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01'],
  ]);
  expect(new Date(`${anyMonday}T00:00Z`).getUTCDay()).toBe(1);
});
