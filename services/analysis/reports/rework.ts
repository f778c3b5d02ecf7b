/** What was sent back: refusals of plans and targets, requests for information, returns, failed batches; by reason. */
import { analystPositions } from '#events/analysis/rights.ts';
import { chosenCases, moment, numberOf, type Report, textOrNull } from './report.ts';

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

/** The largest position, for stays that are open. Trap: with OR instead, the engine compares every event with every stay. */
const never = '9223372036854775807';

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

export const rework: Report<ReworkItem> = {
  positions: analystPositions,
  by: [null, 'technician', 'doctor', 'org', 'method', 'productType'],
  sql: by => `WITH ${chosenCases},
sent AS (
  SELECT e.type, e.case_id, e.position, e.reasons FROM events e
  WHERE (e.type IN (${list(reviews)}) AND e.result = 'refused' OR e.type IN (${list(others)}))
    AND e.clock >= ${moment('from')} AND e.clock < ${moment('to')}
),
assigned AS (
  SELECT sent.*, s.assignee FROM sent LEFT JOIN stays s
    ON s.case_id = sent.case_id AND s.entered_pos < sent.position AND coalesce(s.left_pos, ${never}) >= sent.position
)
SELECT a.type, given.reason, ${groupOf(by)} AS split, count(*)::INTEGER AS times, count(DISTINCT a.case_id)::INTEGER AS cases
FROM assigned a JOIN chosen c USING (case_id), unnest(CASE WHEN len(a.reasons) = 0 THEN [NULL] ELSE a.reasons END) AS given(reason)
GROUP BY ALL ORDER BY times DESC, a.type, given.reason NULLS LAST, split NULLS FIRST`,
  item: row => ({
    type: String(row.type),
    reason: textOrNull(row.reason),
    group: textOrNull(row.split),
    times: numberOf(row.times),
    cases: numberOf(row.cases),
  }),
  cell: ({ type, reason, group, cases }) => ({ about: { type, reason, group }, group, count: cases }),
};
