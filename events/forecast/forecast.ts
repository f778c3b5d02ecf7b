/**
 * Forecasts a case's next steps from similar cases: of the same serving organisation and method, in whole days from
 * the step reached last. Similar cases still on the way count as at least as long as they have taken (survival.ts).
 * Only cases that took at least as long as this one already has are used, because the others no longer apply. Pure.
 * Every number states the cases it rests on.
 */
import { survivalQuantiles } from '../analysis/survival.ts';
import { addDays, daysBetween } from '../case/calendar.ts';

/** The steps of a forecast, in order. */
export const paceSteps = ['submitted', 'designed', 'doctor', 'shipped', 'received', 'completed'] as const;
export type PaceStep = (typeof paceSteps)[number];

/** ISO time at which each step was first reached. */
export type ReachedStepTimes = Partial<Record<PaceStep, string>>;

/** Day on which each step was first reached, yyyy-mm-dd. */
export type ReachedStepDays = Partial<Record<PaceStep, string>>;

/** Number of cases by whole days. */
type DayCounts = ReadonlyMap<number, number>;

/** Similar cases between two steps. `arrived` counts cases by the days that they took, `open` by the days so far. */
export type SimilarCases = { arrived: DayCounts; open: DayCounts };

/** Minimum of similar cases for a forecast. */
export const minForecastCases = 8;

/** The shares of similar cases that the two dates of a forecast promise. */
export const forecastShares = { half: 0.5, most: 0.85 } as const;

export type ForecastStep = {
  step: PaceStep;
  /** The last reached step, from which days are counted, and its day. */
  from: PaceStep;
  since: string;
  /** Similar cases that took both steps, and those still on the way to this one. */
  cases: number;
  open: number;
  /** Similar cases of both kinds that took, or have taken, at least as long as this case has. */
  atRisk: number;
  /** Days within which half and 85 % of all cases arrive; null as long as too few have arrived to know. */
  days: { half: number | null; most: number | null };
  /**
   * Days by which half and 85 % of the cases at risk arrive, each null as long as too few have arrived to know. Null as
   * a whole if fewer than `minForecastCases` are at risk.
   */
  by: { half: string | null; most: string | null } | null;
  /** Whether the case has already taken longer than 85 % of cases. */
  overdue: boolean;
};

/** Number of cases of at least `least` days. */
const countFrom = (counts: DayCounts, least: number): number =>
  [...counts].reduce((sum, [days, n]) => (days >= least ? sum + n : sum), 0);

const atRiskOf = ({ arrived, open }: SimilarCases, taken: number): number =>
  countFrom(arrived, taken) + countFrom(open, taken);

/** Days from the start within which half and 85 % of the cases of at least `taken` days arrive. */
function daysOf(similar: SimilarCases, taken: number): ForecastStep['days'] {
  const lifetimes = {
    arrived: (days: number) => similar.arrived.get(days) ?? 0,
    open: (days: number) => similar.open.get(days) ?? 0,
    longest: Math.max(...similar.arrived.keys()),
  };
  const start = { taken, atRisk: atRiskOf(similar, taken), fewest: minForecastCases };
  const [half = null, most = null] = survivalQuantiles(lifetimes, start, Object.values(forecastShares));
  return { half, most };
}

/** The last step reached; undefined before the first. */
const lastReached = (reached: ReachedStepDays): PaceStep | undefined =>
  paceSteps.findLast(step => reached[step] !== undefined);

function expected(
  [from, since]: readonly [PaceStep, string],
  step: PaceStep,
  similar: SimilarCases,
  today: string,
): ForecastStep | undefined {
  const [cases, open] = [countFrom(similar.arrived, 0), countFrom(similar.open, 0)];
  // Trap: without arrivals the curve is flat and gives no date.
  if (cases === 0 || cases + open < minForecastCases) return undefined;
  const taken = Math.max(0, daysBetween(since, today));
  const [atRisk, days] = [atRiskOf(similar, taken), daysOf(similar, 0)];
  const remaining = daysOf(similar, taken);
  const dayAfter = (count: number | null) => (count === null ? null : addDays(since, count));
  return {
    ...{ step, from, since, cases, open, atRisk, days },
    by: atRisk < minForecastCases ? null : { half: dayAfter(remaining.half), most: dayAfter(remaining.most) },
    overdue: days.most !== null && taken > days.most,
  };
}

/**
 * Forecasts the remaining steps for which there are enough similar cases.
 * @param similarOf similar cases from one step to another
 * @param today yyyy-mm-dd
 */
export function forecastRemainingSteps(
  reached: ReachedStepDays,
  similarOf: (from: PaceStep, to: PaceStep) => SimilarCases,
  today: string,
): ForecastStep[] {
  const from = lastReached(reached);
  const since = from && reached[from];
  if (!from || !since) return [];
  return paceSteps
    .slice(paceSteps.indexOf(from) + 1)
    .flatMap(step => expected([from, since], step, similarOf(from, step), today) ?? []);
}
