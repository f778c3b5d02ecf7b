/** The clock of a simulated year. */
import { dayInZone } from '#events/case/calendar.ts';
import { dayOfTime } from './work-calendar.ts';

export type YearClock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as events store it. */
  at(): string;
  /** Today in a time zone, yyyy-mm-dd. Default: Shanghai's. */
  today(zone?: string): string;
  set(to: number): void;
};

export function createYearClock(start: number): YearClock {
  let now = start;
  let at = new Date(start).toISOString();
  return {
    now: () => now,
    at: () => at,
    // The general calculation is slow, and most organisations are in one zone.
    today: zone => (zone === undefined || zone === 'Asia/Shanghai' ? dayOfTime(now) : dayInZone(zone, now)),
    set: to => {
      now = to;
      at = new Date(to).toISOString();
    },
  };
}
