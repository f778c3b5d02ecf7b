/** First plans that the doctor judged, by the month of the submission: approved at once, with the second plan, or later. */
import { analystPositions } from '#events/analysis/rights.ts';
import {
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
} from './report.ts';

export type FirstPlansMonth = {
  /** yyyy-mm, in the zone. */
  month: string;
  /** Cases whose first plan was judged. */
  cases: number;
  /** Of these: approved with the first plan, with the second, with a later one. Null: hidden because it is too small. */
  accepted: number | null;
  second: number | null;
  later: number | null;
};

const conditions = {
  accepted: 'first_plan_accepted',
  second: 'NOT first_plan_accepted AND approved_at IS NOT NULL AND rounds = 2',
  later: 'NOT first_plan_accepted AND approved_at IS NOT NULL AND rounds > 2',
} as const;

const month = `strftime(timezone($zone, timezone('UTC', submitted_at)), '%Y-%m')`;
const judged = `FROM chosen WHERE first_plan_accepted IS NOT NULL
  AND submitted_at >= ${momentSql('from')} AND submitted_at < ${momentSql('to')}`;
const counted = Object.entries(conditions).map(
  ([name, condition]) => `count(*) FILTER (${condition})::INTEGER AS ${name}`,
);

export const firstPlansReport: ReportDefinition<FirstPlansMonth> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCasesSql}
SELECT ${month} AS month, count(*)::INTEGER AS cases,
  ${counted.join(',\n  ')}
${judged}
GROUP BY month ORDER BY month`,
  item: row => ({
    month: String(row.month),
    cases: numberOrZero(row.cases),
    accepted: numberOrNull(row.accepted),
    second: numberOrNull(row.second),
    later: numberOrNull(row.later),
  }),
  cell: ({ month, cases, accepted, second, later }) => ({
    about: { month },
    ...{ count: cases, parts: { accepted, second, later } },
  }),
  basis: {
    sql: () => `WITH ${chosenCasesSql}
SELECT case_id, NULL::BIGINT AS position, submitted_at AS since, approved_at AS until, ${month} AS month,
  first_plan_accepted, approved_at, rounds
${judged}`,
    about: { month: sameTextSql('month', 'month') },
    figures: {
      cases: { counts: 'cases' },
      accepted: { counts: 'cases', where: conditions.accepted },
      second: { counts: 'cases', where: conditions.second },
      later: { counts: 'cases', where: conditions.later },
    },
  },
};
