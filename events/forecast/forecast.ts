/**
 * Forecasts a case's next steps from the durations of similar cases: of the same serving organisation and
 * method, in whole days from the step reached last. Only cases that took at least as long as this one already
 * has are used, because the others no longer apply. Pure. Every number states the cases it rests on.
 */
import { addDays, daysBetween } from '../case/calendar.ts';

/** The steps of a forecast, in order. */
export const paceSteps = ['submitted', 'designed', 'doctor', 'shipped', 'received', 'completed'] as const;
export type PaceStep = (typeof paceSteps)[number];

/** Day on which each step was first reached, yyyy-mm-dd. */
export type ReachedSteps = Partial<Record<PaceStep, string>>;

/** Number of cases by duration in days. */
export type Durations = ReadonlyMap<number, number>;

/** Minimum of similar cases for a forecast. */
export const minForecastCases = 8;
const [half, most] = [0.5, 0.85];

export type ForecastStep = {
  step: PaceStep;
  /** The last reached step, from which days are counted, and its day. */
  from: PaceStep;
  since: string;
  /** Similar cases used: all that took these steps, and those that took at least as long as this one has. */
  cases: number;
  slower: number;
  /** Days within which half and 85 % of all cases finished. */
  days: { half: number; most: number };
  /** Days by which half and 85 % of the slower cases finished; null if those are too few. */
  by: { half: string; most: string } | null;
  /** Whether the case has already taken longer than 85 % of cases. */
  overdue: boolean;
};

const countOf = (durations: Durations) => [...durations.values()].reduce((sum, n) => sum + n, 0);

/**
 * Smallest number of days within which a share of cases finished. @param share 0 to 1 @returns undefined
 * without cases
 */
export function quantile(durations: Durations, share: number): number | undefined {
  const wanted = share * countOf(durations);
  let seen = 0;
  for (const days of [...durations.keys()].sort((a, b) => a - b)) {
    seen += durations.get(days) ?? 0;
    if (seen >= wanted && seen > 0) return days;
  }
  return undefined;
}

/** The last step reached; undefined before the first. */
const lastReached = (reached: ReachedSteps): PaceStep | undefined =>
  paceSteps.findLast(step => reached[step] !== undefined);

function expected(
  [from, since]: readonly [PaceStep, string],
  step: PaceStep,
  durations: Durations,
  today: string,
): ForecastStep | undefined {
  const cases = countOf(durations);
  const [halfDays, mostDays] = [quantile(durations, half), quantile(durations, most)];
  if (cases < minForecastCases || halfDays === undefined || mostDays === undefined) return undefined;
  const taken = Math.max(0, daysBetween(since, today));
  const slower = new Map([...durations].filter(([days]) => days >= taken));
  const count = countOf(slower);
  const day = (share: number) => addDays(since, quantile(slower, share) ?? 0);
  return {
    step,
    from,
    since,
    cases,
    slower: count,
    days: { half: halfDays, most: mostDays },
    by: count < minForecastCases ? null : { half: day(half), most: day(most) },
    overdue: taken > mostDays,
  };
}

/**
 * Forecasts the remaining steps for which there are enough similar cases.
 * @param durationsOf durations of similar cases from one step to another
 * @param today yyyy-mm-dd
 */
export function forecast(
  reached: ReachedSteps,
  durationsOf: (from: PaceStep, to: PaceStep) => Durations,
  today: string,
): ForecastStep[] {
  const from = lastReached(reached);
  const since = from && reached[from];
  if (!from || !since) return [];
  return paceSteps
    .slice(paceSteps.indexOf(from) + 1)
    .flatMap(step => expected([from, since], step, durationsOf(from, step), today) ?? []);
}
