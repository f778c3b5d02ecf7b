/**
 * Every move of a case against the transition table that held at its position. The rules come from the log, as the parameter
 * `rules`; events/analysis/conform.ts judges the same, one by one.
 */
import { type MoveVerdict, type RulesSincePosition, verdictsWithMoves } from '#events/analysis/conform.ts';
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
export function toRulesParam(history: readonly RulesSincePosition[]): string {
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

/**
 * Every move with its verdict, in `told`. Moves that are only counted lose their type and statuses.
 * A move meets at most one row of `permits`, so that no move is counted or grouped before its verdict. `returned` has the moves
 * back to the status before the last one; the move before each of them came to the status that it leaves, so no other move of
 * the case has to be read.
 */
const judgedMoves = `WITH ${chosenCasesSql},
ruled AS (SELECT unnest(from_json($rules::JSON, ${quoteSqlText(shape)}), max_depth := 2)),
starting AS (SELECT * EXCLUDE (starts), unnest(starts) AS start_status FROM ruled),
edges AS (SELECT * EXCLUDE (ends), unnest(ends) AS end_status FROM starting),
left_again AS (SELECT DISTINCT start_status FROM edges WHERE end_status IS NULL),
returned AS (
  SELECT position FROM (
    SELECT position, from_status, to_status,
      lag(from_status) OVER (PARTITION BY case_id ORDER BY position) AS prior_status
    FROM events WHERE to_status IN (FROM left_again) OR from_status IN (FROM left_again)
  ) WHERE prior_status = to_status AND from_status IN (FROM left_again)
),
reaches AS (
  SELECT * EXCLUDE (end_status), end_status, unnest([false, true]) AS is_return FROM edges WHERE end_status IS NOT NULL
  UNION ALL BY NAME
  SELECT * EXCLUDE (end_status), unnest(range(256))::UTINYINT AS end_status, true AS is_return
  FROM edges WHERE end_status IS NULL
),
permits_then AS (
  SELECT since, until, latest, type, start_status, end_status, is_return, flatten(list(actors)) AS actors
  FROM reaches GROUP BY ALL
),
permits AS (
  SELECT t.*, n.actors AS actors_now FROM permits_then t LEFT JOIN permits_then n
    ON n.latest AND n.type = t.type AND n.start_status = t.start_status AND n.end_status = t.end_status
    AND n.is_return = t.is_return
),
moved AS (
  SELECT e.case_id, e.position, e.clock, e.type, e.from_status, e.to_status, e.acted_as,
    e.position IN (FROM returned) AS is_return
  FROM events e SEMI JOIN chosen USING (case_id)
  WHERE e.to_status IS NOT NULL AND e.from_status IS NOT NULL
    AND NOT (e.from_status IN (${drafts}) AND e.to_status IN (${drafts}))
    AND e.clock >= ${momentSql('from')} AND e.clock < ${momentSql('to')}
),
judged AS (
  SELECT m.case_id, m.position, m.clock, m.type, m.from_status, m.to_status, CASE
    WHEN coalesce(m.position <= (SELECT min(since) FROM ruled), true) THEN 'unrecorded'
    WHEN p.type IS NULL THEN 'lacking'
    WHEN NOT list_has_any(m.acted_as, p.actors) THEN 'byOther'
    WHEN NOT coalesce(list_has_any(m.acted_as, p.actors_now), false) THEN 'noLonger'
    ELSE 'kept' END AS verdict
  FROM moved m LEFT JOIN permits p ON p.type = m.type AND p.start_status = m.from_status AND p.end_status = m.to_status
    AND p.is_return = m.is_return AND m.position > p.since AND m.position <= p.until
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
