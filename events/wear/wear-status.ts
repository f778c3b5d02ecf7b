/** A patient's wear status on a day, for filtering and sorting lists. Computed on reading. */
import { daysBetween } from '../case/calendar.ts';
import type { PatientType } from './patient-type.ts';
import type { WearRecord } from './wear.ts';
import { type WearLimits, type WearNow, type WearState, wearAt } from './wear-calendar.ts';

const typeOfState: Record<WearState, PatientType> = {
  late: 'attention',
  waiting: 'attention',
  before: 'onTime',
  worn: 'onTime',
  held: 'held',
  done: 'done',
};

/** A patient's wear record and its limits. Both are null without a record, or before anything was received. */
export type WearWithLimits = { wear: WearRecord | null; limits: WearLimits | null };

/** Returns the wear on a day; null without a record. @param today yyyy-mm-dd in the clinic's time zone */
export const wearOn = ({ wear, limits }: WearWithLimits, today: string): WearNow | null =>
  wear && limits ? wearAt(wear, limits, today) : null;

export const patientTypeOf = (now: WearNow | null): PatientType =>
  now ? typeOfState[now.state] : 'unrecorded';

/** Sort key by urgency, ascending: most days late, then days until the next change, then the rest. */
export function urgencySortKey(now: WearNow | null, today: string): number {
  if (!now) return 5000;
  if (typeOfState[now.state] === 'attention') return -1 - now.late;
  if (now.state === 'done') return 9000;
  return now.next === null || now.state === 'held' ? 4000 : daysBetween(today, now.next);
}
