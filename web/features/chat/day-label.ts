/** The date label above a day's messages: today, yesterday, or the date. */

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** @param day yyyy-mm-dd @param today yyyy-mm-dd in the reader's time zone */
export function dayLabel(day: string, today: string, lang: string): string {
  const away = Math.round((at(day) - at(today)) / dayMs);
  if (away === 0 || away === -1) {
    const word = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(away, 'day');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(at(day));
}
