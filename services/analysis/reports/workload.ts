/**
 * The work of each technician in the range: cases that were with them, that came and that left. Little's law, L = lambda W
 * (J. D. C. Little, 1961), holds for a queue in balance; the report shows both sides, so that their difference tells how far
 * arrivals and departures were from it.
 */

import { replayPositions } from '#events/analysis/rights.ts';
import { Status } from '#events/case/status.ts';
import { chosenCases, numberOf, numberOrNull, type Report, textOrNull } from './report.ts';

export type Workload = {
  /** Pseudonym; null in the row of all technicians together. */
  person: string | null;
  cases: number;
  /** Null, here and below: too few to tell. */
  came: number | null;
  left: number | null;
  /** With them at the end of the range. */
  open: number | null;
  /** L: mean number of cases with them. */
  meanOpen: number;
  /** Lambda: cases that came, by day of 24 hours. */
  perDay: number;
  /** W: mean days of the stays that ended in the range; null without any. */
  meanDays: number | null;
};

/** Statuses at which the technician has the case. */
const withTechnician = [Status.PlanUnderDesign, Status.DoctorRejected, Status.ExpertRejected];

const within = `greatest(0, least(coalesce(epoch_ms(s.left_at), $now::BIGINT), $to::BIGINT, $now::BIGINT) - greatest(epoch_ms(s.entered_at), $from::BIGINT))`;
const isIn = (time: string) => `epoch_ms(${time}) >= $from::BIGINT AND epoch_ms(${time}) < $to::BIGINT`;
const dayMs = '86400000.0';
const length = `(least($to::BIGINT, $now::BIGINT) - $from::BIGINT)`;

const theirStays = `FROM stays s JOIN chosen USING (case_id)
WHERE s.assignee IS NOT NULL AND s.status IN (${withTechnician.join(', ')})`;
const isOpenAtEnd = `epoch_ms(s.entered_at) < $to::BIGINT AND (s.left_at IS NULL OR epoch_ms(s.left_at) >= $to::BIGINT)`;

export const workload: Report<Workload> = {
  positions: replayPositions,
  by: [null],
  sql: () => `WITH ${chosenCases}
SELECT s.assignee AS person, count(DISTINCT s.case_id) FILTER (${within} > 0)::INTEGER AS cases,
  count(*) FILTER (${isIn('s.entered_at')})::INTEGER AS came,
  count(*) FILTER (s.left_at IS NOT NULL AND ${isIn('s.left_at')})::INTEGER AS gone,
  count(*) FILTER (${isOpenAtEnd})::INTEGER AS open,
  round(sum(${within})::DOUBLE / ${length}, 3) AS mean_open,
  round(count(*) FILTER (${isIn('s.entered_at')}) * ${dayMs} / ${length}, 3) AS per_day,
  round(avg(epoch_ms(s.left_at) - epoch_ms(s.entered_at)) FILTER (s.left_at IS NOT NULL AND ${isIn('s.left_at')}) / ${dayMs}, 3) AS mean_days
${theirStays}
GROUP BY GROUPING SETS ((), (s.assignee))
HAVING count(*) FILTER (${within} > 0) > 0
ORDER BY s.assignee IS NOT NULL, mean_open DESC, person`,
  item: row => ({
    person: textOrNull(row.person),
    cases: numberOf(row.cases),
    came: numberOf(row.came),
    left: numberOf(row.gone),
    open: numberOf(row.open),
    meanOpen: numberOf(row.mean_open),
    perDay: numberOf(row.per_day),
    meanDays: numberOrNull(row.mean_days),
  }),
  cell: ({ person, cases, came, left, open }) => ({
    about: { person },
    ...{ count: cases, parts: { came, left, open } },
  }),
  basis: {
    sql: () => `WITH ${chosenCases}
SELECT s.case_id, s.entered_pos AS position, s.entered_at AS since, s.left_at AS until, s.assignee AS person,
  ${within} > 0 AS held, ${isIn('s.entered_at')} AS came, coalesce(${isIn('s.left_at')}, false) AS gone, ${isOpenAtEnd} AS is_open
${theirStays}`,
    person: 'person',
    about: { person: '($c_person::VARCHAR IS NULL OR person = $c_person)' },
    figures: {
      cases: { counts: 'cases', where: 'held' },
      came: { counts: 'facts', where: 'came' },
      left: { counts: 'facts', where: 'gone' },
      open: { counts: 'facts', where: 'is_open' },
    },
  },
};
