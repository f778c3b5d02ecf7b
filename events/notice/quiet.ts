/** Quiet hours, during which nothing rings, pops up or is mailed. Pure. */
import { addDays, dayInZone } from '../case/calendar.ts';
import { weekdayOf } from '../desk/hours.ts';
import { spansOfDayPart, type TimeSpan } from '../desk/zone.ts';

export type QuietHoursSetting = {
  /** Start and end in wall-clock minutes since midnight. `to` is exclusive, and on the next day if not later than `from`. */
  from: number;
  to: number;
  /** Weekdays on which quiet begins, 0 Monday to 6 Sunday. */
  days: readonly number[];
  /** Time zone (IANA name). */
  zone: string;
};

const midnight = 24 * 60;

/** The quiet spans that begin on a day. If the clock is put back, the repeated part is quiet twice. */
function quietOf({ from, to, days, zone }: QuietHoursSetting, day: string): TimeSpan[] {
  if (!days.includes(weekdayOf(day))) return [];
  if (from < to) return spansOfDayPart(zone, day, { from, to });
  return [
    ...spansOfDayPart(zone, day, { from, to: midnight }),
    ...spansOfDayPart(zone, addDays(day, 1), { from: 0, to }),
  ];
}

const endAt = (quiet: QuietHoursSetting, at: number): number | undefined => {
  const today = dayInZone(quiet.zone, at);
  const spans = [addDays(today, -1), today].flatMap(day => quietOf(quiet, day));
  return spans.find(({ from, to }) => from <= at && at < to)?.to;
};

/**
 * Returns the end of the quiet hours that contain `at`; null if there are none. Adjoining spans count as one.
 * @param at milliseconds since 1970
 */
export function quietUntil(quiet: QuietHoursSetting | null, at: number): number | null {
  if (!quiet) return null;
  let end = endAt(quiet, at);
  if (end === undefined) return null;
  for (let next = endAt(quiet, end); next !== undefined; next = endAt(quiet, end)) end = next;
  return end;
}
