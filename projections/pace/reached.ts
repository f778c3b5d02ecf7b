/** When a case first reached each step, and how long it took between two of them. */
import { dayInZone, daysBetween } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { isEditable, type StatusGroup, statuses } from '#events/case/status.ts';
import {
  type PaceStep,
  paceSteps,
  type ReachedStepDays,
  type ReachedStepTimes,
} from '#events/forecast/forecast.ts';

export type PaceRow = {
  servedBy: string;
  method: number | null;
  /**
   * ISO times at which steps were first reached. A step that must be repeated stays reached. A case that is a draft
   * again (withdrawn, refused) or deleted leaves the counts, and its next submission starts over.
   */
  reached: ReachedStepTimes;
  /** Reached steps that the case itself must reach again. */
  repeats: PaceStep[];
};

/** Whole days between two times in UTC, so that cases of clinics everywhere are counted together. */
export const wholeDaysBetween = (from: string, to: string): number =>
  Math.max(0, daysBetween(from.slice(0, 10), to.slice(0, 10)));

/**
 * Steps that count as reached by the case itself, by status group. A step that must be repeated, for example after
 * a refusal, does not count. Groups missing here count every step reached.
 */
const behind: Partial<Record<StatusGroup, readonly PaceStep[]>> = {
  toAccept: ['submitted'],
  toDistribute: ['submitted'],
  design: ['submitted'],
  expert: ['submitted', 'designed'],
  doctor: ['submitted', 'designed'],
};

/** ISO time at which a case first reached each step. None of a draft. */
export function reachedTimesOf(s: CaseState): ReachedStepTimes {
  if (isEditable(s.status)) return {};
  const all: Record<PaceStep, string | null | undefined> = {
    submitted: s.submittedAt,
    designed: s.plans[0]?.at,
    doctor: s.plans.find(plan => plan.doctor?.result === 'approved')?.doctor?.at,
    shipped: s.shipments[0]?.at,
    received: s.shipments.find(sent => sent.receivedAt)?.receivedAt,
    completed: s.completion?.at,
  };
  return Object.fromEntries(paceSteps.flatMap(step => (all[step] ? [[step, all[step]]] : [])));
}

/** Steps that the case must reach again. */
export function repeatedStepsOf(s: CaseState): PaceStep[] {
  const [reached, counted] = [reachedTimesOf(s), behind[statuses[s.status].group] ?? paceSteps];
  return paceSteps.filter(step => reached[step] !== undefined && !counted.includes(step));
}

/** ISO time of the question, and the time zone of its days. */
export type ForecastMoment = { now: string; zone: string };

/** The days on which the case itself reached steps by `now`, in the zone of the asking clinic. */
export function reachedStepDaysAt(
  { reached, repeats }: Pick<PaceRow, 'reached' | 'repeats'>,
  { now, zone }: ForecastMoment,
): ReachedStepDays {
  const known = paceSteps.flatMap(step => {
    const at = reached[step];
    return at !== undefined && at <= now && !repeats.includes(step)
      ? [[step, dayInZone(zone, Date.parse(at))]]
      : [];
  });
  return Object.fromEntries(known);
}

export const lastPaceStep: PaceStep = 'completed';
export const isStepBefore = (step: PaceStep, other: PaceStep): boolean =>
  paceSteps.indexOf(step) < paceSteps.indexOf(other);

/** Sorts after every ISO time. */
const always = '~';

export type StepPair = readonly [from: PaceStep, to: PaceStep];

/** `now`: open cases count their days until then. `known`: steps reached later do not count; by default all count. */
type Known = { now: string; known?: string };

const isKnown = (at: string | undefined, known: string): at is string => at !== undefined && at <= known;

/** Days that a case took between two steps, or so far. */
export type StepDuration = { days: number; arrived: boolean };

/** The days of one case between two steps; undefined if it counts neither as arrived nor as open. */
export function stepDurationOf(
  reached: ReachedStepTimes,
  [from, to]: StepPair,
  { now, known = always }: Known,
): StepDuration | undefined {
  const { [from]: a, [to]: b } = reached;
  if (!isKnown(a, known)) return undefined;
  if (isKnown(b, known)) return { days: wholeDaysBetween(a, b), arrived: true };
  const last = paceSteps.findLast(step => isKnown(reached[step], known));
  // A case past `to` skipped the step and never reaches it.
  return last && isStepBefore(last, to) ? { days: wholeDaysBetween(a, now), arrived: false } : undefined;
}
