/**
 * How long cases stay at each status. Open stays count as "at least so long" (Kaplan-Meier: the share S(t) that stays longer
 * than t is the product over all ended lengths s <= t of 1 - ended(s) / staying at least s), so that slow cases are not
 * forgotten because they are still on their way. As for forecasts (events/analysis/survival.ts), the curve ends where it rests on
 * fewer than eight stays: staying at least t, divided by S before t.
 *
 * Each quantile has an interval that holds the true one 90 times of 100: the share p at the quantile is known to
 * p +- z sqrt(p (1 - p) / n), and both ends are read back through the curve (R. S. Woodruff, Journal of the American Statistical
 * Association 47 (1952), 635-646; without open stays it is the interval between two order statistics). n is the number of stays
 * on which the curve rests at the quantile, as above.
 */
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import { minForecastCases } from '#events/forecast/forecast.ts';
import {
  afterDraftSql,
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  type ReportRow,
  type SplitName,
  sameTextSql,
  stayLengthSql,
  textOrNull,
} from './report.ts';

type Range = readonly [least: number | null, most: number | null];

export type CycleTime = {
  status: number;
  /** Value of the split; null without one. */
  group: string | null;
  /** Cases that the stays are of. */
  cases: number;
  stays: number;
  /** Stays that have not ended; null: hidden because it is too small. */
  open: number | null;
  /** Seconds after which half, 85 % and 95 % of the stays have ended; null: not known yet, or it would rest on too few. */
  p50S: number | null;
  p85S: number | null;
  p95S: number | null;
  /** Their 90 % intervals. Null: the quantile is not known, or too few stays bear the interval's end. */
  p50RangeS: Range;
  p85RangeS: Range;
  p95RangeS: Range;
  /** Medians of ended stays, seconds of the desk's hours. */
  workedS: number | null;
  waitedS: number | null;
};

/** Products of many factors miss a share by less than this. */
const tolerance = '1e-9';
/** Whether a share of the stays has ended. */
const isEnded = (share: string) => `rests AND staying <= 1 - (${share}) + ${tolerance}`;
const endedBy = (share: string) => `min(length) FILTER (${isEnded(share)})::INTEGER`;

const shares = { p50: 0.5, p85: 0.85, p95: 0.95 } as const;
const quantileNames = ['p50', 'p85', 'p95'] as const satisfies (keyof typeof shares)[];

/** Standard deviations of the normal distribution that hold 90 %. */
const z = 1.645;
/** Number of stays on which the curve rests at a quantile, for each of its rows. */
const borneBy = (name: keyof typeof shares) =>
  `arg_min(at_risk / before, length) FILTER (${isEnded(String(shares[name]))}) OVER (PARTITION BY status, split) AS ${name}_n`;
/** A quantile and the ends of its interval. */
const quantileOf = (name: keyof typeof shares) => {
  const p = shares[name];
  const margin = `${z} * sqrt(${p} * (1 - ${p}) / ${name}_n)`;
  return `${endedBy(String(p))} AS ${name},
    ${endedBy(`${p} - ${margin}`)} AS ${name}_least, ${endedBy(`${p} + ${margin}`)} AS ${name}_most`;
};

/** What the report may be split by: expressions over `s` (stays) and `c` (chosen cases). */
const groups = {
  month: `strftime(timezone($zone, timezone('UTC', s.entered_at)), '%Y-%m')`,
  technician: 's.assignee',
  doctor: 'c.owner',
  org: 'c.org_id',
  method: 'c.method',
  productType: 'c.product_type',
} as const satisfies Partial<Record<SplitName, string>>;
type TimesSplit = keyof typeof groups;
// Cast: the routes ask for the splits of `by` only.
const groupOf = (by: SplitName | null) =>
  by === null ? 'NULL::VARCHAR' : `${groups[by as TimesSplit]}::VARCHAR`;

/** The stays that began in the range. */
const lengths = (by: SplitName | null) => `SELECT s.case_id, s.status,
    ${groupOf(by)} AS split, ${stayLengthSql} AS length,
    s.after_status IS NOT NULL AS ended, s.worked_s, s.waited_s, s.entered_pos, s.entered_at, s.left_at
  FROM stays s JOIN chosen c USING (case_id)
  WHERE ${afterDraftSql} AND s.entered_at >= ${momentSql('from')} AND s.entered_at < ${momentSql('to')}`;

const sql: ReportDefinition<CycleTime>['sql'] = by => `WITH ${chosenCasesSql},
lengths AS (
  ${lengths(by)}
),
steps AS (
  SELECT status, split, length, count(*) AS stays, count(*) FILTER (ended) AS ended
  FROM lengths GROUP BY ALL
),
risks AS (
  SELECT *, sum(stays) OVER (PARTITION BY status, split ORDER BY length DESC) AS at_risk FROM steps
),
curve AS (
  SELECT *, CASE WHEN bool_or(ended = at_risk) OVER so_far THEN 0
    ELSE exp(sum(ln(CASE WHEN ended = at_risk THEN 1 ELSE 1 - ended / at_risk END)) OVER so_far) END AS staying
  FROM risks WINDOW so_far AS (PARTITION BY status, split ORDER BY length)
),
rested AS (
  SELECT *, bool_and(at_risk >= ${minForecastCases} * before - ${tolerance}) OVER (PARTITION BY status, split ORDER BY length) AS rests
  FROM (SELECT *, lag(staying, 1, 1) OVER (PARTITION BY status, split ORDER BY length) AS before FROM curve)
),
borne AS (
  SELECT *, ${quantileNames.map(borneBy).join(',\n    ')}
  FROM rested
),
quantiles AS (
  SELECT status, split, sum(stays)::INTEGER AS stays, sum(stays - ended)::INTEGER AS open,
    ${quantileNames.map(quantileOf).join(',\n    ')}
  FROM borne GROUP BY status, split
)
SELECT quantiles.*, cases, worked, waited FROM quantiles JOIN (
  SELECT status, split, count(DISTINCT case_id)::INTEGER AS cases, quantile_disc(worked_s, 0.5) AS worked, quantile_disc(waited_s, 0.5) AS waited
  FROM (SELECT * REPLACE (CASE WHEN ended THEN worked_s END AS worked_s, CASE WHEN ended THEN waited_s END AS waited_s) FROM lengths)
  GROUP BY ALL
) AS spent ON spent.status = quantiles.status AND spent.split IS NOT DISTINCT FROM quantiles.split
ORDER BY status, split NULLS FIRST`;

const rangeOf = (row: ReportRow, name: keyof typeof shares): Range => [
  numberOrNull(row[`${name}_least`]),
  numberOrNull(row[`${name}_most`]),
];

export const cycleTimesReport: ReportDefinition<CycleTime> = {
  positions: positionsSeeingReplay,
  by: [null, 'month', 'technician', 'doctor', 'org', 'method', 'productType'],
  sql,
  item: row => ({
    status: numberOrZero(row.status),
    group: textOrNull(row.split),
    cases: numberOrZero(row.cases),
    stays: numberOrZero(row.stays),
    open: numberOrZero(row.open),
    p50S: numberOrNull(row.p50),
    p85S: numberOrNull(row.p85),
    p95S: numberOrNull(row.p95),
    p50RangeS: rangeOf(row, 'p50'),
    p85RangeS: rangeOf(row, 'p85'),
    p95RangeS: rangeOf(row, 'p95'),
    workedS: numberOrNull(row.worked),
    waitedS: numberOrNull(row.waited),
  }),
  cell: ({ status, group, cases, open }) => ({
    about: { status, group },
    group,
    count: cases,
    parts: { open },
  }),
  basis: {
    sql: by => `WITH ${chosenCasesSql}, lengths AS (${lengths(by)})
SELECT case_id, entered_pos AS position, entered_at AS since, left_at AS until, status, split, ended FROM lengths`,
    about: { status: sameTextSql('status', 'status'), group: sameTextSql('split', 'group') },
    figures: {
      cases: { counts: 'cases' },
      stays: { counts: 'facts' },
      open: { counts: 'facts', where: 'NOT ended' },
    },
  },
};
