/** Special days as ranges: consecutive days with one name are one entry. Pure. */
import { addDays, daysBetween } from '#events/case/calendar.ts';
import type { SpecialDay } from '#events/desk/hours.ts';

export type DayRange = { first: string; last: string; works: boolean; name: string; days: SpecialDay[] };

/** @param days in calendar order */
export function groupDayRanges(days: readonly SpecialDay[]): DayRange[] {
  const ranges: DayRange[] = [];
  for (const one of days) {
    const open = ranges.at(-1);
    const goesOn =
      open && open.name === one.name && open.works === one.works && addDays(open.last, 1) === one.day;
    if (open && goesOn) {
      open.last = one.day;
      open.days.push(one);
    } else ranges.push({ first: one.day, last: one.day, works: one.works, name: one.name, days: [one] });
  }
  return ranges;
}

const longest = 31;

/** Every day from first to last; undefined for an invalid or too long range. */
export function listDaysInRange(first: string, last: string | null): string[] | undefined {
  const more = last === null ? 0 : daysBetween(first, last);
  if (more < 0 || more >= longest) return undefined;
  return Array.from({ length: more + 1 }, (_, i) => addDays(first, i));
}
