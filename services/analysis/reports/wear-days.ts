/**
 * Days for which patients wore their aligners against the days that were agreed, by the month of the submission: as the changes
 * say that patients and clinics reported. Days of a hold do not count, and an extension is agreed.
 */
import { analystPositions } from '#events/analysis/rights.ts';
import { chosenCasesSql, momentSql, numberOrZero, type ReportDefinition, sameTextSql } from './report.ts';

export type WearDaysMonth = {
  /** yyyy-mm of the submission, in the zone. */
  month: string;
  /** Cases with a reported change. */
  cases: number;
  /** Reported changes from an aligner to a later one. */
  changes: number;
  /** Days that were agreed for the aligners before these changes, and days that they were worn. */
  planned: number;
  worn: number;
  /** Changes after at least `lateAfterDays` days more than agreed. */
  late: number;
};

/** Days after the agreed one from which a change is late. A day more is a matter of the evening. */
export const lateAfterDays = 2;

const month = `strftime(timezone($zone, timezone('UTC', submitted_at)), '%Y-%m')`;
const inRecord = 'PARTITION BY case_id, record';
const isOverlap = 'h.case_id = m.case_id AND h.record = m.record';

/** A new record ends the one before it, with its holds, extensions and reports (events/wear). */
const changes = `wear AS (
  SELECT case_id, position, clock, type, stage, (facts->>'days')::INTEGER AS days,
    coalesce(facts->>'start', facts->>'on', facts->>'from')::DATE AS day, (facts->>'until')::DATE AS until,
    count(*) FILTER (type = 'WearRecorded') OVER (PARTITION BY case_id ORDER BY position) AS record
  FROM events WHERE type IN ('WearRecorded', 'AlignerChanged', 'WearHeld', 'WearResumed', 'WearExtended')
),
held AS (
  SELECT *, lead(type) OVER next AS next_type, lead(day) OVER next AS next_day
  FROM wear WHERE type IN ('WearHeld', 'WearResumed') WINDOW next AS (${inRecord} ORDER BY position)
),
holds AS (
  SELECT case_id, record, day AS held_from,
    CASE WHEN next_type = 'WearResumed' AND next_day >= day THEN least(next_day, until) ELSE until END AS held_until
  FROM held WHERE type = 'WearHeld'
),
marks AS (
  SELECT *, lag(day) OVER before AS since, lag(stage) OVER before AS from_stage,
    max(days) OVER (${inRecord}) AS agreed
  FROM wear WHERE type IN ('WearRecorded', 'AlignerChanged') WINDOW before AS (${inRecord} ORDER BY position)
),
changes AS (
  SELECT m.case_id, m.position, m.clock, submitted_at,
    agreed * (stage - from_stage) + (
      SELECT coalesce(sum(days), 0) FROM wear h
      WHERE ${isOverlap} AND type = 'WearExtended' AND h.stage >= m.from_stage AND h.stage < m.stage
    ) AS planned,
    day - since - (
      SELECT coalesce(sum(greatest(0, least(m.day, coalesce(held_until, m.day)) - greatest(m.since, held_from))), 0)
      FROM holds h WHERE ${isOverlap}
    ) AS worn
  FROM marks m JOIN chosen USING (case_id)
  WHERE type = 'AlignerChanged' AND stage > from_stage AND day >= since AND agreed IS NOT NULL
    AND submitted_at >= ${momentSql('from')} AND submitted_at < ${momentSql('to')}
)`;

const isLate = `worn >= planned + ${lateAfterDays}`;

export const wearDaysReport: ReportDefinition<WearDaysMonth> = {
  positions: analystPositions,
  by: [null],
  openOnly: true,
  sql: () => `WITH ${chosenCasesSql},
${changes}
SELECT ${month} AS month, count(DISTINCT case_id)::INTEGER AS cases, count(*)::INTEGER AS changes,
  sum(planned)::INTEGER AS planned, sum(worn)::INTEGER AS worn, count(*) FILTER (${isLate})::INTEGER AS late
FROM changes GROUP BY month ORDER BY month`,
  item: row => ({
    month: String(row.month),
    cases: numberOrZero(row.cases),
    changes: numberOrZero(row.changes),
    planned: numberOrZero(row.planned),
    worn: numberOrZero(row.worn),
    late: numberOrZero(row.late),
  }),
  cell: ({ month, cases }) => ({ about: { month }, count: cases }),
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${changes}
SELECT case_id, position, clock AS since, NULL::TIMESTAMP AS until, ${month} AS month, planned, worn FROM changes`,
    about: { month: sameTextSql('month', 'month') },
    figures: {
      cases: { counts: 'cases' },
      changes: { counts: 'facts' },
      late: { counts: 'facts', where: isLate },
    },
  },
};
