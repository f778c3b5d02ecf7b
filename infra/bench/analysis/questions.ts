/**
 * Questions about the stays, for the segments (DuckDB) and for node:sqlite. Each engine gets its own well-written SQL.
 */

/** Columns of `stays` that the questions need; times in ms since 1970. */
export type StayRow = {
  caseId: string;
  nth: number;
  status: number;
  enteredAt: number;
  leftAt: number | null;
  lastedS: number | null;
  after: number | null;
};

export type BenchQuestion = {
  what: string;
  /** Goal for the ratio to SQLite without an index, as the design has it. */
  wanted: number;
  segments: string;
  sqlite: string;
  /** The SQLite index that serves this question best. It is the only index then. */
  index: string;
};

export const benchQuantiles = [0.5, 0.85, 0.95] as const;

/** Quantiles of ended stays in SQLite, which has no quantile function. */
const ranked = (group: string) => `WITH ranked AS (SELECT ${group}, lasted_s,
    row_number() OVER (PARTITION BY ${group} ORDER BY lasted_s) AS n, count(*) OVER (PARTITION BY ${group}) AS size
  FROM stays WHERE after_status IS NOT NULL)
  SELECT ${group}, max(size), ${benchQuantiles.map(share => `min(lasted_s) FILTER (WHERE n >= size * ${share})`).join(', ')}
  FROM ranked GROUP BY ${group}`;

/** Quantiles of ended stays. One call with a list, because each call would sort again. */
const quantiles = (
  group: string,
) => `SELECT ${group}, count(*), quantile_disc(lasted_s, [${benchQuantiles.join(', ')}])
  FROM stays WHERE after_status IS NOT NULL GROUP BY ${group}`;

/** The process map: each edge with its number of stays and quantiles. */
export const processMapSql = quantiles('status, after_status');

/** The variants with their number of cases. Cases that were never submitted have an empty variant. */
export const variantsSql = 'SELECT way, count(*) FROM cases GROUP BY way ORDER BY 2 DESC';

/** @param moment at which the queues are counted, ms */
export const benchQuestionsAt = (moment: number): readonly BenchQuestion[] => [
  {
    ...{ what: 'cycle times', wanted: 20, segments: quantiles('status'), sqlite: ranked('status') },
    index: '(status, lasted_s) WHERE after_status IS NOT NULL',
  },
  {
    ...{ what: 'funnel', wanted: 8, index: '(status, case_id)' },
    // Counts cases by the set of statuses that they reached, as bits of a number. SQLite has no aggregate for bits.
    segments: `SELECT status, sum(cases)::BIGINT FROM (SELECT reached, count(*) AS cases
        FROM (SELECT bit_or(1::UBIGINT << status) AS reached FROM stays GROUP BY case_id) GROUP BY reached)
      JOIN range(63) AS numbers(status) ON reached >> status & 1 = 1 GROUP BY status`,
    sqlite: 'SELECT status, count(DISTINCT case_id) FROM stays GROUP BY status',
  },
  {
    ...{
      what: 'map with medians',
      wanted: 20,
      segments: processMapSql,
      sqlite: ranked('status, after_status'),
    },
    index: '(status, after_status, lasted_s)',
  },
  {
    ...{ what: 'queues at a second', wanted: 4, index: '(status, entered_at, left_at)' },
    segments: `SELECT status, count(*) FROM stays WHERE entered_at <= make_timestamp_ms(${moment})
      AND (left_at IS NULL OR left_at > make_timestamp_ms(${moment})) GROUP BY status`,
    sqlite: `SELECT status, count(*) FROM stays WHERE entered_at <= ${moment} AND (left_at IS NULL OR left_at > ${moment}) GROUP BY status`,
  },
];
