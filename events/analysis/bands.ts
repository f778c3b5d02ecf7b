/** Bands in which analysts read personal measures. Pure. */

/** Width of an age band, and the age from which all are one band, in years. */
const WIDTH = 5;
const OLDEST = 80;

/** Whole years between two days (yyyy-mm-dd). */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/**
 * Returns the band of an age: `25-29`, `80+`. Null without a birth date, or for one after the day.
 * @param day yyyy-mm-dd
 */
export function ageBandOn(day: string, birthDate: string | undefined): string | null {
  if (birthDate === undefined || birthDate > day) return null;
  const years = yearsBetween(birthDate, day);
  if (years >= OLDEST) return `${OLDEST}+`;
  const from = years - (years % WIDTH);
  return `${from}-${from + WIDTH - 1}`;
}
