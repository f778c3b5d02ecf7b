/** Questions that come with the product, beside the reports' own: short texts to begin from. */
import { Status } from '#events/case/status.ts';
import type { QuestionParams } from '#events/question/params.ts';

type Starter = { sql: string; params: QuestionParams };

/** The questions that come with the product, by name. */
export const starterQuestions = {
  standing: {
    sql: `SELECT status, count(*) AS cases, min(entered_at) AS oldest
FROM stays WHERE left_at IS NULL
GROUP BY status ORDER BY status`,
    params: {},
  },
  waiting: {
    sql: `SELECT case_id, entered_at, assignee, waits_for
FROM stays WHERE status = $status AND left_at IS NULL
ORDER BY entered_at LIMIT 100`,
    params: { status: { type: 'status', value: Status.PlanAwaitingDoctor } },
  },
  busiest: {
    sql: `SELECT assignee, count(*) AS cases
FROM stays WHERE left_at IS NULL AND assignee IS NOT NULL
GROUP BY assignee ORDER BY cases DESC`,
    params: {},
  },
  reasons: {
    sql: `SELECT date_trunc('month', clock)::DATE AS since, reason, count(*) AS times
FROM events, unnest(reasons) AS given(reason)
WHERE result = 'refused'
GROUP BY ALL ORDER BY since, times DESC`,
    params: {},
  },
  toShipment: {
    sql: `SELECT date_trunc('month', submitted_at)::DATE AS month, count(*) AS shipped,
  round(quantile_disc(epoch(shipped_at - submitted_at), 0.5) / 86400, 1) AS half_within_days,
  round(quantile_disc(epoch(shipped_at - submitted_at), 0.85) / 86400, 1) AS most_within_days
FROM cases WHERE shipped_at IS NOT NULL
GROUP BY month ORDER BY month`,
    params: {},
  },
} as const satisfies Record<string, Starter>;
export type StarterName = keyof typeof starterQuestions;
