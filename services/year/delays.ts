/** How long people take: in working hours, at any waking hour, or after the work that is already in their queue. */

import type { CaseLife } from './case-life.ts';
import { lognormalNumber, randomBetween } from './chance.ts';
import { DAY_MS, HOUR_MS } from './work-calendar.ts';
import type { YearWorld } from './year-world.ts';

/** Share of doctors' answers that a public holiday delays by a day. */
const HOLIDAY_DELAYS = 0.75;

/** Returns a time after some hours of working time. */
export const timeAfterWorkingHours = (
  { random }: CaseLife,
  { plan, clock }: YearWorld,
  least: number,
  most: number,
): number => plan.calendar.after(clock.now(), randomBetween(random, least, most) * 60);

/** Returns a time after some days, at an hour when people are awake. */
export const timeAfterWakingDays = ({ random }: CaseLife, { plan, clock }: YearWorld, days: number): number =>
  plan.calendar.awake(clock.now() + days * DAY_MS, random.next());

/** Returns the time of the doctor's answer: at any waking hour, and later on holidays. */
export function doctorAnswerTime(life: CaseLife, { plan, clock }: YearWorld, factor = 1): number {
  const { random, doctor } = life;
  let at = clock.now() + lognormalNumber(random, doctor.hours * factor, 0.85) * HOUR_MS;
  while (plan.calendar.isHoliday(at) && random.chance(HOLIDAY_DELAYS)) at += DAY_MS;
  return plan.calendar.awake(at, random.next());
}

/** Adds work to the end of a person's queue. @returns the time at which it is done */
export function queueWork(person: { freeAt: number }, { plan, clock }: YearWorld, minutes: number): number {
  person.freeAt = plan.calendar.after(Math.max(clock.now(), person.freeAt), minutes);
  return person.freeAt;
}
