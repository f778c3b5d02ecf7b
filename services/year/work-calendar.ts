/**
 * Working time in Shanghai over a simulated year: the desk's hours without weekends and public holidays. It is
 * precomputed, because the general calculation of events/desk looks up the time zone for each day.
 */
import { dayNumber, dayOfNumber } from '#events/case/calendar.ts';
import { type DeskHours, defaultWeek, hoursOn, type SpecialDay, weekdayOf } from '#events/desk/hours.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Shanghai's offset from UTC, all year. */
const OFFSET = 8 * HOUR_MS;

export type WorkCalendar = {
  /** Returns the moment after some minutes of working time. */
  after(at: number, minutes: number): number;
  /** Returns the time itself; if it is at night, a time from 7 to 9 o'clock of the next morning. */
  awake(at: number, morning: number): number;
  /** True for a public holiday. */
  isHoliday(at: number): boolean;
};

/** Midnight at the beginning of a day, milliseconds since 1970. */
export const midnightOf = (day: string): number => dayNumber(day) * DAY_MS - OFFSET;
/** Returns the calendar day of a time in ms, yyyy-mm-dd. */
export const dayOfTime = (at: number): string => dayOfNumber(Math.floor((at + OFFSET) / DAY_MS));
/** The weekday of a moment: 0 Monday to 6 Sunday. */
export const weekdayAt = (at: number): number => weekdayOf(dayOfTime(at));

const NIGHT_ENDS = 7 * HOUR_MS;
const NIGHT_BEGINS = 23 * HOUR_MS;

/** @param holidays exceptions from the normal week, in the form of the service desk */
export function createWorkCalendar(
  from: string,
  days: number,
  holidays: readonly SpecialDay[],
): WorkCalendar {
  const hours: DeskHours = { zone: 'Asia/Shanghai', week: defaultWeek, days: holidays };
  const first = dayNumber(from);
  const closed = new Set(holidays.filter(day => !day.works).map(({ day }) => dayNumber(day)));
  /** Opening time of each working day, and the minutes worked before it. */
  const openings: number[] = [];
  const before: number[] = [];
  let sum = 0;
  for (let i = 0; i < days; i++) {
    const open = hoursOn(hours, dayOfNumber(first + i));
    if (!open) continue;
    openings.push((first + i) * DAY_MS - OFFSET + open.from * MINUTE_MS);
    before.push(sum);
    sum += open.to - open.from;
  }
  before.push(sum);

  /** Returns the index of the last entry that is not above a value; -1 if there is none. */
  const lastUpTo = (list: readonly number[], value: number) => {
    let [low, high] = [-1, list.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((list[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const workedUntil = (at: number) => {
    const i = lastUpTo(openings, at);
    const [open, worked, next] = [openings[i] ?? at, before[i] ?? 0, before[i + 1] ?? 0];
    return Math.min(worked + (at - open) / MINUTE_MS, next);
  };

  return {
    after: (at, minutes) => {
      const until = workedUntil(at) + Math.max(minutes, 0.1);
      // A time exactly at the end of a day's work belongs to the last minute of that day.
      const i = Math.max(0, lastUpTo(before, until - 1e-6));
      return Math.round((openings[i] ?? at) + (until - (before[i] ?? 0)) * MINUTE_MS);
    },
    awake: (at, morning) => {
      const start = Math.floor((at + OFFSET) / DAY_MS) * DAY_MS - OFFSET;
      const clock = at - start;
      if (clock < NIGHT_ENDS) return start + NIGHT_ENDS + morning * 2 * HOUR_MS;
      return clock < NIGHT_BEGINS ? at : start + DAY_MS + NIGHT_ENDS + morning * 2 * HOUR_MS;
    },
    isHoliday: at => closed.has(Math.floor((at + OFFSET) / DAY_MS)),
  };
}
