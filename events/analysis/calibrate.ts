/**
 * Checks forecasts against the log. For each step that a case reached, it computes the dates that the forecast of that day
 * gave, from the events up to then. A date counts once its day has passed, whether the case arrived or not. Pure.
 *
 * Days are whole days in UTC, as in the counts of similar cases. A case page shows days in the clinic's time zone.
 */
import { dayNumber } from '../case/calendar.ts';
import { minForecastCases, paceSteps, type ReachedStepTimes } from '../forecast/forecast.ts';
import { type CalibrationCell, halfShareIndex, replayedShares } from './calibration-cube.ts';
import { createDateJudge, type DateJudgeOptions, type JudgedDate } from './date-judge.ts';
import {
  createSimilarCaseCounts,
  lastReachedStepIndex,
  type ReachedDays,
  type SimilarCaseCounts,
} from './similar-counts.ts';
import { survivalQuantiles } from './survival.ts';

/** A case by the times of its steps. `kind`: cases of one kind are similar. */
export type CaseWithStepTimes = { kind: number; reached: ReachedStepTimes };

export type CalibrationOptions = DateJudgeOptions & {
  /** False leaves open cases out of the forecasts. Default: true. */
  countsOpen?: boolean;
};

export type Calibration = {
  /** Cases that reached a step. */
  cases: number;
  /**
   * Pairs of a reached step and a later one. `tooFew` and `unknown` count the pairs without a date: because of too few
   * similar cases, or because too few of them have arrived.
   */
  forecasts: number;
  tooFew: number;
  unknown: number;
  cells: CalibrationCell[];
  /** The dates that the figure `behind` counts; empty if no figure was requested. */
  dates: JudgedDate[];
};

type Move = { at: string; case: number; step: number };
type Replayed = { kind: number; counted: ReachedDays; final: ReachedDays };

/** Cases sorted by day, and steps replayed, between two yields: a few milliseconds. */
const casesPerSlice = 512;
const movesPerSlice = 128;

/** The steps that cases reached until `asOf`, by day, and the cases with their days. */
function* movesOf(cases: readonly CaseWithStepTimes[], asOf: string) {
  const numbers = new Map<string, number>();
  const dayOf = (at: string): number => {
    const day = at.slice(0, 10);
    const number = numbers.get(day) ?? dayNumber(day);
    numbers.set(day, number);
    return number;
  };
  const byDay = new Map<number, Move[]>();
  const replayed: Replayed[] = [];
  for (const [index, { kind, reached }] of cases.entries()) {
    if (index % casesPerSlice === 0) yield;
    const final: ReachedDays = [];
    for (const [step, name] of paceSteps.entries()) {
      const at = reached[name];
      if (at === undefined || at > asOf) continue;
      const day = dayOf(at);
      final[step] = day;
      const moves = byDay.get(day);
      if (moves) moves.push({ at, case: index, step });
      else byDay.set(day, [{ at, case: index, step }]);
    }
    replayed.push({ kind, counted: [], final });
  }
  return { replayed, byDay, days: [...byDay.keys()].sort((a, b) => a - b) };
}

/**
 * Replays all forecasts in slices, so that a server can answer others between them.
 * @param cases each with the first time of each step, in any order
 */
export function* calibrateInSlices(
  cases: readonly CaseWithStepTimes[],
  { countsOpen = true, ...question }: CalibrationOptions,
): Generator<void, Calibration> {
  const { replayed, byDay, days } = yield* movesOf(cases, question.asOf);
  const judge = createDateJudge(question);
  const result = {
    cases: replayed.filter(({ final }) => final.length > 0).length,
    forecasts: 0,
    tooFew: 0,
    unknown: 0,
  };
  const counts = new Map<number, SimilarCaseCounts>();
  const countsOf = (kind: number) => {
    const known = counts.get(kind) ?? createSimilarCaseCounts(days[0] ?? 0, countsOpen);
    counts.set(kind, known);
    return known;
  };
  const say = (index: number, one: Replayed, step: number, today: number) => {
    const similar = countsOf(one.kind);
    for (let next = step + 1; next < paceSteps.length; next++) {
      result.forecasts += 1;
      const lifetimes = similar.lifetimes(step, next, today);
      const start = { taken: 0, atRisk: lifetimes.atRisk, fewest: minForecastCases };
      if (lifetimes.atRisk < minForecastCases || lifetimes.longest < 0) result.tooFew += 1;
      else {
        const found = survivalQuantiles(lifetimes, start, replayedShares);
        if (found[halfShareIndex] === null) result.unknown += 1;
        judge.tally({ index, final: one.final, from: step, to: next, today, days: found });
      }
    }
  };
  let moved = 0;
  for (const day of days) {
    const moves = (byDay.get(day) ?? []).sort((a, b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : a.step - b.step,
    );
    for (const { case: index, step } of moves) {
      const one = replayed[index];
      if (!one) continue;
      // A case is counted after its own forecast, so it is never among its similar cases.
      if (step > lastReachedStepIndex(one.counted)) say(index, one, step, day);
      countsOf(one.kind).reach(one.counted, step, day);
      one.counted[step] = day;
      moved += 1;
      if (moved % movesPerSlice === 0) yield;
    }
  }
  return { ...result, cells: judge.cells(), dates: judge.dates() };
}

/** Replays all forecasts at once. */
export function calibrate(cases: readonly CaseWithStepTimes[], asked: CalibrationOptions): Calibration {
  const run = calibrateInSlices(cases, asked);
  for (let step = run.next(); ; step = run.next()) if (step.done) return step.value;
}
