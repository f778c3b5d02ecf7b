/** How many cases stood at each status at the end of each day, and how many came and left on it. Days of the zone. */
import { replayPositions } from '#events/analysis/rights.ts';
import { afterDraft, chosenCases, numberOf, type Report } from './report.ts';

export type QueueDay = {
  /** yyyy-mm-dd */
  day: string;
  status: number;
  standing: number;
  came: number;
  left: number;
};

const localDay = (ms: string) => `timezone($zone, timezone('UTC', make_timestamp_ms(${ms})))::DATE`;

export const queues: Report<QueueDay> = {
  positions: replayPositions,
  by: [null],
  sql: () => `WITH ${chosenCases},
changes AS (
  SELECT s.status, ${localDay('epoch_ms(s.entered_at)')} AS day, 1 AS came, 0 AS gone FROM stays s JOIN chosen USING (case_id)
  WHERE ${afterDraft}
  UNION ALL
  SELECT s.status, ${localDay('epoch_ms(s.left_at)')}, 0, 1 FROM stays s JOIN chosen USING (case_id) WHERE ${afterDraft} AND s.left_at IS NOT NULL
),
days AS (
  SELECT status, unnest(generate_series(${localDay('$from::BIGINT')}, ${localDay('($to::BIGINT - 1)')}, INTERVAL 1 DAY))::DATE AS day
  FROM (SELECT DISTINCT status FROM changes)
),
daily AS (
  SELECT coalesce(days.day, changes.day) AS day, status, sum(coalesce(came, 0)) AS came, sum(coalesce(gone, 0)) AS gone
  FROM days FULL JOIN changes USING (status, day) GROUP BY ALL
),
standing AS (
  SELECT *, sum(came - gone) OVER (PARTITION BY status ORDER BY day) AS standing FROM daily
)
SELECT strftime(day, '%Y-%m-%d') AS day, status, standing::INTEGER AS standing, came::INTEGER AS came, gone::INTEGER AS gone
FROM standing
WHERE day BETWEEN ${localDay('$from::BIGINT')} AND ${localDay('($to::BIGINT - 1)')}
ORDER BY day, status`,
  item: row => ({
    day: String(row.day),
    status: numberOf(row.status),
    standing: numberOf(row.standing),
    came: numberOf(row.came),
    left: numberOf(row.gone),
  }),
  cell: ({ day, status, standing }) => ({ about: { day, status }, count: standing }),
};
