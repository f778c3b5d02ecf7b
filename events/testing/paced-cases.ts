/** Made cases whose durations are known, for tests and benchmarks of forecasts. */
import type { CaseWithStepTimes } from '../analysis/calibrate.ts';
import { type PaceStep, paceSteps, type ReachedStepTimes } from '../forecast/forecast.ts';
import { createRandom } from '../script/random.ts';

const begin = Date.parse('2025-01-01T00:00:00Z');
const dayMs = 86_400_000;
/** ISO time some days after the beginning of the made log. */
export const madeLogTime = (days: number): string => new Date(begin + days * dayMs).toISOString();

/** Median of each step in days, and the shape of its Weibull distribution: long steps spread over many days. */
const known: Record<PaceStep, { median: number; shape: number }> = {
  submitted: { median: 0, shape: 1 },
  designed: { median: 25, shape: 1.5 },
  doctor: { median: 20, shape: 1.2 },
  shipped: { median: 30, shape: 2 },
  received: { median: 20, shape: 1.5 },
  completed: { median: 120, shape: 2 },
};

/** A made log of a growing clinic: twice as many cases arrive at its end as at its beginning. */
export function makeCasesWithStepTimes(
  count: number,
  { span, seed }: { span: number; seed: number },
): CaseWithStepTimes[] {
  const random = createRandom(seed);
  const drawn = () => Math.max(1e-9, random.next());
  return Array.from({ length: count }, (_, i) => {
    let days = span * (Math.sqrt(1 + 3 * (i / count)) - 1);
    const reached: ReachedStepTimes = {};
    for (const step of paceSteps) {
      const { median, shape } = known[step];
      days += median * (-Math.log(drawn()) / Math.LN2) ** (1 / shape);
      reached[step] = madeLogTime(days);
    }
    return { kind: i % 8 === 0 ? 2 : 1, reached };
  });
}
