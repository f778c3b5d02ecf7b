/** Whether a row of a benchmark meets its goal. Pure. */
import type { BenchmarkRow } from './bench.ts';

const bound = /^at (least|most) (1\/)?([\d.]+)$/;

/**
 * @returns undefined for a row that was not run, and for one without a goal or with a goal in other words: a number is the least
 * ratio, `at least 1/6` too, `at most 0.1` the greatest score
 */
export function isGoalMet({ wanted, ratio, score, notRun }: BenchmarkRow): boolean | undefined {
  if (notRun !== undefined || wanted === undefined) return undefined;
  if (typeof wanted === 'number') return ratio === undefined ? undefined : ratio >= wanted;
  const [, which, inverse, digits] = bound.exec(wanted) ?? [];
  const goal = inverse ? 1 / Number(digits) : Number(digits);
  if (which === 'least' && ratio !== undefined) return ratio >= goal;
  return which === 'most' && score !== undefined ? score <= goal : undefined;
}
