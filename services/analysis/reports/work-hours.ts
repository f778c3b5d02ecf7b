/** At which hours of the week cases come to technicians, and leave them. Weekdays and hours of the zone. */
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import {
  caseCountColumnsSql,
  chosenCasesSql,
  momentSql,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
} from './report.ts';
import { technicianStaysSql } from './technician-stays.ts';

export type WorkHour = {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** 0 to 23. */
  hour: number;
  cases: number;
  /** Stays that began and ended; null: hidden because it is too small. */
  came: number | null;
  left: number | null;
};

/** Each beginning and end of a stay in the range. */
const turns = `turns AS (
  SELECT *, timezone($zone, timezone('UTC', since)) AS here FROM (
    SELECT s.case_id, s.entered_pos AS position, s.entered_at AS since, true AS came ${technicianStaysSql}
    UNION ALL
    SELECT s.case_id, s.left_pos, s.left_at, false ${technicianStaysSql} AND s.left_at IS NOT NULL
  ) WHERE since >= ${momentSql('from')} AND since < ${momentSql('to')}
)`;
const [weekday, hour] = ['isodow(here)', 'hour(here)'];

export const workHoursReport: ReportDefinition<WorkHour> = {
  positions: positionsSeeingReplay,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
${turns}
SELECT ${weekday} AS weekday, ${hour} AS hour, count(DISTINCT case_id)::INTEGER AS cases,
  count(*) FILTER (came)::INTEGER AS came, count(*) FILTER (NOT came)::INTEGER AS gone,
  ${caseCountColumnsSql('came', 'came')}, ${caseCountColumnsSql('gone', 'NOT came')}
FROM turns GROUP BY ALL ORDER BY weekday, hour`,
  item: row => ({
    weekday: numberOrZero(row.weekday),
    hour: numberOrZero(row.hour),
    cases: numberOrZero(row.cases),
    came: numberOrZero(row.came),
    left: numberOrZero(row.gone),
  }),
  cell: ({ weekday: day, hour: at, cases, came, left }) => ({
    about: { weekday: day, hour: at },
    ...{ count: cases, parts: { came, left } },
  }),
  factParts: { came: 'came', left: 'gone' },
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${turns}
SELECT case_id, position, since, NULL::TIMESTAMP AS until, came, ${weekday} AS weekday, ${hour} AS hour FROM turns`,
    about: { weekday: sameTextSql('weekday', 'weekday'), hour: sameTextSql('hour', 'hour') },
    figures: {
      cases: { counts: 'cases' },
      came: { counts: 'facts', where: 'came' },
      left: { counts: 'facts', where: 'NOT came' },
    },
  },
};
