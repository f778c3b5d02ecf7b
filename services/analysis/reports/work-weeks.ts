/** Work of technicians over time: cases that came and left in each week, and those that were with them at its end. */
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import {
  caseCountColumnsSql,
  chosenCasesSql,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
} from './report.ts';
import { technicianStaysSql } from './technician-stays.ts';

export type WorkWeek = {
  /** Monday of the week in the zone, yyyy-mm-dd. */
  week: string;
  /** Cases that a technician had at some time of the week. */
  cases: number;
  /** Null, here and below: hidden because it is too small. */
  came: number | null;
  left: number | null;
  /** At the end of the week. */
  open: number | null;
};

const mondayOf = (time: string) => `date_trunc('week', timezone($zone, timezone('UTC', ${time})))::DATE`;
const firstWeek = mondayOf('make_timestamp_ms($from::BIGINT)');
const lastWeek = mondayOf('make_timestamp_ms(least($to::BIGINT - 1, $now::BIGINT))');

/** Each stay in each week that it touches. A stay that goes on touches all up to the last one. */
const held = `held AS (
  SELECT s.case_id, s.entered_pos, s.entered_at, s.left_at,
    ${mondayOf('s.entered_at')} AS came_in, ${mondayOf('s.left_at')} AS left_in,
    unnest(generate_series(greatest(${mondayOf('s.entered_at')}, ${firstWeek}), least(coalesce(${mondayOf('s.left_at')}, ${lastWeek}), ${lastWeek}), INTERVAL 7 DAY))::DATE AS week
  ${technicianStaysSql}
)`;
const isCame = 'came_in = week';
const isLeft = 'coalesce(left_in = week, false)';
const isOpen = '(left_in IS NULL OR left_in > week)';

export const workWeeksReport: ReportDefinition<WorkWeek> = {
  positions: positionsSeeingReplay,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
${held}
SELECT strftime(week, '%Y-%m-%d') AS week, count(DISTINCT case_id)::INTEGER AS cases,
  count(*) FILTER (${isCame})::INTEGER AS came, count(*) FILTER (${isLeft})::INTEGER AS gone,
  count(*) FILTER (${isOpen})::INTEGER AS open,
  ${caseCountColumnsSql('came', isCame)}, ${caseCountColumnsSql('gone', isLeft)}, ${caseCountColumnsSql('open', isOpen)}
FROM held GROUP BY week ORDER BY week`,
  item: row => ({
    week: String(row.week),
    cases: numberOrZero(row.cases),
    came: numberOrZero(row.came),
    left: numberOrZero(row.gone),
    open: numberOrZero(row.open),
  }),
  cell: ({ week, cases, came, left, open }) => ({
    about: { week },
    ...{ count: cases, parts: { came, left, open } },
  }),
  factParts: { came: 'came', left: 'gone', open: 'open' },
  line: () => '',
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${held}
SELECT case_id, entered_pos AS position, entered_at AS since, left_at AS until, strftime(week, '%Y-%m-%d') AS week,
  ${isCame} AS came, ${isLeft} AS gone, ${isOpen} AS is_open FROM held`,
    about: { week: sameTextSql('week', 'week') },
    figures: {
      cases: { counts: 'cases' },
      came: { counts: 'facts', where: 'came' },
      left: { counts: 'facts', where: 'gone' },
      open: { counts: 'facts', where: 'is_open' },
    },
  },
};
