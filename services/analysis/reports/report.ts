/**
 * What a report is: one question in SQL over the analysts' tables, and how its rows become items. Its text is shown with every
 * figure and can be asked again on the page for questions.
 */

import { computedStatuses } from '#events/case/status.ts';
import type { Position } from '#events/person/position.ts';

/** What a report may be split by. A split by a derived column is a matter of small cells. */
export type Split = {
  /** An expression over `s` (stays) and `c` (chosen cases). */
  sql: string;
  derived: boolean;
};

const localMonth = (time: string) => `strftime(timezone($zone, timezone('UTC', ${time})), '%Y-%m')`;

export const splits = {
  month: { sql: localMonth('s.entered_at'), derived: false },
  org: { sql: 'c.org_id', derived: false },
  technician: { sql: 's.assignee', derived: false },
  doctor: { sql: 'c.owner', derived: false },
  method: { sql: 'c.method', derived: true },
  productType: { sql: 'c.product_type', derived: true },
} as const satisfies Record<string, Split>;
export type SplitName = keyof typeof splits;

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

export type Report<Item> = {
  /** Positions that may ask. */
  positions: readonly Position[];
  /** What it may be split by; null for not at all. */
  by: readonly (SplitName | null)[];
  sql: (by: SplitName | null) => string;
  item: (row: ReportRow) => Item;
  /**
   * What an item is about, and the numbers that are small if it counts a few people: cases, each of which has many stays and
   * events. `group`: value of the split. `more`: further such numbers.
   */
  // A method, so that a report of one kind of items fits the table of all.
  cell(item: Item): { about: Partial<Item>; group?: string | null; count: number; more?: readonly number[] };
};

/** Milliseconds of the SQL type TIMESTAMP. */
export const moment = (name: string) => `make_timestamp_ms($${name}::BIGINT)`;

/**
 * The cases that a report rests on: submitted, neither taken back nor deleted, and as the question chooses. A person chooses
 * the cases that were assigned to them at any time.
 */
export const chosenCases = `chosen AS (
  SELECT cases.*, case_facts.method, case_facts.product_type
  FROM cases LEFT JOIN case_facts USING (case_id)
  WHERE way <> '' AND NOT deleted AND NOT withdrawn
    AND ($method::UTINYINT IS NULL OR method = $method)
    AND ($productType::UTINYINT IS NULL OR product_type = $productType)
    AND ($org::VARCHAR IS NULL OR org_id = $org)
    AND ($person::VARCHAR IS NULL OR case_id IN (SELECT case_id FROM stays WHERE assignee = $person))
)`;

/** What `chosenCases` leaves out of all cases. */
export const leftOutSql = `SELECT
  count(*) FILTER (deleted)::INTEGER AS deleted,
  count(*) FILTER (withdrawn AND NOT deleted)::INTEGER AS withdrawn,
  count(*) FILTER (way = '' AND NOT deleted AND NOT withdrawn)::INTEGER AS drafts
FROM cases`;

/** Names of the parameters that a text mentions. A parameter without a place is an error of the engine. */
export const namesIn = (sql: string): (keyof ReportParams)[] => [
  ...new Set([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => name as keyof ReportParams)),
];

/** Stays at the statuses of a draft are the doctor's typing, and in no report. */
export const afterDraft = `s.status NOT IN (${computedStatuses.join(', ')})`;

/** Length of a stay in whole seconds; an open one lasts until now. */
export const lengthOf = `((coalesce(epoch_ms(s.left_at), $now::BIGINT) - epoch_ms(s.entered_at)) // 1000)`;

export const numberOf = (value: ReportRow[string] | undefined): number => Number(value ?? 0);
export const numberOrNull = (value: ReportRow[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
export const textOrNull = (value: ReportRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
