/** At which hours of the week cases come to technicians, and leave them. Weekdays and hours of the zone. */
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import { casesOfPart, chosenCases, momentSql, numberOf, type Report, sameText } from './report.ts';
import { technicianStays } from './technician-stays.ts';

export type WorkHour = {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** 0 to 23. */
  hour: number;
  cases: number;
  /** Stays that began and ended; null: too few to tell. */
  came: number | null;
  left: number | null;
};

/** Each beginning and end of a stay in the range. */
const turns = `turns AS (
  SELECT *, timezone($zone, timezone('UTC', since)) AS here FROM (
    SELECT s.case_id, s.entered_pos AS position, s.entered_at AS since, true AS came ${technicianStays}
    UNION ALL
    SELECT s.case_id, s.left_pos, s.left_at, false ${technicianStays} AND s.left_at IS NOT NULL
  ) WHERE since >= ${momentSql('from')} AND since < ${momentSql('to')}
)`;
const [weekday, hour] = ['isodow(here)', 'hour(here)'];

export const workHours: Report<WorkHour> = {
  positions: positionsSeeingReplay,
  by: [null],
  sql: () => `WITH ${chosenCases},
${turns}
SELECT ${weekday} AS weekday, ${hour} AS hour, count(DISTINCT case_id)::INTEGER AS cases,
  count(*) FILTER (came)::INTEGER AS came, count(*) FILTER (NOT came)::INTEGER AS gone,
  ${casesOfPart('came', 'came')}, ${casesOfPart('gone', 'NOT came')}
FROM turns GROUP BY ALL ORDER BY weekday, hour`,
  item: row => ({
    weekday: numberOf(row.weekday),
    hour: numberOf(row.hour),
    cases: numberOf(row.cases),
    came: numberOf(row.came),
    left: numberOf(row.gone),
  }),
  cell: ({ weekday: day, hour: at, cases, came, left }) => ({
    about: { weekday: day, hour: at },
    ...{ count: cases, parts: { came, left } },
  }),
  factParts: { came: 'came', left: 'gone' },
  basis: {
    sql: () => `WITH ${chosenCases}, ${turns}
SELECT case_id, position, since, NULL::TIMESTAMP AS until, came, ${weekday} AS weekday, ${hour} AS hour FROM turns`,
    about: { weekday: sameText('weekday', 'weekday'), hour: sameText('hour', 'hour') },
    figures: {
      cases: { counts: 'cases' },
      came: { counts: 'facts', where: 'came' },
      left: { counts: 'facts', where: 'NOT came' },
    },
  },
};
