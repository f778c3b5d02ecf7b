/** Whether a row of a benchmark meets its goal. Pure. */
import type { BenchmarkRow } from './bench.ts';

const bound = /^at (least|most) (1\/)?([\d.]+)$/;

/**
 * Compares a row with its goal: a number or `at least 1/6` is the minimum ratio, `at most 0.1` the maximum score.
 * @returns undefined for a row that was not run, or without such a goal
 */
export function isGoalMet({ wanted, ratio, score, notRun }: BenchmarkRow): boolean | undefined {
  if (notRun !== undefined || wanted === undefined) return undefined;
  if (typeof wanted === 'number') return ratio === undefined ? undefined : ratio >= wanted;
  const [, which, inverse, digits] = bound.exec(wanted) ?? [];
  const goal = inverse ? 1 / Number(digits) : Number(digits);
  if (which === 'least' && ratio !== undefined) return ratio >= goal;
  return which === 'most' && score !== undefined ? score <= goal : undefined;
}
