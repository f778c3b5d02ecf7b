/**
 * `stays` and `cases` over the events in Kafka, as views in the SQL of Trino, ClickHouse and DuckDB: one text, with what the
 * engines write differently in a table. `npx node infra/analysis/views.ts --write` writes the files of this folder.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computedDraftStatuses, Status } from '#events/case/status.ts';
import type { CaseEventType } from '#events/case/stream.ts';

export type SqlDialect = {
  /** A field of the event's data; NULL if it has none. */
  text: (field: string) => string;
  whole: (field: string) => string;
  /** A value that becomes NULL where there is no row; other engines' values can always be NULL. */
  nullable: (value: string) => string;
  truth: (condition: string) => string;
  /** The last value that is not NULL, in a window. */
  lastKnown: (value: string) => string;
  /** The value of the row with the largest or smallest `by`. */
  argMax: (value: string, by: string) => string;
  argMin: (value: string, by: string) => string;
  anyOf: (condition: string) => string;
  /** The statuses of rows in the order of `nth`, joined by `>`. */
  way: (condition: string) => string;
};

const plainWay = (aggregate: (values: string) => string) => (condition: string) =>
  `coalesce(${aggregate('CAST(status AS VARCHAR)')} FILTER (WHERE ${condition}), '')`;

export const sqlDialects = {
  trino: {
    text: field => `json_extract_scalar(data, '$.${field}')`,
    whole: field => `CAST(json_extract_scalar(data, '$.${field}') AS INTEGER)`,
    nullable: value => value,
    truth: condition => condition,
    lastKnown: value => `last_value(${value}) IGNORE NULLS`,
    argMax: (value, by) => `max_by(${value}, ${by})`,
    argMin: (value, by) => `min_by(${value}, ${by})`,
    anyOf: condition => `bool_or(${condition})`,
    way: condition =>
      `coalesce(array_join(array_agg(CAST(status AS VARCHAR) ORDER BY nth) FILTER (WHERE ${condition}), '>'), '')`,
  },
  clickhouse: {
    text: field => `JSONExtract(data, '${field}', 'Nullable(String)')`,
    whole: field => `JSONExtract(data, '${field}', 'Nullable(Int32)')`,
    nullable: value => `toNullable(${value})`,
    truth: condition => `CAST(${condition} AS Nullable(Bool))`,
    lastKnown: value => `last_value(${value}) IGNORE NULLS`,
    argMax: (value, by) => `argMax(toNullable(${value}), ${by})`,
    argMin: (value, by) => `argMin(toNullable(${value}), ${by})`,
    anyOf: condition => `CAST(max(${condition}) AS Bool)`,
    way: condition =>
      `arrayStringConcat(arrayMap(pair -> toString(pair.2), arraySort(groupArray((nth, status)) FILTER (WHERE ${condition}))), '>')`,
  },
  duckdb: {
    text: field => `(data->>'$.${field}')`,
    whole: field => `CAST(data->>'$.${field}' AS INTEGER)`,
    nullable: value => value,
    truth: condition => condition,
    lastKnown: value => `last_value(${value} IGNORE NULLS)`,
    argMax: (value, by) => `arg_max(${value}, ${by})`,
    argMin: (value, by) => `arg_min(${value}, ${by})`,
    anyOf: condition => `bool_or(${condition})`,
    way: plainWay(values => `string_agg(${values}, '>' ORDER BY nth)`),
  },
} as const satisfies Record<string, SqlDialect>;
export type DialectName = keyof typeof sqlDialects;

const isType = (...types: CaseEventType[]) =>
  types.length === 1 ? `kind = '${types[0]}'` : `kind IN (${types.map(type => `'${type}'`).join(', ')})`;

const assigned = isType('CaseTaken', 'CaseAllocated', 'CaseReassigned', 'CaseDenied');
const ended = isType('DraftDeleted', 'PatientErased');
const byCase = 'PARTITION BY case_id ORDER BY revision';
const upToHere = `OVER (${byCase} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;

/** Each event once, with the log's clock and what it knows of its case. A backfill repeats events; their ids show which. */
const eventsSql = ({ text, whole, lastKnown, nullable }: SqlDialect) => `
WITH copies AS (
  SELECT *, row_number() OVER (PARTITION BY id ORDER BY position) AS copy FROM case_events
),
events AS (
  SELECT substring(stream, 6) AS case_id, revision, position AS pos, type AS kind, by_person, data,
    max(happened_at) OVER (ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS moment,
    ${whole('to')} AS to_status,
    ${text('assigneeId')} AS given_to,
    ${text('result')} AS judged
  FROM copies WHERE copy = 1
),
known AS (
  SELECT *,
    ${lastKnown('to_status')} ${upToHere} AS status,
    sum(CASE WHEN ${assigned} THEN 1 ELSE 0 END) ${upToHere} AS assignments,
    sum(CASE WHEN ${ended} THEN 1 ELSE 0 END) ${upToHere} AS ends
  FROM events
),
placed AS (
  SELECT *,
    lag(${nullable('status')}) OVER (${byCase}) AS status_before,
    max(CASE WHEN ${assigned} THEN given_to END) OVER (PARTITION BY case_id, assignments) AS assignee_now
  FROM known
),
marked AS (
  SELECT *,
    CASE WHEN ends = 0 AND (status_before IS NULL OR status_before <> status) THEN 1 ELSE 0 END AS begins,
    CASE WHEN ${ended} AND ends = 1 THEN 1 ELSE 0 END AS is_end
  FROM placed
)`;

const staysSql = (dialect: SqlDialect) => {
  const { nullable, argMax } = dialect;
  const next = (value: string) => `lead(${nullable(value)}) OVER (PARTITION BY case_id ORDER BY revision)`;
  return `CREATE OR REPLACE VIEW stays AS${eventsSql(dialect)},
numbered AS (
  SELECT *, sum(begins + is_end) ${upToHere} - 1 AS nth FROM marked
),
assignees AS (
  SELECT case_id, nth, ${argMax('assignee_now', 'revision')} FILTER (WHERE assignee_now IS NOT NULL) AS assignee
  FROM numbered GROUP BY case_id, nth
),
bounds AS (
  SELECT case_id, nth, status, begins, moment AS entered_at, ${next('moment')} AS left_at, pos AS entered_pos,
    ${next('pos')} AS left_pos, by_person AS entered_by, ${next('by_person')} AS left_by, kind AS by_event,
    lead(CASE WHEN is_end = 1 THEN NULL ELSE ${nullable('status')} END) OVER (PARTITION BY case_id ORDER BY revision) AS after_status
  FROM numbered WHERE begins + is_end > 0
)
SELECT bounds.case_id AS case_id, bounds.nth AS nth, bounds.status AS status, entered_at, left_at, entered_pos, left_pos,
  entered_by, left_by, by_event, after_status, assignee
FROM bounds LEFT JOIN assignees ON bounds.case_id = assignees.case_id AND bounds.nth = assignees.nth
WHERE begins = 1`;
};

const drafts = computedDraftStatuses.join(', ');
const reviews = isType(
  'TargetExpertReviewed',
  'TargetDoctorReviewed',
  'PlanExpertReviewed',
  'PlanDoctorReviewed',
);
const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;

function casesSql(dialect: SqlDialect): string {
  const { text, whole, nullable, truth, argMax, argMin, anyOf, way } = dialect;
  const only = (value: string, condition: string) => `max(CASE WHEN ${condition} THEN ${value} END)`;
  const last = (value: string, condition: string) => `${argMax(value, 'pos')} FILTER (WHERE ${condition})`;
  const first = (value: string, condition: string) => `${argMin(value, 'pos')} FILTER (WHERE ${condition})`;
  const isLast = (type: CaseEventType, other: CaseEventType) =>
    truth(`coalesce(${last('kind', isType(type, other))} = '${type}', false)`);
  const created = isType('CaseCreated');
  const approved = `${isType('PlanDoctorReviewed')} AND judged = 'approved'`;
  return `CREATE OR REPLACE VIEW cases AS${eventsSql(dialect)},
taken_back AS (
  SELECT case_id, max(pos) AS withdrawn_pos FROM marked WHERE ${isType('CaseWithdrawn')} GROUP BY case_id
),
counted AS (
  SELECT marked.case_id AS case_id,
    ${last(text('ownerId'), isType('CaseCreated', 'CaseHandedOver'))} AS owner,
    ${only(text('orgId'), created)} AS org_id,
    ${only(text('servedBy'), created)} AS served_by,
    ${only(text('parentId'), created)} AS parent_id,
    ${argMin('moment', 'pos')} AS created_at,
    min(${nullable('moment')}) FILTER (WHERE ${isType('CaseSubmitted')} AND pos > coalesce(withdrawn_pos, -1)) AS submitted_at,
    ${first('moment', approved)} AS approved_at,
    ${first('moment', isType('BatchShipped'))} AS shipped_at,
    ${last('moment', isType('CaseCompleted'))} AS completed_at,
    ${argMax('status', 'pos')} AS status,
    ${count(`${isType('PlanExpertReviewed')} AND to_status = ${Status.PlanAwaitingDoctor}`)} AS rounds,
    ${count(isType('PlanSubmitted'))} AS plans,
    ${count(`${reviews} AND judged = 'refused'`)} AS refusals,
    ${count(isType('ModelsRefused', 'InfoRequested'))} AS requests,
    ${count(isType('ProductionScheduled'))} AS batches,
    ${count(isType('BatchShipped'))} AS shipments,
    ${count(isType('TrayOrdered'))} AS trays,
    ${count(isType('CaseSuspended'))} AS holds,
    ${truth(first("judged = 'approved'", isType('PlanDoctorReviewed')))} AS first_plan_accepted,
    ${last(whole('outcome'), isType('CaseCompleted'))} AS outcome,
    ${anyOf(isType('DraftDeleted'))} AS deleted,
    ${isLast('CaseWithdrawn', 'CaseSubmitted')} AS withdrawn,
    ${isLast('CaseArchived', 'CaseUnarchived')} AS archived,
    ${anyOf(isType('PatientErased'))} AS erased,
    max(pos) AS position
  FROM marked LEFT JOIN taken_back ON marked.case_id = taken_back.case_id GROUP BY marked.case_id
),
ways AS (
  SELECT case_id, ${way(`nth > 0 AND status NOT IN (${drafts})`)} AS way FROM stays GROUP BY case_id
)
SELECT counted.*, ways.way AS way FROM counted LEFT JOIN ways ON counted.case_id = ways.case_id`;
}

/** The statements that make the views, in order. */
export const createViewStatements = (dialect: SqlDialect): string[] => [staysSql(dialect), casesSql(dialect)];

const heads: Partial<Record<DialectName, string>> = {
  trino: "-- Trino's SQL. Run it in the schema of the table case_events (table.sql).",
  clickhouse: "-- ClickHouse's SQL. Run it in the database of the table case_events (table.sql).",
};

/** Files of this folder by their path. */
export const viewFileTexts = Object.fromEntries(
  (['trino', 'clickhouse'] as const).map(name => [
    `${name}/views.sql`,
    `${heads[name]} Written by infra/analysis/views.ts.\n\n${createViewStatements(sqlDialects[name]).join(';\n\n')};\n`,
  ]),
);

if (import.meta.main)
  for (const [path, text] of Object.entries(viewFileTexts)) {
    if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, path), text);
    else console.log(text);
  }
