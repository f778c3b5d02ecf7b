/**
 * What a report is: one question in SQL over the analysts' tables, and how its rows become items. Its text is shown with every
 * figure and can be asked again on the page for questions.
 */

import type { FigureSplit } from '#events/analysis/figures.ts';
import { computedDraftStatuses } from '#events/case/status.ts';
import type { Position } from '#events/person/position.ts';

/** What a report may be split by. */
type Split = {
  /** Its values are sealed facts, so that small cells are hidden. */
  derived: boolean;
  /** Its values are people. */
  isPerson?: true;
};

export const reportSplits = {
  month: { derived: false },
  org: { derived: false },
  technician: { derived: false, isPerson: true },
  expert: { derived: false, isPerson: true },
  doctor: { derived: false, isPerson: true },
  version: { derived: false },
  method: { derived: true },
  productType: { derived: true },
  preset: { derived: true },
} as const satisfies Record<FigureSplit, Split>;
export type SplitName = FigureSplit;

/** Values of a question; a column of them is bound as `$name`. Null chooses everything. */
export type ReportParams = {
  /** Range of the clock in ms; `to` is exclusive. */
  from: number;
  to: number;
  /** Clock of the position at which everything holds. */
  now: number;
  /** Time zone of months, days and hours (IANA name). */
  zone: string;
  method: number | null;
  productType: number | null;
  org: string | null;
  /** Pseudonym of a technician. */
  person: string | null;
  /** Rules that releases served up to then, as JSON (conformance.ts). */
  rules: string;
};

/** A row as the engine answers it. */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;

export type ReportDefinition<Item> = {
  /** Positions that may ask. */
  positions: readonly Position[];
  /** What it may be split by; null for not at all. */
  by: readonly (SplitName | null)[];
  /** True: neither split nor filtered by sealed facts, because the totals of this report would give away what others hide. */
  openOnly?: true;
  sql: (by: SplitName | null) => string;
  item: (row: ReportRow) => Item;
  /**
   * What an item is about, and its number of cases, each of which has many stays and events. `group`: value of the split.
   * `parts`: numbers of some of these cases, by field. A small count hides the item, a small part its number.
   */
  // A method, so that a report of one kind of items fits the table of all.
  cell(item: Item): { about: Partial<Item>; group?: string | null; count: number; parts?: Parts };
  /**
   * Parts that count facts, of which one case may have many, each with the column of `caseCountColumnsSql`: they are hidden by the number
   * of their cases.
   */
  factParts?: Readonly<Record<string, string>>;
  /**
   * For items that follow one another in time: name of the item's series. An item and the numbers of arrivals and departures give
   * away the next item of the series. So an item with a hidden number is hidden whole, and so are the numbers of the next one.
   */
  line?(item: Item): string;
  /**
   * For items that count more and more, or fewer and fewer, of the same cases: name of the item's series, whose items are in
   * order. The difference of two numbers counts the cases between them, so a number is hidden if that difference is small.
   */
  nested?(item: Item): string;
  basis: FigureBasis;
};

type Parts = Readonly<Record<string, number | null>>;

/** The facts behind a report's figures: a row for each stay, event or case that they count. */
export type FigureBasis = {
  /** A SELECT with the columns `case_id`, `position` (of the fact's event, or null), `since`, `until`, and those of `about`. */
  sql: (by: SplitName | null) => string;
  /**
   * The condition under which a row belongs to an item, by the fields that the item is about (figures.ts). Values are bound as
   * text under `c_` and the field's name.
   */
  about: Readonly<Record<string, string>>;
  /** The condition under which a row counts for a figure, and what the figure counts. */
  figures: Readonly<Record<string, { where?: string; counts: 'facts' | 'cases' }>>;
  /** Column with the person whose work the items show; their charts need some cases. Absent: whose work, says the split. */
  person?: string;
};

/** A field of an item as text; null is a value of its own. */
export const sameTextSql = (column: string, field: string) =>
  `${column}::VARCHAR IS NOT DISTINCT FROM $c_${field}::VARCHAR`;

/**
 * Columns `<column>_cases` and `<column>_rest`: cases with facts of a part, and with facts of the rest.
 * @param condition of the part, in SQL
 */
export const caseCountColumnsSql = (
  column: string,
  condition: string,
  { caseId = 'case_id', rest = `(${condition}) IS NOT TRUE` } = {},
): string =>
  `count(DISTINCT ${caseId}) FILTER (${condition})::INTEGER AS ${column}_cases, count(DISTINCT ${caseId}) FILTER (${rest})::INTEGER AS ${column}_rest`;

/** SQL of a parameter in ms as a TIMESTAMP. */
export const momentSql = (name: string) => `make_timestamp_ms($${name}::BIGINT)`;

/**
 * The cases that a report rests on: submitted, neither taken back nor deleted, and as the question chooses. A person chooses
 * the cases that were assigned to them at any time.
 */
export const chosenCasesSql = `chosen AS (
  SELECT cases.*, case_facts.method, case_facts.product_type, case_facts.preset
  FROM cases LEFT JOIN case_facts USING (case_id)
  WHERE way <> '' AND NOT deleted AND NOT withdrawn
    AND ($method::UTINYINT IS NULL OR method = $method)
    AND ($productType::UTINYINT IS NULL OR product_type = $productType)
    AND ($org::VARCHAR IS NULL OR org_id = $org)
    AND ($person::VARCHAR IS NULL OR case_id IN (SELECT case_id FROM stays WHERE assignee = $person))
)`;

/** What `chosenCasesSql` leaves out of all cases. */
export const casesLeftOutSql = `SELECT
  count(*) FILTER (deleted)::INTEGER AS deleted,
  count(*) FILTER (withdrawn AND NOT deleted)::INTEGER AS withdrawn,
  count(*) FILTER (way = '' AND NOT deleted AND NOT withdrawn)::INTEGER AS drafts
FROM cases`;

/** Names of the parameters that a text mentions. A parameter without a place is an error of the engine. */
export const paramsIn = (sql: string): string[] => [
  ...new Set([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => String(name))),
];

/** The values that a text mentions. */
export const valuesMentionedIn = (sql: string, params: BoundValues): BoundValues =>
  Object.fromEntries(paramsIn(sql).map(name => [name, params[name] ?? null]));

/** Values by the names of parameters. */
export type BoundValues = Readonly<Record<string, string | number | null>>;

/** SQL condition: the stay is after the draft. Stays at a draft's statuses are the doctor's typing, and in no report. */
export const afterDraftSql = `s.status NOT IN (${computedDraftStatuses.join(', ')})`;

/** SQL of the length of a stay in whole seconds; an open one lasts until now. */
export const stayLengthSql = `coalesce(s.lasted_s, ($now::BIGINT - epoch_ms(s.entered_at)) // 1000)`;

export const numberOrZero = (value: ReportRow[string] | undefined): number => Number(value ?? 0);
export const numberOrNull = (value: ReportRow[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
export const textOrNull = (value: ReportRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
