/** Quiet hours: when a person wants nothing to ring, pop up or come by mail. Pure. */
import { addDays, dayIn } from '../case/calendar.ts';
import { weekdayOf } from '../desk/hours.ts';
import { type Span, spansOf } from '../desk/zone.ts';

export type Quiet = {
  /** Minutes since midnight, as the clock on the wall shows them; `to` is left out, and is the next day's where it is not later. */
  from: number;
  to: number;
  /** The days on which quiet begins, 0 Monday to 6 Sunday. */
  days: readonly number[];
  /** IANA name. */
  zone: string;
};

const midnight = 24 * 60;

/** The quiet that begins on a day. A clock that is put back shows a part twice: both are quiet. */
function quietOf({ from, to, days, zone }: Quiet, day: string): Span[] {
  if (!days.includes(weekdayOf(day))) return [];
  if (from < to) return spansOf(zone, day, { from, to });
  return [...spansOf(zone, day, { from, to: midnight }), ...spansOf(zone, addDays(day, 1), { from: 0, to })];
}

const endAt = (quiet: Quiet, at: number): number | undefined => {
  const today = dayIn(quiet.zone, at);
  const spans = [addDays(today, -1), today].flatMap(day => quietOf(quiet, day));
  return spans.find(({ from, to }) => from <= at && at < to)?.to;
};

/**
 * The moment at which the quiet ends in which `at` lies; null where it lies in none. One quiet that begins where
 * another ends is the same.
 * @param at milliseconds since 1970
 */
export function quietUntil(quiet: Quiet | null, at: number): number | null {
  if (!quiet) return null;
  let end = endAt(quiet, at);
  if (end === undefined) return null;
  for (let next = endAt(quiet, end); next !== undefined; next = endAt(quiet, end)) end = next;
  return end;
}
