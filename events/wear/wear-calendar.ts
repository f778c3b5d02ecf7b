/**
 * Determines the aligner worn on a day: stage = start + ⌊days / days per aligner⌋ (DOMAIN.md 1). Days of a
 * hold do not count, an extension lengthens one aligner's time, and a reported change restarts the count at
 * its aligner.
 */
import { addDays, dayNumber, daysBetween } from '../case/calendar.ts';
import { isHeldOn, type WearHold, type WearSchedule } from './wear.ts';

/** Returns the day by which some more days were worn, from `day` on; null if a hold is open. */
function dayAfter(day: string, worn: number, holds: readonly WearHold[]): string | null {
  let at = day;
  let left = worn;
  for (const hold of holds) {
    if (hold.until !== null && hold.until <= at) continue;
    const before = Math.max(0, daysBetween(at, hold.from));
    if (before > left || (before === left && left > 0)) return addDays(at, left);
    if (hold.until === null) return null;
    left -= before;
    at = hold.until;
  }
  return addDays(at, left);
}

/** An aligner with its first day. */
type Beginning = { stage: number; on: string };

/** Aligners of each arch that limit the wear. */
export type WearLimits = {
  /** Number of stages of the plan, for each arch. */
  total: { upper: number; lower: number };
  /** Last stage received, of each arch. */
  received: { upper: number; lower: number };
};

const arches = ['upper', 'lower'] as const;
const lastOf = ({ total }: WearLimits) => Math.max(total.upper, total.lower);
/** Last aligner received, of either arch. */
export const lastReceivedAligner = ({ received }: WearLimits) => Math.max(received.upper, received.lower);

/**
 * Returns the days on which aligners are due, from the record's first to the plan's last, as far as they are
 * known. Skips aligners that a reported change passed over.
 */
export function wearCalendar(wear: WearSchedule, limits: WearLimits): Beginning[] {
  const last = lastOf(limits);
  let calendar: Beginning[] = [];
  let on: string | null = wear.start;
  for (let stage = wear.stage; stage <= last; stage++) {
    const reported = wear.changes.findLast(change => change.stage === stage);
    if (reported) calendar = calendar.filter(before => before.on <= reported.on);
    on = reported?.on ?? on;
    // An open hold has no later days, except reported changes.
    if (on === null) continue;
    calendar.push({ stage, on });
    on = dayAfter(on, wear.days + (wear.longer[stage] ?? 0), wear.holds);
  }
  return calendar;
}

/** Before the first day, worn, on hold, waiting for the next aligner, late, or finished. */
const wearStates = ['before', 'worn', 'held', 'waiting', 'late', 'done'] as const;
export type WearState = (typeof wearStates)[number];

export type WearNow = {
  state: WearState;
  /** Aligner of the day. An arch with fewer aligners keeps wearing its last. */
  stage: number;
  upper: number;
  lower: number;
  /** Day of wearing this aligner, from 1. Days of a hold are not counted. */
  day: number;
  /** First day of the next aligner; null if there is none, or a hold is open. */
  next: string | null;
  /** Days until the next aligner: 0 on its first day, negative afterwards. */
  left: number | null;
  /** Days of delay, because the next aligner was not received or its change not reported. */
  late: number;
};

/** Returns the days of wear between two days, without holds. */
function wornBetween(from: string, to: string, holds: readonly WearHold[]): number {
  const [start, end] = [dayNumber(from), dayNumber(to)];
  const held = holds.reduce((sum, hold) => {
    const [a, b] = [dayNumber(hold.from), hold.until === null ? end : dayNumber(hold.until)];
    return sum + Math.max(0, Math.min(end, b) - Math.max(start, a));
  }, 0);
  return Math.max(0, end - start - held);
}

/** Whether the patient reports each change. A change that is due but not reported is then late. */
const isReported = (wear: WearSchedule) => wear.changes.some(change => change.by === 'patient');

/** First aligner up to `due` that an arch has not received; undefined if there is none. */
function firstMissing({ total, received }: WearLimits, due: number): number | undefined {
  const missing = arches.filter(arch => received[arch] < Math.min(total[arch], due));
  return missing.length > 0 ? Math.min(...missing.map(arch => received[arch] + 1)) : undefined;
}

/** Last aligner up to which both arches have received everything. */
export function lastCompleteAligner(limits: WearLimits): number {
  const last = lastOf(limits);
  return (firstMissing(limits, last) ?? last + 1) - 1;
}

/**
 * Returns the aligner that the patient may report as begun: the next one, or the one scheduled to begin today.
 * Null if the plan has no such aligner, or the patient has begun one today.
 * @param today yyyy-mm-dd in the clinic's time zone
 */
export function nextReportableAligner(wear: WearSchedule, limits: WearLimits, today: string): number | null {
  const { state, stage, day } = wearAt(wear, limits, today);
  if (state !== 'worn' && state !== 'late') return null;
  if (wear.changes.some(change => change.on >= today)) return null;
  if (state === 'worn' && day === 1) return stage > wear.stage ? stage : null;
  return stage < lastCompleteAligner(limits) ? stage + 1 : null;
}

/** Returns the wear on a day. @param today yyyy-mm-dd in the clinic's time zone */
export function wearAt(wear: WearSchedule, limits: WearLimits, today: string): WearNow {
  const last = lastOf(limits);
  const calendar = wearCalendar(wear, limits);
  // A skipped aligner was due on the first day of the aligner after it.
  const onOf = (stage: number) => calendar.find(beginning => beginning.stage >= stage)?.on ?? null;
  const due = calendar.findLast(beginning => beginning.on <= today)?.stage ?? wear.stage;
  const said = wear.changes.reduce((most, change) => Math.max(most, change.stage), wear.stage);
  const stage = Math.min(due, lastReceivedAligner(limits), isReported(wear) ? said : last);
  const from = onOf(stage) ?? wear.start;
  const next = onOf(stage + 1);
  const missing = firstMissing(limits, due);
  const over = missing === undefined ? (stage < due ? next : null) : onOf(missing);
  const state = (): WearState => {
    if (today < wear.start) return 'before';
    if (wear.holds.some(hold => isHeldOn(hold, today))) return 'held';
    if (missing !== undefined) return 'waiting';
    if (stage < due) return 'late';
    const ended = stage === last ? dayAfter(from, wear.days + (wear.longer[stage] ?? 0), wear.holds) : null;
    return ended !== null && ended <= today ? 'done' : 'worn';
  };
  const { total, received } = limits;
  return {
    state: state(),
    stage,
    upper: Math.min(stage, total.upper, received.upper),
    lower: Math.min(stage, total.lower, received.lower),
    day: wornBetween(from, today, wear.holds) + 1,
    next,
    left: next === null ? null : daysBetween(today, next),
    late: over === null ? 0 : Math.max(0, daysBetween(over, today)),
  };
}
