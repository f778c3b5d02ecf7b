/**
 * Digits typed into the segments of a date field: whether more digits may follow, and whether the date
 * exists. Pure.
 */

export type DayParts = { year: number; month: number; day: number };

const two = (n: number) => String(n).padStart(2, '0');

/** `YYYY-MM-DD`, also for an impossible date. */
export const formatIsoDay = ({ year, month, day }: DayParts): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** Number of days in a month, including leap years. */
const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

export const isExistingDay = ({ year, month, day }: DayParts): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);

/** Parses `YYYY-MM-DD`; null for other text. */
export function parseDayParts(iso: string | null | undefined): DayParts | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso ?? '') ?? [];
  return year && month && day ? { year: Number(year), month: Number(month), day: Number(day) } : null;
}

/** Replaces an impossible day by the last day of its month. */
export const clampToMonth = (parts: DayParts): DayParts => ({
  ...parts,
  day: Math.min(parts.day, daysIn(parts.year, parts.month)),
});

/** Whether another digit may follow: a day `3` may become 31, a day `4` is complete. */
export const acceptsMoreDigits = (digits: string, max: number): boolean =>
  digits !== '' && digits.length < String(max).length && Number(`${digits}0`) <= max;

/** Day and month as text, with the year for 29 February. */
export function dayInWords({ year, month, day }: DayParts, locale: string): string {
  const leap = month === 2 && day === 29;
  if (locale.startsWith('zh')) return `${leap ? `${year} 年 ` : ''}${month} 月 ${day} 日`;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, month - 1, 1),
  );
  return `${day} ${name}${leap ? ` ${year}` : ''}`;
}
