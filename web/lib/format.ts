/** Dates and times as text. Tables use YYYY-MM-DD in both languages. */
import { dayNumber, dayOfNumber, isTimeZone } from '#events/case/calendar.ts';

let zone = 'UTC';

/**
 * Sets the reader's time zone for all functions of this module. The server sets it right before it renders a
 * page:
 * rendering is synchronous, so no other request can change the zone in between.
 */
export function setTimeZone(timeZone: string): void {
  zone = isTimeZone(timeZone) ? timeZone : 'UTC';
}

export const currentTimeZone = (): string => zone;

type When = string | number;
const ms = (when: When) => (typeof when === 'number' ? when : Date.parse(when));

const formats = new Map<string, Intl.DateTimeFormat>();

function parts(when: When): Record<string, string> {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(ms(when)).map(({ type, value }) => [type, value]));
}

/** `2026-11-20` */
export function dayOf(when: When): string {
  const { year, month, day } = parts(when);
  return `${year}-${month}-${day}`;
}

/** `10:42` */
export function timeOf(when: When): string {
  const { hour, minute } = parts(when);
  return `${hour}:${minute}`;
}

/** `2026-11-20 10:42` */
export const formatMoment = (when: When): string => `${dayOf(when)} ${timeOf(when)}`;

/** `2026-11-20 10:42 (UTC+8)`: for readers in another time zone than the writer. */
export function formatZonedMoment(when: When): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(ms(when)).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return `${formatMoment(when)} (${offset.replace('GMT', 'UTC')})`;
}

/** 0 to 23 */
export const hourOf = (when: When): number => Number(parts(when).hour);

/** `20 November 2026`, `2026年11月20日`: for prose. */
export function formatLongDay(when: When, lang: string): string {
  const locale = lang === 'en' ? 'en-GB' : lang;
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(ms(when));
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "25 Nov", 11月25日. @param day yyyy-mm-dd, without a time zone */
export const formatShortDay = (day: string, lang: string): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** `2 min. ago`, `3天前`; "now" below one minute. */
export function formatRelativeTime(when: When, now: number, lang: string): string {
  const seconds = (ms(when) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** Age in whole years. @param birthDate yyyy-mm-dd */
export function ageInYears(birthDate: string, now: When): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const today = parts(now);
  const had = Number(today.month) > month || (Number(today.month) === month && Number(today.day) >= day);
  return Number(today.year) - year - (had ? 0 : 1);
}

/** Age for a birth date that is being typed; undefined for an incomplete or future date. */
export function ageFromTypedDate(birthDate: string | undefined, now: When): number | undefined {
  const isDay = birthDate && /^\d{4}-\d{2}-\d{2}$/.test(birthDate);
  // Rejects dates that do not exist, such as 30 February.
  const age = isDay && dayOfNumber(dayNumber(birthDate)) === birthDate ? ageInYears(birthDate, now) : -1;
  return age < 0 ? undefined : age;
}

/** `4.2 MB` */
export function formatFileSize(bytes: number, lang: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = units[at] ?? 'byte';
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: at > 1 ? 1 : 0,
  }).format(bytes / 1000 ** at);
}
