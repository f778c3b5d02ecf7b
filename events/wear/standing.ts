/** How a patient stands with their aligners on a day, as lists filter and sort by it: worked out on reading. */
import { daysBetween } from '../case/calendar.ts';
import type { PatientType } from './patient-type.ts';
import { type WearLimits, type WearNow, type WearRecord, type WearState, wearAt } from './wear.ts';

const typeOfState: Record<WearState, PatientType> = {
  late: 'attention',
  waiting: 'attention',
  before: 'onTime',
  worn: 'onTime',
  held: 'held',
  done: 'done',
};

/** What is known of somebody's wear; both are null where it has not begun, or nothing has come. */
export type Worn = { wear: WearRecord | null; limits: WearLimits | null };

/** Null where nothing is worn by a record. @param today yyyy-mm-dd, where the clinic is */
export const wornOn = ({ wear, limits }: Worn, today: string): WearNow | null =>
  wear && limits ? wearAt(wear, limits, today) : null;

export const patientTypeOf = (now: WearNow | null): PatientType =>
  now ? typeOfState[now.state] : 'unrecorded';

/** Days until something is to be done for a patient; the least first: most days late, then the next change, then the rest. */
export function dueIn(now: WearNow | null, today: string): number {
  if (!now) return 5000;
  if (typeOfState[now.state] === 'attention') return -1 - now.late;
  if (now.state === 'done') return 9000;
  return now.next === null || now.state === 'held' ? 4000 : daysBetween(today, now.next);
}
