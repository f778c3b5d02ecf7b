/** Seconds, weekdays and lengths as text. Apart from `format.ts`, which is part of every page's first script. */
import { currentTimeZone, formatMoment } from './format.ts';

const weekdays = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

/** `2026-11-20 10:42:07`. Every zone is at whole minutes from UTC. @param at ms */
export const formatSecond = (at: number): string =>
  `${formatMoment(at)}:${new Date(at).toISOString().slice(17, 19)}`;

/** `Sat`, `周六` @param at ms */
export function formatShortWeekday(at: number, lang: string): string {
  const timeZone = currentTimeZone();
  const key = `${lang} ${timeZone}`;
  const format = weekdays.get(key) ?? new Intl.DateTimeFormat(lang, { timeZone, weekday: 'short' });
  weekdays.set(key, format);
  return format.format(at);
}

const durationUnits = [
  ['day', 86_400_000, 2],
  ['hour', 3_600_000, 1],
  ['minute', 60_000, 0],
] as const;

/** `21 days`, `29 小时`: whole units. Days from two days on, hours from one hour on. @param duration ms */
export function formatDuration(duration: number, lang: string): string {
  const [unit, size] = durationUnits.find(([, size, least]) => duration >= least * size) ?? durationUnits[2];
  const key = `${lang} ${unit}`;
  const format =
    numbers.get(key) ?? new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' });
  numbers.set(key, format);
  // Chinese formats have no space, all other texts of the product do.
  return format.format(Math.floor(duration / size)).replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}
