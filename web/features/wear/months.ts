/** Months in calendar layout: weeks from Monday, dates as yyyy-mm-dd. Pure. */
import { addDays, dayNumber } from '#events/case/calendar.ts';

/** 1970-01-01 was a Thursday; Monday is 0. */
const weekday = (day: string) => (dayNumber(day) + 3) % 7;

const nextMonth = (first: string): string => `${addDays(first, 31).slice(0, 7)}-01`;

export type CalendarMonth = { first: string; weeks: (string | null)[][] };

function monthOf(first: string): CalendarMonth {
  const length = dayNumber(nextMonth(first)) - dayNumber(first);
  const before: null[] = Array.from({ length: weekday(first) }, () => null);
  const cells = [...before, ...Array.from({ length }, (_, i) => addDays(first, i))];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) =>
    Array.from({ length: 7 }, (_cell, at) => cells[i * 7 + at] ?? null),
  );
  return { first, weeks };
}

/** Returns `count` months, starting with the month of `day`. */
export function calendarMonthsFrom(day: string, count: number): CalendarMonth[] {
  const months = [monthOf(`${day.slice(0, 7)}-01`)];
  while (months.length < count) months.push(monthOf(nextMonth(months.at(-1)?.first ?? day)));
  return months;
}

/** A Monday, for deriving the names of weekdays. */
export const anyMonday = '1970-01-05';
