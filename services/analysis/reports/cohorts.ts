/** Cases by the month in which they were submitted, and how many had got to a step within so many weeks. */
import { analystPositions } from '#events/analysis/rights.ts';
import { chosenCasesSql, momentSql, numberOrZero, type ReportDefinition, sameTextSql } from './report.ts';

export type CohortCell = {
  /** yyyy-mm, in the zone. */
  month: string;
  step: CohortStep;
  week: number;
  /** Cases of the month that are at least so many weeks old: only of them it is known. */
  cases: number;
  /** Null: hidden because it is too small. */
  reached: number | null;
};

/** Steps, each with the column that says when it was first reached. */
const steps = {
  approved: 'approved_at',
  shipped: 'shipped_at',
  completed: 'completed_at',
  refined: 'refined_at',
} as const;
type CohortStep = keyof typeof steps;

const weeks = [1, 2, 3, 4, 6, 8, 13, 26, 52];
const weekMs = '604800000';

const stepRows = Object.entries(steps)
  .map(
    ([step, column], nth) =>
      `SELECT case_id, ${nth} AS nth, '${step}' AS step, submitted_at, ${column} AS reached_at, epoch_ms(${column}) - epoch_ms(submitted_at) AS after FROM dated`,
  )
  .join(' UNION ALL ');

/** A case is refined from when its first refinement was opened. */
const reached = `dated AS (
  SELECT chosen.*, refined_at FROM chosen LEFT JOIN (
    SELECT case_id, min(clock) AS refined_at FROM events WHERE type = 'RefinementOpened' GROUP BY case_id
  ) USING (case_id)
),
reached AS (${stepRows})`;

const month = `strftime(timezone($zone, timezone('UTC', submitted_at)), '%Y-%m')`;
const oldEnough = `FROM reached, (SELECT unnest([${weeks.join(', ')}])::BIGINT AS week)
WHERE submitted_at >= ${momentSql('from')} AND submitted_at < ${momentSql('to')}
  AND epoch_ms(submitted_at) + week * ${weekMs} <= $now::BIGINT`;
const inTime = `after <= week * ${weekMs}`;

export const cohortsReport: ReportDefinition<CohortCell> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
${reached}
SELECT ${month} AS month, step, week,
  count(*)::INTEGER AS cases, count(*) FILTER (${inTime})::INTEGER AS reached
${oldEnough}
GROUP BY month, nth, step, week
ORDER BY month, nth, week`,
  item: row => ({
    month: String(row.month),
    step: String(row.step) as CohortStep,
    week: numberOrZero(row.week),
    cases: numberOrZero(row.cases),
    reached: numberOrZero(row.reached),
  }),
  cell: ({ month, step, week, cases, reached }) => ({
    about: { month, step, week },
    ...{ count: cases, parts: { reached } },
  }),
  nested: ({ month, step }) => `${month} ${step}`,
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${reached}
SELECT case_id, NULL::BIGINT AS position, submitted_at AS since, reached_at AS until, ${month} AS month, step, week,
  coalesce(${inTime}, false) AS in_time
${oldEnough}`,
    about: {
      month: sameTextSql('month', 'month'),
      step: sameTextSql('step', 'step'),
      week: sameTextSql('week', 'week'),
    },
    figures: { cases: { counts: 'cases' }, reached: { counts: 'cases', where: 'in_time' } },
  },
};
