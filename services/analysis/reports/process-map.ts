/** Which status follows which, and how long cases stay before. Ended stays only; an end by deletion or erasure is no move. */
import { analystPositions } from '#events/analysis/rights.ts';
import {
  afterDraftSql,
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
} from './report.ts';

export type ProcessMapEdge = {
  status: number;
  /** The status that followed; null in the row of all stays at the status. */
  to: number | null;
  cases: number;
  stays: number;
  /** Seconds of the calendar within which half and 85 % of the stays ended. */
  medianS: number;
  p85S: number;
  /** Median seconds of the desk's hours. */
  deskS: number | null;
};

const endedStays = `FROM stays s JOIN chosen c USING (case_id)
WHERE ${afterDraftSql} AND s.after_status IS NOT NULL AND s.left_at >= ${momentSql('from')} AND s.left_at < ${momentSql('to')}`;

export const processMapReport: ReportDefinition<ProcessMapEdge> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCasesSql}
SELECT s.status, s.after_status AS following, count(DISTINCT s.case_id)::INTEGER AS cases, count(*)::INTEGER AS stays,
  quantile_disc(s.lasted_s, 0.5) AS median, quantile_disc(s.lasted_s, 0.85) AS p85,
  quantile_disc(s.worked_s + s.waited_s, 0.5)::INTEGER AS desk
${endedStays}
GROUP BY GROUPING SETS ((s.status), (s.status, s.after_status))
ORDER BY s.status, following NULLS FIRST`,
  item: row => ({
    status: numberOrZero(row.status),
    to: numberOrNull(row.following),
    cases: numberOrZero(row.cases),
    stays: numberOrZero(row.stays),
    medianS: numberOrZero(row.median),
    p85S: numberOrZero(row.p85),
    deskS: numberOrNull(row.desk),
  }),
  cell: ({ status, to, cases }) => ({ about: { status, to }, count: cases }),
  basis: {
    sql: () => `WITH ${chosenCasesSql}
SELECT s.case_id, s.left_pos AS position, s.entered_at AS since, s.left_at AS until, s.status, s.after_status AS following
${endedStays}`,
    about: {
      status: sameTextSql('status', 'status'),
      // The row of all stays at the status has no following one.
      to: '($c_to::VARCHAR IS NULL OR following::VARCHAR = $c_to)',
    },
    figures: { cases: { counts: 'cases' }, stays: { counts: 'facts' } },
  },
};
