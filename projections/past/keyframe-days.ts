/** Decides which days keep their keyframe: all of the last fortnight, then Mondays, then firsts of a month. */

export const DAY_MS = 86_400_000;
/** Days back. */
const EVERY_DAY = 14;
const EVERY_WEEK = 70;
const MONDAY = 1;

/** Milliseconds since 1970 of the UTC day's beginning. */
export const dayStart = (time: number): number => time - (time % DAY_MS);

/**
 * Whether the keyframe at the beginning of a UTC day is kept.
 * @param day its beginning, as `dayStart` returns it
 */
export function isKeyframeDay(day: number, now: number): boolean {
  const age = (dayStart(now) - day) / DAY_MS;
  if (age < 0) return false;
  const date = new Date(day);
  return age <= EVERY_DAY || (age <= EVERY_WEEK && date.getUTCDay() === MONDAY) || date.getUTCDate() === 1;
}
