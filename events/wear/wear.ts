/**
 * Determines the aligner worn on a day: stage = start + ⌊days / days per aligner⌋ (DOMAIN.md 1). Days of a
 * hold do not count, an extension lengthens one aligner's time, and a reported change restarts the count at
 * its aligner. Nothing is stored as time passes: the record holds days, and the stage is computed on reading.
 */
import { addDays, dayNumber, daysBetween } from '../case/calendar.ts';
import { limits } from '../case/limits.ts';
import type { CaseEvent } from '../case/stream.ts';
import type { checkKinds, checkResults, missedReasons, wearReporters } from './events.ts';

export type Hold = { from: string; until: string | null };
type WearChange = { stage: number; on: string; by: (typeof wearReporters)[number] };
/** The data that the schedule follows from. */
export type WearDays = {
  /** First day of the first aligner. */
  start: string;
  /** The aligner that the record begins with. */
  stage: number;
  /** Agreed days of wear for each aligner. */
  days: number;
  /** Holds of the wear in order of their days. Only the last may be open. */
  holds: Hold[];
  /** Extra days of an aligner, by its stage. */
  longer: Record<number, number>;
  /** Reported changes, in order of their days. */
  changes: WearChange[];
};
export type WearRecord = WearDays & { by: string; at: string };
export type WearCheck = {
  check: number;
  on: string;
  kind: (typeof checkKinds)[number];
  result: (typeof checkResults)[number];
  hours: number | null;
  next: string | null;
  note: string | null;
  by: string;
  at: string;
};

/** An aligner that the patient reported as not wearable. */
export type MissedAligner = {
  missed: number;
  arch: 'upper' | 'lower';
  stage: number;
  reason: (typeof missedReasons)[number];
  /** The day of the loss or breakage, as stated by the patient. */
  on: string;
  at: string;
  /** Set once the aligner is ordered again, the clinic settles it otherwise, or the patient withdraws it. */
  settled: { by: string; at: string } | null;
};

export type WearPart = { wear: WearRecord | null; checks: WearCheck[]; missed: MissedAligner[] };
export const noWear: WearPart = { wear: null, checks: [], missed: [] };

/** ISO time until which the patient may withdraw a report. */
export const withdrawableUntil = ({ at }: Pick<MissedAligner, 'at'>): string =>
  new Date(Date.parse(at) + limits.takeBackMs).toISOString();

/** Reports that the clinic has not settled. */
export const openMissedReports = (missed: readonly MissedAligner[]): MissedAligner[] =>
  missed.filter(one => one.settled === null);

type Where = { by: string; at: string };

const changed = (part: WearPart, change: (wear: WearRecord) => Partial<WearRecord>): WearPart =>
  part.wear ? { ...part, wear: { ...part.wear, ...change(part.wear) } } : part;

const settled = (part: WearPart, isMeant: (one: MissedAligner) => boolean, where: Where): WearPart =>
  part.missed.some(one => one.settled === null && isMeant(one))
    ? {
        ...part,
        missed: part.missed.map(one =>
          one.settled === null && isMeant(one) ? { ...one, settled: where } : one,
        ),
      }
    : part;

/** Folds an event into the wear. Returns the same object for unrelated events. */
export function evolveWear(part: WearPart, e: CaseEvent, { by, at }: Where): WearPart {
  switch (e.type) {
    case 'WearRecorded':
      return { ...part, wear: { ...e.data, by, at, holds: [], longer: {}, changes: [] } };
    case 'WearHeld':
      return changed(part, ({ holds }) => ({ holds: [...holds, e.data] }));
    case 'WearResumed':
      return changed(part, ({ holds }) => ({
        holds: holds.map(hold => (openOn(hold, e.data.on) ? { ...hold, until: e.data.on } : hold)),
      }));
    case 'WearExtended': {
      const { stage, days } = e.data;
      return changed(part, ({ longer }) => ({ longer: { ...longer, [stage]: (longer[stage] ?? 0) + days } }));
    }
    case 'AlignerChanged':
      return changed(part, ({ changes }) => ({ changes: [...changes, e.data] }));
    case 'AlignerMissed':
      return { ...part, missed: [...part.missed, { ...e.data, at, settled: null }] };
    case 'MissedSettled':
    case 'MissedTakenBack':
      return settled(part, one => one.missed === e.data.missed, { by, at });
    case 'TrayOrdered':
      return settled(part, one => one.arch === e.data.arch && one.stage === e.data.stage, { by, at });
    case 'WearChecked':
      return {
        ...part,
        checks: [...part.checks, { ...e.data, note: e.personal.note ?? null, by, at }],
      };
    default:
      return part;
  }
}

/** Whether a day is in a hold. Every day after an open hold began is. */
const openOn = ({ from, until }: Hold, day: string) => from <= day && (until === null || day < until);

/** Returns the day by which some more days were worn, from `day` on; null if a hold is open. */
function dayAfter(day: string, worn: number, holds: readonly Hold[]): string | null {
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
export function wearCalendar(wear: WearDays, limits: WearLimits): Beginning[] {
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
function wornBetween(from: string, to: string, holds: readonly Hold[]): number {
  const [start, end] = [dayNumber(from), dayNumber(to)];
  const held = holds.reduce((sum, hold) => {
    const [a, b] = [dayNumber(hold.from), hold.until === null ? end : dayNumber(hold.until)];
    return sum + Math.max(0, Math.min(end, b) - Math.max(start, a));
  }, 0);
  return Math.max(0, end - start - held);
}

/** Whether the patient reports each change. A change that is due but not reported is then late. */
const isReported = (wear: WearDays) => wear.changes.some(change => change.by === 'patient');

/** First aligner up to `due` that an arch has not received; undefined if there is none. */
function firstMissing({ total, received }: WearLimits, due: number): number | undefined {
  const missing = arches.filter(arch => received[arch] < Math.min(total[arch], due));
  return missing.length > 0 ? Math.min(...missing.map(arch => received[arch] + 1)) : undefined;
}

/** Last aligner up to which both arches have received everything. */
export function lastComplete(limits: WearLimits): number {
  const last = lastOf(limits);
  return (firstMissing(limits, last) ?? last + 1) - 1;
}

/**
 * Returns the aligner that the patient may report as begun: the next one, or the one scheduled to begin today.
 * Null if the plan has no such aligner, or the patient has begun one today.
 * @param today yyyy-mm-dd in the clinic's time zone
 */
export function changeDue(wear: WearDays, limits: WearLimits, today: string): number | null {
  const { state, stage, day } = wearAt(wear, limits, today);
  if (state !== 'worn' && state !== 'late') return null;
  if (wear.changes.some(change => change.on >= today)) return null;
  if (state === 'worn' && day === 1) return stage > wear.stage ? stage : null;
  return stage < lastComplete(limits) ? stage + 1 : null;
}

/** Returns the wear on a day. @param today yyyy-mm-dd in the clinic's time zone */
export function wearAt(wear: WearDays, limits: WearLimits, today: string): WearNow {
  const last = lastOf(limits);
  const calendar = wearCalendar(wear, limits);
  // A skipped aligner was due with the one after it.
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
    if (wear.holds.some(hold => openOn(hold, today))) return 'held';
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
