/** Calendar days, yyyy-mm-dd, counted without any time zone: a day is a day. */

const dayMs = 86_400_000;

/** Days since 1970-01-01. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);

export const dayOfNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** The day that lies `days` after `day`; before it where they are negative. */
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days);

/** Days from one day to another; negative where `to` lies before `from`. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
