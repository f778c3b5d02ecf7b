/**
 * The work of each technician in the range: cases that were with them, that came and that left. Little's law, L = lambda W
 * (J. D. C. Little, 1961), holds for a queue in balance; the report shows both sides, so that their difference tells how far
 * arrivals and departures were from it.
 */

import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import {
  caseCountColumnsSql,
  chosenCasesSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  textOrNull,
} from './report.ts';
import { statusesWithTechnician, technicianStaysSql } from './technician-stays.ts';

export type WorkloadRow = {
  /** Pseudonym; null in the row of all technicians together. */
  person: string | null;
  cases: number;
  /** Null, here and below: hidden because it is too small. */
  came: number | null;
  left: number | null;
  /** Cases that another technician had before, and that were given to them in the range. */
  takenOver: number | null;
  /** Cases that the technician has at the end of the range. */
  open: number | null;
  /** L: mean number of cases with them. */
  meanOpen: number;
  /** Lambda: cases that came, by day of 24 hours. */
  perDay: number;
  /** W: mean days of the stays that ended in the range; null without any. */
  meanDays: number | null;
};

const within = `greatest(0, least(coalesce(epoch_ms(s.left_at), $now::BIGINT), $to::BIGINT, $now::BIGINT) - greatest(epoch_ms(s.entered_at), $from::BIGINT))`;
const isIn = (time: string) => `epoch_ms(${time}) >= $from::BIGINT AND epoch_ms(${time}) < $to::BIGINT`;
const dayMs = '86400000.0';
const length = `(least($to::BIGINT, $now::BIGINT) - $from::BIGINT)`;

/** Each time in the range that a case was given to another technician, while it was with one. */
const handedOver = `handed_over AS (
  SELECT given.case_id, e.position, e.clock, given.handed.assignee AS person
  FROM (SELECT s.case_id, unnest(s.handed) AS handed FROM stays s JOIN chosen USING (case_id) WHERE s.status IN (${statusesWithTechnician.join(', ')})) AS given
  JOIN events e ON e.position = given.handed.position
  WHERE ${isIn('e.clock')} AND ($person::VARCHAR IS NULL OR given.handed.assignee = $person)
)`;
const isOpenAtEnd = `epoch_ms(s.entered_at) < $to::BIGINT AND (s.left_at IS NULL OR epoch_ms(s.left_at) >= $to::BIGINT)`;

const takenOver = (count: string) =>
  `(SELECT ${count}::INTEGER FROM handed_over h WHERE held.person IS NULL OR h.person = held.person)`;
/** The rest has only stays of the range, as the number of cases beside it. */
const casesOfStays = (column: string, condition: string) =>
  caseCountColumnsSql(column, condition, {
    caseId: 's.case_id',
    rest: `${within} > 0 AND (${condition}) IS NOT TRUE`,
  });

export const workloadReport: ReportDefinition<WorkloadRow> = {
  positions: positionsSeeingReplay,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
${handedOver},
held AS (SELECT s.assignee AS person, count(DISTINCT s.case_id) FILTER (${within} > 0)::INTEGER AS cases,
  count(*) FILTER (${isIn('s.entered_at')})::INTEGER AS came,
  count(*) FILTER (s.left_at IS NOT NULL AND ${isIn('s.left_at')})::INTEGER AS gone,
  count(*) FILTER (${isOpenAtEnd})::INTEGER AS open,
  ${casesOfStays('came', isIn('s.entered_at'))}, ${casesOfStays('gone', `s.left_at IS NOT NULL AND ${isIn('s.left_at')}`)},
  ${casesOfStays('open', isOpenAtEnd)},
  round(sum(${within})::DOUBLE / ${length}, 3) AS mean_open,
  round(count(*) FILTER (${isIn('s.entered_at')}) * ${dayMs} / ${length}, 3) AS per_day,
  round(avg(epoch_ms(s.left_at) - epoch_ms(s.entered_at)) FILTER (s.left_at IS NOT NULL AND ${isIn('s.left_at')}) / ${dayMs}, 3) AS mean_days
${technicianStaysSql}
GROUP BY GROUPING SETS ((), (s.assignee))
HAVING count(*) FILTER (${within} > 0) > 0)
SELECT *, ${takenOver('count(*)')} AS taken_over, ${takenOver('count(DISTINCT case_id)')} AS taken_over_cases
FROM held ORDER BY held.person IS NOT NULL, mean_open DESC, held.person`,
  item: row => ({
    person: textOrNull(row.person),
    cases: numberOrZero(row.cases),
    came: numberOrZero(row.came),
    left: numberOrZero(row.gone),
    takenOver: numberOrZero(row.taken_over),
    open: numberOrZero(row.open),
    meanOpen: numberOrZero(row.mean_open),
    perDay: numberOrZero(row.per_day),
    meanDays: numberOrNull(row.mean_days),
  }),
  cell: ({ person, cases, came, left, takenOver, open }) => ({
    about: { person },
    ...{ count: cases, parts: { came, left, takenOver, open } },
  }),
  factParts: { came: 'came', left: 'gone', takenOver: 'taken_over', open: 'open' },
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${handedOver}
SELECT s.case_id, s.entered_pos AS position, s.entered_at AS since, s.left_at AS until, s.assignee AS person,
  ${within} > 0 AS held, ${isIn('s.entered_at')} AS came, coalesce(${isIn('s.left_at')}, false) AS gone, ${isOpenAtEnd} AS is_open, false AS taken
${technicianStaysSql}
UNION ALL SELECT case_id, position, clock, NULL, person, false, false, false, false, true FROM handed_over`,
    person: 'person',
    about: { person: '($c_person::VARCHAR IS NULL OR person = $c_person)' },
    figures: {
      cases: { counts: 'cases', where: 'held' },
      came: { counts: 'facts', where: 'came' },
      left: { counts: 'facts', where: 'gone' },
      takenOver: { counts: 'facts', where: 'taken' },
      open: { counts: 'facts', where: 'is_open' },
    },
  },
};
