/** Similar cases between any two steps, counted along with the steps that cases reach. */
import { paceSteps } from '../forecast/forecast.ts';
import type { LifetimeCounts } from './survival.ts';

/** Similar cases between two steps, with the total of both kinds. */
type Counts = { arrived: number[]; openSince: number[]; longest: number; atRisk: number };
/** Day on which each step was reached, as a day number; undefined if it was not. */
export type ReachedDays = (number | undefined)[];

const increment = (counts: number[], index: number, n: number) => {
  counts[index] = (counts[index] ?? 0) + n;
};
const stepCount = paceSteps.length;
const indexes = paceSteps.map((_, i) => i);

/** The index of the last step reached; -1 before the first. */
export const lastReachedStepIndex = (reached: ReachedDays): number =>
  reached.findLastIndex(day => day !== undefined);

export type SimilarCaseCounts = ReturnType<typeof createSimilarCaseCounts>;

/**
 * Updates the counts of similar cases day by day, so that no forecast has to sum them up. The counts equal those of the
 * read model `pace`: an open case counts from the day of its last step, and not for steps that it skipped.
 * @param firstDay no case reaches a step before this day
 * @param countsOpen false leaves open cases out, for a comparison of both ways
 */
export function createSimilarCaseCounts(firstDay: number, countsOpen = true) {
  const all = Array.from(
    { length: stepCount * stepCount },
    (): Counts => ({ arrived: [], openSince: [], longest: -1, atRisk: 0 }),
  );
  const between = (from: number, to: number): Counts => {
    const counts = all[from * stepCount + to];
    if (!counts) throw new Error(`no steps ${from} and ${to}`);
    return counts;
  };
  const addOpen = (from: number, to: number, since: number, n: number) => {
    if (!countsOpen) return;
    const counts = between(from, to);
    increment(counts.openSince, since - firstDay, n);
    counts.atRisk += n;
  };
  const addArrived = (from: number, to: number, days: number) => {
    const counts = between(from, to);
    increment(counts.arrived, days, 1);
    counts.longest = Math.max(counts.longest, days);
    counts.atRisk += 1;
  };
  return {
    /** Counts that a case reaches a step. @param reached steps that the case has reached before, without this one */
    reach(reached: ReachedDays, step: number, day: number): void {
      const last = lastReachedStepIndex(reached);
      for (const other of indexes) {
        const at = reached[other];
        if (at === undefined) continue;
        if (other < step) addArrived(other, step, Math.max(0, day - at));
        else addArrived(step, other, Math.max(0, at - day));
        for (let passed = last + 1; passed <= step; passed++) addOpen(other, passed, at, -1);
      }
      for (let next = Math.max(last, step) + 1; next < stepCount; next++) addOpen(step, next, day, 1);
    },
    /** Similar cases as of a day, for survivalQuantiles. */
    lifetimes(from: number, to: number, today: number): LifetimeCounts & { atRisk: number } {
      const { arrived, openSince, longest, atRisk } = between(from, to);
      const age = today - firstDay;
      return {
        arrived: days => arrived[days] ?? 0,
        open: days => openSince[age - days] ?? 0,
        longest,
        atRisk,
      };
    },
  };
}
