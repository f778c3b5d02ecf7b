/**
 * Answer clock: a question should be answered within about two hours of open time. Computed on reading, not
 * stored as an event.
 */
import { addDays, dayInZone, daysBetween } from '../case/calendar.ts';
import { addOpenMinutes, type DeskHours, isDeskOpen, openMinutesBetween, weekdayOf } from './hours.ts';

/** Open minutes within which an answer is due. */
export const openMinutesToAnswer = 120;
/** Open minutes before the deadline from which a question is urgent. */
const soonMinutes = 30;

type ClockState = 'fresh' | 'soon' | 'over';

export type AnswerClock = {
  state: ClockState;
  /** Deadline of the answer, milliseconds since 1970; null if the desk never opens. */
  dueAt: number | null;
  /** Open minutes left, and open minutes past the deadline. */
  left: number;
  over: number;
  /** Time by which a message sent now is answered, if the desk is closed; null while it is open. */
  expectedAt: number | null;
};

/** Computes the answer clock. @param waitingSince arrival of the oldest unanswered message, ms since 1970 */
export function computeAnswerClock({
  waitingSince,
  now,
  hours,
}: {
  waitingSince: number;
  now: number;
  hours: DeskHours;
}): AnswerClock {
  const dueAt = addOpenMinutes(hours, waitingSince, openMinutesToAnswer);
  const expectedAt = isDeskOpen(hours, now) ? null : addOpenMinutes(hours, now, openMinutesToAnswer);
  if (dueAt === null) return { state: 'fresh', dueAt, left: openMinutesToAnswer, over: 0, expectedAt };
  const left = openMinutesBetween(hours, now, dueAt);
  const over = openMinutesBetween(hours, dueAt, now);
  const state = now >= dueAt ? 'over' : left <= soonMinutes ? 'soon' : 'fresh';
  return { state, dueAt, left, over, expectedAt };
}

/** Name of a day relative to today: today, tomorrow, a weekday within a week, otherwise the date. */
export type RelativeDay =
  | { word: 'today' | 'tomorrow' }
  /** Weekday, 0 Monday to 6 Sunday. */
  | { word: 'weekday'; weekday: number }
  | { word: 'date'; day: string };

/** Names the day of the moment `at`, relative to `now`, in a time zone. */
export function relativeDayOf(zone: string, now: number, at: number): RelativeDay {
  const [today, day] = [dayInZone(zone, now), dayInZone(zone, at)];
  if (day === today) return { word: 'today' };
  if (day === addDays(today, 1)) return { word: 'tomorrow' };
  const ahead = daysBetween(today, day);
  return ahead > 0 && ahead < 7 ? { word: 'weekday', weekday: weekdayOf(day) } : { word: 'date', day };
}
