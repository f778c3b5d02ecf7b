/**
 * Of the cases submitted in the range: how many reached each step by now, and after how long. Of a case that was taken back and
 * submitted again, only what follows counts.
 */

import { analystPositions } from '#events/analysis/rights.ts';
import { Status } from '#events/case/status.ts';
import {
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
} from './report.ts';

/** Steps in order, with the statuses that show that a case reached them. */
const steps = {
  submitted: [Status.ToAccept],
  accepted: [Status.CaseProcessing, Status.ModelProcessing],
  designed: [Status.PlanAwaitingExpert],
  presented: [Status.PlanAwaitingDoctor],
  approved: [Status.PrepareProduction],
  shipped: [Status.Shipping],
  received: [Status.AwaitingNextBatch, Status.AllSent],
  completed: [Status.Completed],
} as const satisfies Record<string, readonly Status[]>;
export type FunnelStep = keyof typeof steps;
// Cast: Object.keys forgets the type of the keys.
export const funnelSteps = Object.keys(steps) as FunnelStep[];

export type FunnelItem = {
  step: FunnelStep;
  cases: number;
  /** Median seconds from the submission, of the cases that got there; null without any. */
  medianS: number | null;
};

const stepRows = funnelSteps
  .flatMap((step, i) => steps[step].map(status => `(${i}, '${step}', ${status})`))
  .join(', ');

/** The first time that a case of the range came to each step. */
const reached = `steps(nth, step, status) AS (VALUES ${stepRows}),
reached AS (
  SELECT steps.nth, steps.step, s.case_id, min(epoch_ms(s.entered_at)) AS came, min(s.entered_pos) AS position,
    any_value(epoch_ms(c.submitted_at)) AS submitted
  FROM stays s JOIN steps USING (status) JOIN chosen c USING (case_id)
  WHERE s.entered_at >= c.submitted_at AND c.submitted_at >= ${momentSql('from')} AND c.submitted_at < ${momentSql('to')}
  GROUP BY ALL
)`;

export const funnelReport: ReportDefinition<FunnelItem> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
${reached}
SELECT names.step, count(reached.case_id)::INTEGER AS cases,
  quantile_disc((reached.came - reached.submitted) // 1000, 0.5)::INTEGER AS median
FROM (SELECT DISTINCT nth, step FROM steps) AS names LEFT JOIN reached USING (nth, step)
GROUP BY names.nth, names.step ORDER BY names.nth`,
  item: row => ({
    step: String(row.step) as FunnelStep,
    cases: numberOrZero(row.cases),
    medianS: numberOrNull(row.median),
  }),
  cell: ({ step, cases }) => ({ about: { step }, count: cases }),
  nested: () => '',
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${reached}
SELECT case_id, position, make_timestamp_ms(came) AS since, NULL::TIMESTAMP AS until, step FROM reached`,
    about: { step: sameTextSql('step', 'step') },
    figures: { cases: { counts: 'cases' } },
  },
};
