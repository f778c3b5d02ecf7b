/** The ways that cases took, the most frequent first. */
import { analystPositions } from '#events/analysis/rights.ts';
import {
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
} from './report.ts';

export type VariantRow = {
  /** Statuses in order: `10>12>21`. */
  way: string;
  cases: number;
  /** Cases that have completed; null: hidden because it is too small. */
  completed: number | null;
  /** Median seconds from submission to completion; null without any. */
  medianS: number | null;
};

const inRange = `FROM chosen WHERE submitted_at >= ${momentSql('from')} AND submitted_at < ${momentSql('to')}`;

export const variantsReport: ReportDefinition<VariantRow> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCasesSql}
SELECT way, count(*)::INTEGER AS cases, count(completed_at)::INTEGER AS completed,
  quantile_disc((epoch_ms(completed_at) - epoch_ms(submitted_at)) // 1000, 0.5)::INTEGER AS median
${inRange}
GROUP BY way
ORDER BY cases DESC, way`,
  item: row => ({
    way: String(row.way),
    cases: numberOrZero(row.cases),
    completed: numberOrZero(row.completed),
    medianS: numberOrNull(row.median),
  }),
  cell: ({ way, cases, completed }) => ({ about: { way }, count: cases, parts: { completed } }),
  basis: {
    sql: () => `WITH ${chosenCasesSql}
SELECT case_id, NULL::BIGINT AS position, submitted_at AS since, completed_at AS until, way ${inRange}`,
    about: { way: sameTextSql('way', 'way') },
    figures: {
      cases: { counts: 'cases' },
      completed: { counts: 'cases', where: 'until IS NOT NULL' },
    },
  },
};
