/** Opening hours of a service desk: by weekday, holidays, and worked weekend days. Pure. */
import { addDays, dayInZone, dayNumber } from '../case/calendar.ts';
import { spansOfDayPart, type TimeSpan } from './zone.ts';

/** Opening hours of a day, in minutes since midnight; `to` is exclusive. */
export type DayHours = { from: number; to: number };

export type SpecialDay = { day: string; works: boolean; name: string };

export type DeskHours = {
  /** Time zone (IANA name). */
  zone: string;
  /** Hours from Monday to Sunday; null if closed. */
  week: readonly (DayHours | null)[];
  /** Exceptions by date (yyyy-mm-dd): holidays and worked weekend days. */
  days: readonly SpecialDay[];
};

const office: DayHours = { from: 9 * 60, to: 18 * 60 };

/** Default opening hours: Monday to Friday, 9:00-18:00. */
export const defaultWeek: readonly (DayHours | null)[] = [office, office, office, office, office, null, null];

/** Days ahead to search for an opening. A desk without any for two years never opens. */
const farthest = 731;
const minute = 60_000;

/** Returns the weekday, 0 Monday to 6 Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: string): number => (((dayNumber(day) + 3) % 7) + 7) % 7;

/** Returns the hours of a day; null if closed. A worked weekend day has the hours of the week's first open day. */
export function hoursOn({ week, days }: DeskHours, day: string): DayHours | null {
  const usual = week[weekdayOf(day)] ?? null;
  const special = days.find(one => one.day === day);
  if (!special) return usual;
  return special.works ? (usual ?? week.find(hours => hours !== null) ?? office) : null;
}

function* openings(hours: DeskHours, at: number): Generator<TimeSpan> {
  const first = addDays(dayInZone(hours.zone, at), -1);
  for (let i = 0; i <= farthest; i++) {
    const day = addDays(first, i);
    const open = hoursOn(hours, day);
    if (!open) continue;
    for (const { from, to } of spansOfDayPart(hours.zone, day, open))
      if (to > at) yield { from: Math.max(from, at), to };
  }
}

/** True if the desk is open at a moment. @param at milliseconds since 1970 */
export function isDeskOpen(hours: DeskHours, at: number): boolean {
  const day = dayInZone(hours.zone, at);
  const open = hoursOn(hours, day);
  return open !== null && spansOfDayPart(hours.zone, day, open).some(({ from, to }) => from <= at && at < to);
}

/** Returns the first open moment at or after `at`; null if there is none. */
export function nextOpening(hours: DeskHours, at: number): number | null {
  for (const { from } of openings(hours, at)) return from;
  return null;
}

/** Returns the next closing time; null if the desk is closed at `at`. */
export function nextClosing(hours: DeskHours, at: number): number | null {
  for (const { from, to } of openings(hours, at)) return from === at ? to : null;
  return null;
}

/** Returns the moment after the given minutes of open time; null if the desk never opens for that long. */
export function addOpenMinutes(hours: DeskHours, at: number, minutes: number): number | null {
  let left = minutes * minute;
  for (const { from, to } of openings(hours, at)) {
    if (left <= to - from) return from + left;
    left -= to - from;
  }
  return null;
}

/** Returns the open time between two moments in whole minutes; 0 if `to` is not later. */
export function openMinutesBetween(hours: DeskHours, at: number, to: number): number {
  let sum = 0;
  for (const span of openings(hours, at)) {
    if (span.from >= to) break;
    sum += Math.min(span.to, to) - span.from;
  }
  return Math.floor(sum / minute);
}
