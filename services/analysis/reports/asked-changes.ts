/** Changes of a plan that reviewers asked for, by tooth or contact, and whether the next version made them. */
import { analystPositions } from '#events/analysis/rights.ts';
import {
  caseCountColumnsSql,
  chosenCasesSql,
  momentSql,
  numberOrZero,
  type ReportDefinition,
  sameTextSql,
  textOrNull,
} from './report.ts';

export type AskedChange = {
  /** `movement`, `ipr` or `attachment`. */
  what: string;
  /** Axis of a movement; null for the others. */
  axis: string | null;
  /** FDI number of the tooth, or both of a contact. */
  place: string;
  times: number;
  cases: number;
  /** Null, here and below: hidden because it is too small. */
  withdrawn: number | null;
  /** Measured in a later version, and met by the first of them. */
  measured: number | null;
  met: number | null;
};

const change = (field: string) => `json_extract_string(e.facts, '$.change.${field}')`;
const verdictShape = JSON.stringify({ measured: [{ request: 'INTEGER', verdict: 'VARCHAR' }] });

const asked = `measured AS (
  SELECT e.case_id, e.position, unnest(from_json(e.facts, '${verdictShape}').measured) AS one
  FROM events e JOIN chosen USING (case_id) WHERE e.type = 'RequestsMeasured'
),
verdicts AS (
  SELECT case_id, one.request AS request, arg_min(one.verdict, position) AS verdict FROM measured GROUP BY ALL
),
withdrawn AS (SELECT DISTINCT case_id, request FROM events WHERE type = 'ChangeWithdrawn'),
asked AS (
  SELECT e.case_id, e.position, e.clock, ${change('what')} AS what,
    CASE WHEN what = 'movement' THEN ${change('axis')} END AS axis,
    CASE WHEN what = 'ipr' THEN ${change('contact')} ELSE ${change('tooth')} END AS place,
    withdrawn.request IS NOT NULL AS is_withdrawn, verdict
  FROM events e JOIN chosen USING (case_id)
  LEFT JOIN verdicts ON verdicts.case_id = e.case_id AND verdicts.request = e.request
  LEFT JOIN withdrawn ON withdrawn.case_id = e.case_id AND withdrawn.request = e.request
  WHERE e.type = 'ChangeRequested' AND e.clock >= ${momentSql('from')} AND e.clock < ${momentSql('to')}
)`;

export const askedChangesReport: ReportDefinition<AskedChange> = {
  positions: analystPositions,
  by: [null],
  sql: () => `WITH ${chosenCasesSql},
${asked}
SELECT what, axis, place, count(*)::INTEGER AS times, count(DISTINCT case_id)::INTEGER AS cases,
  count(*) FILTER (is_withdrawn)::INTEGER AS withdrawn, count(verdict)::INTEGER AS measured,
  count(*) FILTER (verdict = 'met')::INTEGER AS met,
  ${caseCountColumnsSql('withdrawn', 'is_withdrawn')},
  ${caseCountColumnsSql('measured', 'verdict IS NOT NULL')},
  ${caseCountColumnsSql('met', "verdict = 'met'", { rest: "verdict <> 'met'" })}
FROM asked GROUP BY what, axis, place ORDER BY times DESC, what, axis, place`,
  item: row => ({
    what: String(row.what),
    axis: textOrNull(row.axis),
    place: String(row.place),
    times: numberOrZero(row.times),
    cases: numberOrZero(row.cases),
    withdrawn: numberOrZero(row.withdrawn),
    measured: numberOrZero(row.measured),
    met: numberOrZero(row.met),
  }),
  cell: ({ what, axis, place, cases, withdrawn, measured, met }) => ({
    about: { what, axis, place },
    ...{ count: cases, parts: { withdrawn, measured, met } },
  }),
  factParts: { withdrawn: 'withdrawn', measured: 'measured', met: 'met' },
  basis: {
    sql: () => `WITH ${chosenCasesSql}, ${asked}
SELECT case_id, position, clock AS since, NULL::TIMESTAMP AS until, what, axis, place, is_withdrawn, verdict FROM asked`,
    about: {
      what: sameTextSql('what', 'what'),
      axis: sameTextSql('axis', 'axis'),
      place: sameTextSql('place', 'place'),
    },
    figures: {
      times: { counts: 'facts' },
      cases: { counts: 'cases' },
      withdrawn: { counts: 'facts', where: 'is_withdrawn' },
      measured: { counts: 'facts', where: 'verdict IS NOT NULL' },
      met: { counts: 'facts', where: "verdict = 'met'" },
    },
  },
};
