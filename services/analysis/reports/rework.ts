/**
 * What was sent back: refusals of plans and targets, requests for information, returns, failed batches; by reason. A refusal is
 * met if the next version that the same reviewer judged was approved, or refused for other reasons only. It costs the time until
 * the case stood at the same status again; a refinement costs the time until it ended.
 */
import { analystPositions } from '#events/analysis/rights.ts';
import {
  caseCountColumnsSql,
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  type SplitName,
  sameTextSql,
  textOrNull,
} from './report.ts';

export type ReworkItem = {
  /** Type of the event. */
  type: string;
  /** Key of the reason; null: not said. */
  reason: string | null;
  /** Value of the split; null without one. */
  group: string | null;
  /** Times that it was given. An event with two reasons counts for both. */
  times: number;
  cases: number;
  /** Refusals whose next version was judged, and those that it met. Null: hidden because it is too small. */
  judged: number | null;
  met: number | null;
  /** Median seconds that it cost; null: not known yet. */
  costS: number | null;
};

/** Reviews, which send a case back if they refuse. */
export const reviewEventTypes = [
  'TargetExpertReviewed',
  'TargetDoctorReviewed',
  'PlanExpertReviewed',
  'PlanDoctorReviewed',
];
/** Types of the other events that send a case back. */
export const sendBackEventTypes = [
  'CaseDenied',
  'InfoRequested',
  'ModelsRefused',
  'PlanRecalled',
  'ReturnedToDesign',
  'BatchFailed',
  'RefinementOpened',
];
/** The types as the values of an SQL `IN`. */
export const quotedTypesSql = (types: readonly string[]) => types.map(type => `'${type}'`).join(', ');

/** The largest position, for stays that are open. Trap: with OR instead, the engine compares every event with every stay. */
const never = '9223372036854775807';
/** Joins the stay `s` of a chosen case in which an event of a table happened. */
export const stayDuringEventSql = (table: string) => `JOIN chosen USING (case_id) LEFT JOIN stays s
    ON s.case_id = ${table}.case_id AND s.entered_pos < ${table}.position AND coalesce(s.left_pos, ${never}) >= ${table}.position`;

/** What the report may be split by: columns of the event with its stay (`a`) and its case (`c`). */
const groups = {
  technician: 'a.assignee',
  expert: `CASE WHEN a.type IN ('TargetExpertReviewed', 'PlanExpertReviewed') THEN a.actor END`,
  doctor: 'c.owner',
  org: 'c.org_id',
  method: 'c.method',
  productType: 'c.product_type',
  preset: 'c.preset',
  version: 'a.version',
} as const satisfies Partial<Record<SplitName, string>>;
type ReworkSplit = keyof typeof groups;
// Cast: the routes ask for the splits of `by` only.
/** SQL of the column that the report is split by. */
export const splitColumnSql = (by: SplitName | null) =>
  by === null ? 'NULL::VARCHAR' : `${groups[by as ReworkSplit]}::VARCHAR`;

/** Each time that a case was sent back, once for each reason, with what followed. */
const given = (by: SplitName | null) => `sent AS (
  SELECT e.type, e.case_id, e.position, e.reasons, e.clock, e.actor, e.version FROM events e
  WHERE (e.type IN (${quotedTypesSql(reviewEventTypes)}) AND e.result = 'refused' OR e.type IN (${quotedTypesSql(sendBackEventTypes)}))
    AND e.clock >= ${momentSql('from')} AND e.clock < ${momentSql('to')}
),
assigned AS (
  SELECT sent.*, s.assignee, s.status FROM sent ${stayDuringEventSql('sent')}
),
answers AS (
  SELECT a.position, arg_min({'result': e.result, 'reasons': e.reasons}, e.position) AS answer
  FROM assigned a JOIN events e ON e.case_id = a.case_id AND e.type = a.type AND e.position > a.position
  WHERE a.type IN (${quotedTypesSql(reviewEventTypes)}) AND e.version IS DISTINCT FROM a.version GROUP BY a.position
),
returns AS (
  SELECT a.position, min(e.clock) AS back_at
  FROM assigned a JOIN events e ON e.case_id = a.case_id AND e.position > a.position
  WHERE CASE WHEN a.type = 'RefinementOpened' THEN e.type = 'RefinementEnded' ELSE e.to_status = a.status END
  GROUP BY a.position
),
given AS (
  SELECT a.type, g.reason, ${splitColumnSql(by)} AS split, a.case_id, a.position, a.clock, back_at,
    CASE WHEN answer IS NOT NULL THEN answer.result <> 'refused'
      OR (len(a.reasons) > 0 AND len(answer.reasons) > 0 AND NOT list_has_any(a.reasons, answer.reasons)) END AS met
  FROM assigned a JOIN chosen c USING (case_id) LEFT JOIN answers ON answers.position = a.position
    LEFT JOIN returns ON returns.position = a.position,
    unnest(CASE WHEN len(a.reasons) = 0 THEN [NULL] ELSE a.reasons END) AS g(reason)
)`;

export const reworkReport: ReportDefinition<ReworkItem> = {
  positions: analystPositions,
  by: [null, 'technician', 'expert', 'doctor', 'org', 'method', 'productType', 'preset', 'version'],
  sql: by => `WITH ${chosenCasesSql},
${given(by)}
SELECT type, reason, split, count(*)::INTEGER AS times, count(DISTINCT case_id)::INTEGER AS cases,
  count(met)::INTEGER AS judged, count(*) FILTER (met)::INTEGER AS met,
  ${caseCountColumnsSql('judged', 'met IS NOT NULL')}, ${caseCountColumnsSql('met', 'met', { rest: 'NOT met' })},
  quantile_disc((epoch_ms(back_at) - epoch_ms(clock)) // 1000, 0.5)::INTEGER AS cost
FROM given GROUP BY ALL ORDER BY times DESC, type, reason NULLS LAST, split NULLS FIRST`,
  item: row => ({
    type: String(row.type),
    reason: textOrNull(row.reason),
    group: textOrNull(row.split),
    times: numberOrZero(row.times),
    cases: numberOrZero(row.cases),
    judged: numberOrZero(row.judged),
    met: numberOrZero(row.met),
    costS: numberOrNull(row.cost),
  }),
  cell: ({ type, reason, group, cases, judged, met }) => ({
    about: { type, reason, group },
    ...{ group, count: cases, parts: { judged, met } },
  }),
  factParts: { judged: 'judged', met: 'met' },
  basis: {
    sql: by => `WITH ${chosenCasesSql}, ${given(by)}
SELECT case_id, position, clock AS since, back_at AS until, type, reason, split, met FROM given`,
    about: {
      type: sameTextSql('type', 'type'),
      reason: sameTextSql('reason', 'reason'),
      group: sameTextSql('split', 'group'),
    },
    figures: {
      times: { counts: 'facts' },
      cases: { counts: 'cases' },
      judged: { counts: 'facts', where: 'met IS NOT NULL' },
      met: { counts: 'facts', where: 'met' },
    },
  },
};
