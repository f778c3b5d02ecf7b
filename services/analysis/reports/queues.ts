/** How many cases stood at each status at the end of each day, and how many came and left on it. Days of the zone. */
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import { afterDraftSql, chosenCasesSql, numberOrZero, type ReportDefinition, sameTextSql } from './report.ts';

export type QueueDay = {
  /** yyyy-mm-dd */
  day: string;
  status: number;
  standing: number;
  /** Null: hidden because it is too small. */
  came: number | null;
  left: number | null;
};

const localDay = (ms: string) => `timezone($zone, timezone('UTC', make_timestamp_ms(${ms})))::DATE`;

export const queuesReport: ReportDefinition<QueueDay> = {
  positions: positionsSeeingReplay,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
changes AS (
  SELECT s.status, ${localDay('epoch_ms(s.entered_at)')} AS day, s.case_id, 1 AS came, 0 AS gone FROM stays s JOIN chosen USING (case_id)
  WHERE ${afterDraftSql}
  UNION ALL
  SELECT s.status, ${localDay('epoch_ms(s.left_at)')}, s.case_id, 0, 1 FROM stays s JOIN chosen USING (case_id) WHERE ${afterDraftSql} AND s.left_at IS NOT NULL
),
days AS (
  SELECT status, unnest(generate_series(${localDay('$from::BIGINT')}, ${localDay('($to::BIGINT - 1)')}, INTERVAL 1 DAY))::DATE AS day
  FROM (SELECT DISTINCT status FROM changes)
),
daily AS (
  SELECT coalesce(days.day, changes.day) AS day, status, sum(coalesce(came, 0)) AS came, sum(coalesce(gone, 0)) AS gone,
    count(DISTINCT case_id) FILTER (came = 1) AS came_cases, count(DISTINCT case_id) FILTER (gone = 1) AS gone_cases
  FROM days FULL JOIN changes USING (status, day) GROUP BY ALL
),
standing AS (
  SELECT *, sum(came - gone) OVER (PARTITION BY status ORDER BY day) AS standing FROM daily
)
SELECT strftime(day, '%Y-%m-%d') AS day, status, standing::INTEGER AS standing, came::INTEGER AS came, gone::INTEGER AS gone,
  came_cases::INTEGER AS came_cases, gone_cases::INTEGER AS gone_cases
FROM standing
WHERE day BETWEEN ${localDay('$from::BIGINT')} AND ${localDay('($to::BIGINT - 1)')}
ORDER BY day, status`,
  item: row => ({
    day: String(row.day),
    status: numberOrZero(row.status),
    standing: numberOrZero(row.standing),
    came: numberOrZero(row.came),
    left: numberOrZero(row.gone),
  }),
  cell: ({ day, status, standing, came, left }) => ({
    about: { day, status },
    ...{ count: standing, parts: { came, left } },
  }),
  factParts: { came: 'came', left: 'gone' },
  line: ({ status }) => String(status),
  basis: {
    sql: () => `WITH ${chosenCasesSql}
SELECT s.case_id, s.entered_pos AS position, s.entered_at AS since, s.left_at AS until, s.status,
  ${localDay('epoch_ms(s.entered_at)')} AS came_on, ${localDay('epoch_ms(s.left_at)')} AS left_on
FROM stays s JOIN chosen USING (case_id) WHERE ${afterDraftSql}`,
    about: { day: '$c_day::DATE IS NOT NULL', status: sameTextSql('status', 'status') },
    figures: {
      standing: {
        counts: 'facts',
        where: 'came_on <= $c_day::DATE AND (left_on IS NULL OR left_on > $c_day::DATE)',
      },
      came: { counts: 'facts', where: 'came_on = $c_day::DATE' },
      left: { counts: 'facts', where: 'left_on = $c_day::DATE' },
    },
  },
};
