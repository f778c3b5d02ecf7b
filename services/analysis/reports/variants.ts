/** The ways that cases took, the most frequent first. */
import { analystPositions } from '#events/analysis/rights.ts';
import { chosenCases, moment, numberOf, numberOrNull, type Report } from './report.ts';

export type Variant = {
  /** Statuses in order: `10>12>21`. */
  way: string;
  cases: number;
  /** Cases that have completed, and the median seconds from submission to completion; null without any. */
  completed: number;
  medianS: number | null;
};

export const variants: Report<Variant> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCases}
SELECT way, count(*)::INTEGER AS cases, count(completed_at)::INTEGER AS completed,
  quantile_disc((epoch_ms(completed_at) - epoch_ms(submitted_at)) // 1000, 0.5)::INTEGER AS median
FROM chosen
WHERE submitted_at >= ${moment('from')} AND submitted_at < ${moment('to')}
GROUP BY way
ORDER BY cases DESC, way`,
  item: row => ({
    way: String(row.way),
    cases: numberOf(row.cases),
    completed: numberOf(row.completed),
    medianS: numberOrNull(row.median),
  }),
  cell: ({ way, cases }) => ({ about: { way }, count: cases }),
};
