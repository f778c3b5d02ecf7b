/** Arithmetic on calendar days (yyyy-mm-dd), independent of time zones. Only today's date needs a zone. */

const dayMs = 86_400_000;

/** Converts a day to the number of days since 1970-01-01. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);

/** The last day with a four-digit year. Later days would not sort as strings. */
const lastDay = dayNumber('9999-12-31');

export const dayOfNumber = (number: number): string =>
  new Date(Math.min(number, lastDay) * dayMs).toISOString().slice(0, 10);

/** Returns the day `days` after `day`; before it if negative. */
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days);

/** Returns the days from one day to another; negative if `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** Default time zone of an organisation. */
export const defaultZone = 'Asia/Shanghai';

/** True if the runtime knows this IANA zone name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Returns today's date in a time zone (IANA name). @param now milliseconds since 1970 */
export function dayInZone(zone: string, now: number): string {
  const part: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(now)) part[type] = value;
  return `${part.year}-${part.month}-${part.day}`;
}
