/** A past moment as typed: a day and a time in the reader's zone. */
import { parseDateTime, toZoned } from '@internationalized/date';
import { currentTimeZone, dayOf, timeOf } from '#web/lib/format.ts';

export type TypedMoment = { day: string; time: string };

/** @param at ISO time */
export const typedMomentOf = (at: string): TypedMoment => ({ day: dayOf(at), time: timeOf(at) });

/** The ISO time of a day (YYYY-MM-DD) and a time (h:mm); undefined if they are none. */
export function parseTypedMoment(day: string, time: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:：](\d{2})$/.exec(time.trim()) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined;
  try {
    const local = parseDateTime(`${day}T${hour.padStart(2, '0')}:${minute}`);
    return toZoned(local, currentTimeZone()).toDate().toISOString();
  } catch {
    // A day that does not exist.
    return undefined;
  }
}

const DAY_MS = 86_400_000;

/** The moment some days later, or earlier. @param at ISO time */
export const addDaysToMoment = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY_MS).toISOString();
