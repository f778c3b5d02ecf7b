/** How long whoever wrote may wait: about two hours of open time. Worked out on reading; no event says it. */
import { addDays, dayIn, daysBetween } from '../case/calendar.ts';
import { addWorking, type Hours, isOpen, weekdayOf, workingBetween } from './hours.ts';

/** Open minutes within which an answer is due. */
export const answerMinutes = 120;
/** Open minutes before it is due from which on it is urgent. */
export const soonMinutes = 30;

export type ClockState = 'fresh' | 'soon' | 'over';

export type AnswerClock = {
  state: ClockState;
  /** Milliseconds since 1970; null where the desk never opens. */
  dueAt: number | null;
  /** Open minutes that are left, and those that have passed since it was due. */
  left: number;
  over: number;
  /** When an answer is to be expected by who writes now, outside the hours; null within them. */
  expectedAt: number | null;
};

/** @param waitingSince when the oldest message without an answer came. Times in milliseconds since 1970 */
export function answerClock({
  waitingSince,
  now,
  hours,
}: {
  waitingSince: number;
  now: number;
  hours: Hours;
}): AnswerClock {
  const dueAt = addWorking(hours, waitingSince, answerMinutes);
  const expectedAt = isOpen(hours, now) ? null : addWorking(hours, now, answerMinutes);
  if (dueAt === null) return { state: 'fresh', dueAt, left: answerMinutes, over: 0, expectedAt };
  const left = workingBetween(hours, now, dueAt);
  const over = workingBetween(hours, dueAt, now);
  const state = now >= dueAt ? 'over' : left <= soonMinutes ? 'soon' : 'fresh';
  return { state, dueAt, left, over, expectedAt };
}

/** How a day is called from another one: today, tomorrow, its weekday within a week, then its date. */
export type DayWord =
  | { word: 'today' | 'tomorrow' }
  /** 0 Monday to 6 Sunday. */
  | { word: 'weekday'; weekday: number }
  | { word: 'date'; day: string };

/** @param at the moment that is told of. Days are those of `zone` */
export function dayWord(zone: string, now: number, at: number): DayWord {
  const [today, day] = [dayIn(zone, now), dayIn(zone, at)];
  if (day === today) return { word: 'today' };
  if (day === addDays(today, 1)) return { word: 'tomorrow' };
  const ahead = daysBetween(today, day);
  return ahead > 0 && ahead < 7 ? { word: 'weekday', weekday: weekdayOf(day) } : { word: 'date', day };
}
