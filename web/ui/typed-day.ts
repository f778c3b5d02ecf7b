/** The digits typed into a date field's segments: whether an entry may go on, and whether its day exists. Pure. */

export type DayParts = { year: number; month: number; day: number };

const two = (n: number) => String(n).padStart(2, '0');

/** `YYYY-MM-DD`, also of a day that does not exist. */
export const isoOf = ({ year, month, day }: DayParts): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** Days of a month, leap years counted. */
const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

export const exists = ({ year, month, day }: DayParts): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);

/** The parts of a text of this form; null of any other text. */
export function partsOf(iso: string | null | undefined): DayParts | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso ?? '') ?? [];
  return year && month && day ? { year: Number(year), month: Number(month), day: Number(day) } : null;
}

/** The last day of the month in place of a day that it does not have. */
export const withinMonth = (parts: DayParts): DayParts => ({
  ...parts,
  day: Math.min(parts.day, daysIn(parts.year, parts.month)),
});

/** True while another digit may follow: `3` of a day may become 31, `4` may not become more. */
export const goesOn = (digits: string, max: number): boolean =>
  digits !== '' && digits.length < String(max).length && Number(`${digits}0`) <= max;

/** A day of a month as people say it, with its year where that decides whether it exists. */
export function dayInWords({ year, month, day }: DayParts, locale: string): string {
  const leap = month === 2 && day === 29;
  if (locale.startsWith('zh')) return `${leap ? `${year} 年 ` : ''}${month} 月 ${day} 日`;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, month - 1, 1),
  );
  return `${day} ${name}${leap ? ` ${year}` : ''}`;
}
