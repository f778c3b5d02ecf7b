/**
 * The tables as views over their segments, as of a position: any question travels in time without a word about time in it.
 * `case_facts` is of now whatever the position, since an erased patient's facts are gone for good. Pure.
 */
import { computedDraftStatuses, Status } from '#events/case/status.ts';
import type { CaseEventType } from '#events/case/stream.ts';
import { quoteSqlText, sqlListLiteral } from './sql-text.ts';
import { openStayColumnName, storedColumnsOf, storedTables } from './stored-tables.ts';
import { columnsOf, type TableName, tableNames } from './tables.ts';

/** Paths of the segments of each table, tails too. */
export type TablePaths = Readonly<Record<TableName, readonly string[]>>;

const namesOf = (table: TableName) => columnsOf(table).map(({ name }) => name);

/** The rows of some segments as one source. */
function rowsOf(table: TableName, paths: readonly string[]): string {
  const columns = storedColumnsOf(table);
  if (paths.length > 0)
    return `SELECT ${columns.map(({ name }) => name).join(', ')} FROM read_parquet(${sqlListLiteral(paths)})`;
  return `SELECT ${columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;
}

/** Most segments of stays with a source of their own. Each costs a question a tenth of a millisecond. */
const OWN_SOURCES = 16;

/**
 * Stored stays, each segment as a source of its own: the engine knows the bounds of a single file when it plans, so it leaves
 * out segments of other times, and conditions that no row of a segment can fail, like `left_at IS NULL OR`.
 */
function storedStays(paths: readonly string[]): string {
  const [older, own] = [paths.slice(0, -OWN_SOURCES), paths.slice(-OWN_SOURCES)];
  const sources = [...(older.length > 0 || own.length === 0 ? [older] : []), ...own.map(path => [path])];
  return sources.map(source => rowsOf('stays', source)).join(' UNION ALL ');
}

/** All stored rows; for a keyed table also those that were replaced. */
const storedRows = (table: TableName, paths: readonly string[]) =>
  table === 'stays' ? storedStays(paths) : rowsOf(table, paths);

/**
 * Positions of rows that a newer one has replaced. A table, not a view, because every question about cases and stays needs them,
 * and finding them takes longest. No two cases have an event in common, so a position is of one case.
 */
const replacedSql = (table: 'cases' | 'case_facts') =>
  `CREATE TABLE replaced.${table} AS SELECT position FROM stored.${table} ANTI JOIN
    (SELECT max(position) AS position FROM stored.${table} GROUP BY case_id) USING (position)`;

/** The newest row of each case. */
const newestSql = (table: 'cases' | 'case_facts') =>
  `CREATE VIEW newest.${table} AS SELECT * FROM stored.${table} ANTI JOIN replaced.${table} USING (position)`;

/** Columns of a stay that are empty until it ends. */
const ofItsEnd: ReadonlySet<string> = new Set([
  'left_at',
  'left_pos',
  'left_by',
  'after_status',
  'lasted_s',
  'worked_s',
  'waited_s',
]);

/** A table for the same reason. */
function openStaysSql(): string {
  const columns = namesOf('stays').map(name => `${openStayColumnName(name)} AS ${name}`);
  return `CREATE TABLE newest.open_stays AS SELECT ${columns.join(', ')} FROM newest.cases
    WHERE ${openStayColumnName('case_id')} IS NOT NULL`;
}

/** @param asOf undefined for now */
function staysSql(asOf: bigint | undefined): string {
  const names = namesOf('stays');
  const handed = asOf === undefined ? 'handed' : `list_filter(handed, lambda h: h.position <= ${asOf})`;
  const columns = names.map(name => {
    if (name === 'handed') return `${handed} AS handed`;
    if (name === 'assignee') return `coalesce(${handed}[-1].assignee, assignee) AS assignee`;
    return asOf !== undefined && ofItsEnd.has(name)
      ? `CASE WHEN left_pos <= ${asOf} THEN ${name} END AS ${name}`
      : name;
  });
  const where = asOf === undefined ? '' : `WHERE entered_pos <= ${asOf}`;
  return `SELECT ${columns.join(', ')} FROM
    (SELECT ${names.join(', ')} FROM stored.stays UNION ALL SELECT * FROM newest.open_stays) ${where}`;
}

const drafts = computedDraftStatuses.join(', ');

type EventWord = CaseEventType | readonly CaseEventType[];
const isType = (types: EventWord) =>
  `type IN (${[types]
    .flat()
    .map(type => quoteSqlText(type))
    .join(', ')})`;
const count = (types: EventWord, more = 'true') =>
  `(count(*) FILTER (${isType(types)} AND ${more}))::SMALLINT`;
const first = (value: string, types: EventWord, more = 'true') =>
  `arg_min(${value}, position) FILTER (${isType(types)} AND ${more})`;
const last = (value: string, types: EventWord) => `arg_max(${value}, position) FILTER (${isType(types)})`;
const isLast = (type: CaseEventType, other: CaseEventType) =>
  `coalesce(${last('type', [type, other])} = ${quoteSqlText(type)}, false)`;
const ever = (type: CaseEventType) => `bool_or(${isType(type)})`;

const reviews = [
  'TargetExpertReviewed',
  'TargetDoctorReviewed',
  'PlanExpertReviewed',
  'PlanDoctorReviewed',
] as const satisfies readonly CaseEventType[];

/** The numbers of cases by the events up to a position; events/analysis/case-numbers.ts counts them one by one. */
const countedColumns: Readonly<Record<string, string>> = {
  created_at: 'arg_min(clock, position)',
  submitted_at: `min(clock) FILTER (${isType('CaseSubmitted')} AND position > withdrawn_pos)`,
  approved_at: first('clock', 'PlanDoctorReviewed', "result = 'approved'"),
  shipped_at: first('clock', 'BatchShipped'),
  completed_at: last('clock', 'CaseCompleted'),
  rounds: count('PlanExpertReviewed', `to_status = ${Status.PlanAwaitingDoctor}`),
  plans: count('PlanSubmitted'),
  refusals: count(reviews, "result = 'refused'"),
  requests: count(['ModelsRefused', 'InfoRequested']),
  batches: count('ProductionScheduled'),
  shipments: count('BatchShipped'),
  trays: count('TrayOrdered'),
  holds: count('CaseSuspended'),
  first_plan_accepted: first("result = 'approved'", 'PlanDoctorReviewed'),
  outcome: `(${last("facts->>'outcome'", 'CaseCompleted')})::UTINYINT`,
  deleted: ever('DraftDeleted'),
  withdrawn: isLast('CaseWithdrawn', 'CaseSubmitted'),
  archived: isLast('CaseArchived', 'CaseUnarchived'),
  erased: ever('PatientErased'),
  position: 'max(position)',
};

/**
 * The way of a case: number and status of each stay in one number, sorted. `string_agg` with an order has a buffer for each case, and
 * a gigabyte of them at ten million events.
 */
const waySql = `array_to_string(list_transform(list_sort(
  list(nth::BIGINT * 256 + status) FILTER (nth > 0 AND status NOT IN (${drafts}))), lambda n: n % 256), '>')`;

/** `cases` as of then: numbers from events, status and way from stays, and what never changes from now. */
function casesAsOfSql(asOf: bigint): string {
  const counted = Object.entries(countedColumns).map(([name, sql]) => `${sql} AS ${name}`);
  const from: Readonly<Record<string, string>> = {
    owner: 'owners.owner',
    status: 'ways.status',
    way: "coalesce(ways.way, '')",
    way_hash: "sha256(coalesce(ways.way, ''))[:12]",
  };
  const columns = namesOf('cases').map(name => {
    if (from[name]) return `${from[name]} AS ${name}`;
    return name in countedColumns ? `counted.${name}` : `rows.${name}`;
  });
  return `WITH withdrawals AS (SELECT case_id, max(position) AS withdrawn_pos FROM events
      WHERE ${isType('CaseWithdrawn')} GROUP BY case_id),
    marked AS (SELECT events.*, coalesce(withdrawn_pos, -1) AS withdrawn_pos
      FROM events LEFT JOIN withdrawals USING (case_id)),
    counted AS (SELECT case_id, ${counted.join(', ')} FROM marked GROUP BY case_id),
    ways AS (SELECT case_id, arg_max(status, nth) AS status,
      ${waySql} AS way
      FROM stays GROUP BY case_id),
    owners AS (SELECT case_id, arg_max(target, from_position) AS owner FROM stored.relations
      WHERE qualifier = 'owner' AND from_position <= ${asOf} GROUP BY case_id)
    SELECT ${columns.join(', ')} FROM counted JOIN newest.cases AS rows USING (case_id)
      JOIN ways USING (case_id) JOIN owners USING (case_id)`;
}

/** What each view selects. `asOf`: undefined for now. */
function viewSql(table: TableName, asOf: bigint | undefined): string {
  const columns = namesOf(table).join(', ');
  if (table === 'stays') return staysSql(asOf);
  if (table === 'case_facts') return `SELECT ${columns} FROM newest.case_facts`;
  if (table === 'cases')
    return asOf === undefined ? `SELECT ${columns} FROM newest.cases` : casesAsOfSql(asOf);
  const { position } = storedTables[table];
  const where = asOf === undefined ? '' : `WHERE ${position} <= ${asOf}`;
  return `SELECT ${columns} FROM stored.${table} ${where}`;
}

/**
 * Returns the statements that make the views, in order.
 * @param asOf rows of later events are left out; undefined for none
 * @param names tables that exist; `cases` needs the growing ones
 */
export function buildViewStatements(
  paths: TablePaths,
  asOf: bigint | undefined,
  names = tableNames,
): string[] {
  const keyed = (['cases', 'case_facts'] as const).filter(table => names.includes(table));
  return [
    'CREATE SCHEMA stored',
    'CREATE SCHEMA replaced',
    'CREATE SCHEMA newest',
    ...names.map(table => `CREATE VIEW stored.${table} AS ${storedRows(table, paths[table])}`),
    ...keyed.flatMap(table => [replacedSql(table), newestSql(table)]),
    ...(names.includes('stays') ? [openStaysSql()] : []),
    // Order: `cases` as of then is made from `events` and `stays`.
    ...names.map(table => `CREATE VIEW ${table} AS ${viewSql(table, asOf)}`),
  ];
}
