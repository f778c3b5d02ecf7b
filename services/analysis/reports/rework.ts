/** What was sent back: refusals of plans and targets, requests for information, returns, failed batches; by reason. */
import { analystPositions } from '#events/analysis/rights.ts';
import { chosenCases, moment, numberOf, type Report, sameText, textOrNull } from './report.ts';

export type ReworkItem = {
  /** Type of the event. */
  type: string;
  /** Key of the reason; null: not said. */
  reason: string | null;
  /** Pseudonym or key of the split; null without one. */
  group: string | null;
  /** Times that it was given. An event with two reasons counts for both. */
  times: number;
  cases: number;
};

/** Events that send a case back. Reviews only when they refuse. */
const reviews = ['TargetExpertReviewed', 'TargetDoctorReviewed', 'PlanExpertReviewed', 'PlanDoctorReviewed'];
const others = [
  'CaseDenied',
  'InfoRequested',
  'ModelsRefused',
  'PlanRecalled',
  'ReturnedToDesign',
  'BatchFailed',
  'RefinementOpened',
];
const list = (types: readonly string[]) => types.map(type => `'${type}'`).join(', ');

/** What the report may be split by: columns of the events and cases. */
const groups = {
  technician: 'assignee',
  doctor: 'c.owner',
  org: 'c.org_id',
  method: 'c.method',
  productType: 'c.product_type',
} as const;
const groupOf = (by: string | null) =>
  by !== null && by in groups ? `${groups[by as keyof typeof groups]}::VARCHAR` : 'NULL::VARCHAR';

/** Each time that a case was sent back, once for each reason. */
const given = (by: string | null) => `sent AS (
  SELECT e.type, e.case_id, e.position, e.reasons, e.clock FROM events e
  WHERE (e.type IN (${list(reviews)}) AND e.result = 'refused' OR e.type IN (${list(others)}))
    AND e.clock >= ${moment('from')} AND e.clock < ${moment('to')}
),
assigned AS (
  SELECT sent.*, s.assignee FROM sent LEFT JOIN stays s
    ON s.case_id = sent.case_id AND s.entered_pos < sent.position AND (s.left_pos IS NULL OR s.left_pos >= sent.position)
),
given AS (
  SELECT a.type, g.reason, ${groupOf(by)} AS split, a.case_id, a.position, a.clock
  FROM assigned a JOIN chosen c USING (case_id),
    unnest(CASE WHEN len(a.reasons) = 0 THEN [NULL] ELSE a.reasons END) AS g(reason)
)`;

export const rework: Report<ReworkItem> = {
  positions: analystPositions,
  by: [null, 'technician', 'doctor', 'org', 'method', 'productType'],
  sql: by => `WITH ${chosenCases},
${given(by)}
SELECT type, reason, split, count(*)::INTEGER AS times, count(DISTINCT case_id)::INTEGER AS cases
FROM given GROUP BY ALL ORDER BY times DESC, type, reason NULLS LAST, split NULLS FIRST`,
  item: row => ({
    type: String(row.type),
    reason: textOrNull(row.reason),
    group: textOrNull(row.split),
    times: numberOf(row.times),
    cases: numberOf(row.cases),
  }),
  cell: ({ type, reason, group, cases }) => ({ about: { type, reason, group }, group, count: cases }),
  basis: {
    sql: by => `WITH ${chosenCases}, ${given(by)}
SELECT case_id, position, clock AS since, NULL::TIMESTAMP AS until, type, reason, split FROM given`,
    about: {
      type: sameText('type', 'type'),
      reason: sameText('reason', 'reason'),
      group: sameText('split', 'group'),
    },
    figures: { times: { counts: 'facts' }, cases: { counts: 'cases' } },
  },
};
