/** Texts for the expected time of an answer, in the desk's days and hours, for both sides. */
import type { TFunction } from 'i18next';
import { dayInZone } from '#events/case/calendar.ts';
import { computeAnswerClock, openMinutesToAnswer, relativeDayOf } from '#events/desk/answer.ts';
import { addOpenMinutes, type DeskHours, hoursOn, nextClosing } from '#events/desk/hours.ts';
import { timeOfDayInZone, wallTime } from '#events/desk/zone.ts';

/** `9:00`; 1440 is 24:00. */
export const timeOfDayText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** `tomorrow by 11:00`, `周一 11:00 前`. @param long also names today */
function whenText(
  t: TFunction,
  { zone }: DeskHours,
  times: { now: number; at: number },
  long = false,
): string {
  const { now, at } = times;
  const called = relativeDayOf(zone, now, at);
  const time = timeOfDayInZone(zone, at);
  switch (called.word) {
    case 'today':
      return t(long ? 'desk:when.todayLong' : 'desk:when.today', { time });
    case 'tomorrow':
      return t('desk:when.tomorrow', { time });
    case 'weekday':
      return t('desk:when.weekday', { time, weekday: t(`desk:weekday.${called.weekday}`) });
    case 'date':
      return t('desk:when.date', { time, day: called.day });
    default:
      return called satisfies never;
  }
}

/** `Beijing time`. */
export function timeZoneName(t: TFunction, zone: string): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return zone === 'Asia/Shanghai' ? t('desk:zone.Asia/Shanghai') : t('desk:zone.other', { city });
}

/** Adds the desk's time zone if the viewer's clock differs. @param zone the viewer's time zone */
function inDeskZone(
  t: TFunction,
  hours: DeskHours,
  { now, zone }: { now: number; zone: string },
  text: string,
) {
  const away = wallTime(zone, now) !== wallTime(hours.zone, now);
  return away ? t('desk:inZone', { text, zone: timeZoneName(t, hours.zone) }) : text;
}

/**
 * Text for the writer of a message: the desk is open, or when to expect an answer. @param zone the reader's
 * time zone
 */
export function expectedAnswerText(
  t: TFunction,
  hours: DeskHours,
  { now, zone }: { now: number; zone: string },
): string {
  const { expectedAt, dueAt } = computeAnswerClock({ waitingSince: now, now, hours });
  const away = wallTime(zone, now) !== wallTime(hours.zone, now);
  const inZone = (text: string) => inDeskZone(t, hours, { now, zone }, text);
  const today = hoursOn(hours, dayInZone(hours.zone, now));
  if (dueAt === null) return t('desk:closedLong');
  if (expectedAt !== null)
    return inZone(t('desk:closed', { when: whenText(t, hours, { now, at: expectedAt }, true) }));
  // Late in the day, the two hours end on another day.
  const lasts = addOpenMinutes(hours, now, openMinutesToAnswer) === now + openMinutesToAnswer * 60_000;
  if (!lasts || !today)
    return inZone(t('desk:openDue', { when: whenText(t, hours, { now, at: dueAt }, true) }));
  const span = `${timeOfDayText(today.from)}–${timeOfDayText(today.to)}`;
  const its = away ? t('desk:hoursIn', { hours: span, zone: timeZoneName(t, hours.zone) }) : span;
  return t('desk:open', { hours: its });
}

/** `Open until 18:00`, or that the desk is closed. */
export function openUntilText(t: TFunction, hours: DeskHours, now: number): string {
  const closes = nextClosing(hours, now);
  return closes === null ? t('desk:shut') : t('desk:until', { time: timeOfDayInZone(hours.zone, closes) });
}

/** Time left or overdue, for the clock of a conversation. @param zone the viewer's time zone */
export function answerClockText(
  t: TFunction,
  hours: DeskHours,
  { now, since, zone }: { now: number; since: number; zone: string },
): string {
  const { state, dueAt, left, over } = computeAnswerClock({ waitingSince: since, now, hours });
  if (dueAt === null) return t('desk:shut');
  if (state === 'over') {
    const minutes = over % 60;
    return over < 60
      ? t('desk:clock.overMinutes', { minutes })
      : t('desk:clock.overHours', { hours: Math.floor(over / 60), minutes });
  }
  const when = inDeskZone(t, hours, { now, zone }, whenText(t, hours, { now, at: dueAt }));
  return state === 'soon' ? t('desk:clock.soon', { when, minutes: left }) : t('desk:clock.by', { when });
}
