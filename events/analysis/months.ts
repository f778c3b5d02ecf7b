/** Calendar months in UTC, as `2026-04`. The track has a file for each. */

/** Pattern of a month from 2000 to 2999. */
export const monthPattern = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/** Returns the month of a time in ms. */
const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** Returns the first moment of a month, in ms. */
export const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);

/** Returns the month after a month. */
export function nextMonth(month: string): string {
  const start = new Date(monthStart(month));
  return monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

/** Returns the months from one to another, both included; none if the first is later. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/**
 * Returns the month whose track file has the moves at a time. A file ends with the first moment of the next month, so
 * that moment belongs to the earlier month.
 */
export const trackFileMonthAt = (ms: number): string => monthOf(Math.ceil(ms / 1000) * 1000 - 1);
