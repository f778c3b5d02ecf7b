/**
 * Every move of a case against the transition table that held at its position. The rules come from the log, as the parameter
 * `rules`; events/analysis/conform.ts judges the same, one by one.
 */
import { type MoveVerdict, type RulesSince, verdictsWithMoves } from '#events/analysis/conform.ts';
import { analystPositions } from '#events/analysis/rights.ts';
import { computedDraftStatuses } from '#events/case/status.ts';
import { quoteSqlText } from '../sql-text.ts';
import {
  chosenCasesSql,
  momentSql,
  numberOrNull,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
  textOrNull,
} from './report.ts';

export type ConformanceItem = {
  verdict: MoveVerdict;
  /** Type of the event, and the statuses; null where moves are only counted. */
  type: string | null;
  from: number | null;
  to: number | null;
  moves: number;
  cases: number;
};

/** Position after which no event follows. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** The rules as the value of `$rules`. `ends`: null for the status before. */
export function toRulesParam(history: readonly RulesSince[]): string {
  const rows = history.flatMap(({ since, rules }, i) => {
    const until = Number(history[i + 1]?.since ?? NEVER);
    const held = { since: Number(since), until, latest: i === history.length - 1 };
    return rules.map(({ type, from, to, by }) => {
      const ends = to.map(reach => (reach === 'prior' ? null : reach));
      return { ...held, type, starts: from, ends, actors: by };
    });
  });
  return JSON.stringify(rows);
}

const shape = JSON.stringify([
  {
    ...{ since: 'BIGINT', until: 'BIGINT', latest: 'BOOLEAN', type: 'VARCHAR' },
    ...{ starts: ['UTINYINT'], ends: ['UTINYINT'], actors: ['VARCHAR'] },
  },
]);
const drafts = computedDraftStatuses.join(', ');
const named = verdictsWithMoves.map(quoteSqlText).join(', ');

/** Every move with its verdict, in `told`. Moves that are only counted lose their type and statuses. */
const judgedMoves = `WITH ${chosenCasesSql},
ruled AS (SELECT unnest(from_json($rules::JSON, ${quoteSqlText(shape)}), max_depth := 2)),
starting AS (SELECT * EXCLUDE (starts), unnest(starts) AS start_status FROM ruled),
edges AS (SELECT * EXCLUDE (ends), unnest(ends) AS end_status FROM starting),
moved AS (
  SELECT e.case_id, e.position, e.clock, e.type, e.from_status, e.to_status, e.acted_as,
    lag(e.from_status) OVER (PARTITION BY e.case_id ORDER BY e.position) AS prior_status
  FROM events e JOIN chosen USING (case_id) WHERE e.to_status IS NOT NULL
),
permitted AS (
  SELECT m.position,
    bool_or(list_has_any(m.acted_as, r.actors)) FILTER (m.position > r.since AND m.position <= r.until) AS then_may,
    coalesce(bool_or(list_has_any(m.acted_as, r.actors)) FILTER (r.latest), false) AS now_may
  FROM moved m JOIN edges r ON r.type = m.type AND r.start_status = m.from_status
    AND coalesce(r.end_status, m.prior_status) = m.to_status
  GROUP BY m.position
),
judged AS (
  SELECT m.*, CASE
    WHEN coalesce(m.position <= (SELECT min(since) FROM ruled), true) THEN 'unrecorded'
    WHEN then_may IS NULL THEN 'lacking'
    WHEN NOT then_may THEN 'byOther'
    WHEN NOT now_may THEN 'noLonger'
    ELSE 'kept' END AS verdict
  FROM moved m LEFT JOIN permitted USING (position)
  WHERE m.from_status IS NOT NULL AND NOT (m.from_status IN (${drafts}) AND m.to_status IN (${drafts}))
    AND m.clock >= ${momentSql('from')} AND m.clock < ${momentSql('to')}
),
told AS (
  SELECT * REPLACE (
    CASE WHEN verdict IN (${named}) THEN type END AS type,
    CASE WHEN verdict IN (${named}) THEN from_status END AS from_status,
    CASE WHEN verdict IN (${named}) THEN to_status END AS to_status)
  FROM judged
)`;

export const conformanceReport: ReportDefinition<ConformanceItem> = {
  positions: analystPositions,
  by: [null],
  sql: () => `${judgedMoves}
SELECT verdict, type, from_status, to_status, count(*)::INTEGER AS moves, count(DISTINCT case_id)::INTEGER AS cases
FROM told
GROUP BY verdict, type, from_status, to_status
ORDER BY moves DESC, verdict, type, from_status, to_status`,
  item: row => ({
    // Cast: the text above has these words only.
    verdict: String(row.verdict) as MoveVerdict,
    type: textOrNull(row.type),
    from: numberOrNull(row.from_status),
    to: numberOrNull(row.to_status),
    moves: numberOrZero(row.moves),
    cases: numberOrZero(row.cases),
  }),
  cell: ({ verdict, type, from, to, cases }) => ({ about: { verdict, type, from, to }, count: cases }),
  basis: {
    sql: () => `${judgedMoves}
SELECT case_id, position, clock AS since, NULL::TIMESTAMP AS until, verdict, type, from_status, to_status FROM told`,
    about: {
      verdict: sameTextSql('verdict', 'verdict'),
      type: sameTextSql('type', 'type'),
      from: sameTextSql('from_status', 'from'),
      to: sameTextSql('to_status', 'to'),
    },
    figures: { moves: { counts: 'facts' }, cases: { counts: 'cases' } },
  },
};
