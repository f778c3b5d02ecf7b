/** The bars of the strip: counts of days, joined into ranges so that the bars fit. Pure. */
import { addDays, daysBetween } from '#events/case/calendar.ts';

export type DayRangeCount = { from: string; to: string; count: number };
type DayCount = { day: string; count: number };

/** Maximum number of bars. */
const MOST_BINS = 240;

/**
 * Joins days into ranges of equal length, from the first day with events to the last.
 * @param days in order, without days that have no events
 */
export function joinDayCounts(days: readonly DayCount[], most = MOST_BINS): DayRangeCount[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const all = daysBetween(first.day, last.day) + 1;
  const size = Math.ceil(all / most);
  const bins = Array.from({ length: Math.ceil(all / size) }, (_, i): DayRangeCount => {
    const from = addDays(first.day, i * size);
    return { from, to: addDays(from, size - 1), count: 0 };
  });
  for (const { day, count } of days) {
    const bin = bins[Math.floor(daysBetween(first.day, day) / size)];
    if (bin) bin.count += count;
  }
  return bins;
}

/** Index of the bar with this day, or of the nearest bar for a day outside. -1 without bars. */
export function indexOfDay(bins: readonly DayRangeCount[], day: string): number {
  const found = bins.findLastIndex(bin => bin.from <= day);
  return bins.length === 0 ? -1 : Math.max(0, found);
}

/** Levels of the heat: 0 for none, up to `MAX_HEAT_LEVEL` for the most. */
export const MAX_HEAT_LEVEL = 5;

/** The level grows with the square root of the count, so that quiet times stay visible beside busy ones. */
export const heatLevel = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / Math.max(1, most)) * MAX_HEAT_LEVEL));
