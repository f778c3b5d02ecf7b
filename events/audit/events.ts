/**
 * Events of `audit-` streams: acts that change nothing and that no other stream records. They never contain names or
 * logins; an address is shortened to its range and sealed.
 */
import * as z from 'zod/mini';
import { figureSplits } from '../analysis/figures.ts';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

/**
 * Why a sign-in failed. `frozen`: the account was already frozen; `locked`: this failure froze it for 15 minutes;
 * `provider`: the statement of an organisation's provider was refused.
 */
const failureReasons = ['password', 'factor', 'frozen', 'locked', 'provider'] as const;
export type SignInFailureReason = (typeof failureReasons)[number];

/** Documents and archives of a case. Original models have an event of their own (`ModelExported`). */
const recordKinds = ['archive', 'copy', 'order', 'report'] as const;
export type CaseDocumentKind = (typeof recordKinds)[number];

export const auditFormats = ['csv', 'xlsx'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** The filters of a report. `from`, `to`, `asOf`: days, ISO times or positions; `person`: a pseudonym. */
const figureFilter = z.object({
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  asOf: z.optional(z.string()),
  method: z.optional(z.int()),
  productType: z.optional(z.int()),
  org: z.optional(z.string()),
  person: z.optional(z.string()),
  by: z.optional(z.enum(figureSplits)),
});
export type FigureFilter = z.infer<typeof figureFilter>;

/** What a reader of the audit looked for. `from` and `to` are days; `entry` is the id of a single entry. */
const filter = z.object({
  personId: z.optional(z.string()),
  caseId: z.optional(z.string()),
  kind: z.optional(z.string()),
  orgId: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  entry: z.optional(z.string()),
});
export type AuditFilter = z.infer<typeof filter>;

export const auditEvents = defineEvents({
  /** Failures within a minute, of one person or of unknown logins, from one range of addresses. */
  SignInsFailed: {
    reaches: [],
    data: z.object({
      /** Null: no account has the typed login. */
      personId: z.nullable(z.string()),
      why: z.enum(failureReasons),
      count: z.int(),
      /** ISO times of the first and the last failure. */
      since: z.string(),
      until: z.string(),
    }),
    /** Range of the addresses; empty if the failures of several ranges were added up. */
    personal: z.object({ range: z.string() }),
    erased: { range: '' },
  },
  RecordDownloaded: {
    reaches: [],
    data: z.object({ caseId: z.string(), what: z.enum(recordKinds) }),
  },
  /** Events of cases were read as NDJSON. `caseId`: null if the events of all cases were read. */
  EventsExported: { reaches: [], data: z.object({ caseId: z.nullable(z.string()) }) },
  /**
   * An analyst asked the tables in SQL. `rows`: null if there was no answer. The text is sealed, because people may
   * type names.
   */
  QuestionAsked: {
    reaches: [],
    data: z.object({
      /** Names of the parameters. */
      parameters: z.array(z.string()),
      rows: z.nullable(z.int()),
      /** Position of the tables, on the wire. */
      position: z.nullable(z.string()),
    }),
    personal: z.object({ sql: z.string() }),
    erased: { sql: '' },
  },
  /**
   * The cases behind a figure of a report were listed. `cell`: the item's values (figures.ts), people as pseudonyms. Further
   * pages and repeated looks within a quarter of an hour add no event.
   */
  FigureOpened: {
    reaches: [],
    data: z.object({
      report: z.string(),
      figure: z.string(),
      cell: z.string(),
      cases: z.int(),
      /** Position of the tables, on the wire. */
      position: z.string(),
      /** Absent in older events. */
      asked: z.optional(figureFilter),
    }),
  },
  /** Rows of a table of the analysis were read as files. */
  TableDownloaded: { reaches: [], data: z.object({ table: z.string() }) },
  /** An analyst ordered an export of the tables. `facts`: with the facts of cases. */
  TablesExported: {
    reaches: [],
    data: z.object({
      format: z.string(),
      facts: z.boolean(),
      /** Days or ISO times of the range; null without a limit. */
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      /** Last position of the tables, on the wire. */
      position: z.string(),
    }),
  },
  /** An Admin compared the served rows with those of another version of the program. */
  VersionsCompared: {
    reaches: [],
    data: z.object({
      /** Null: this version, built again. */
      version: z.nullable(z.string()),
      /** Positions on the wire; null without a limit. */
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  },
  /** A person read the audit. Further pages and repeated looks within a quarter of an hour add no event. */
  AuditRead: { reaches: [], data: z.object({ filter }) },
  AuditExported: {
    reaches: [],
    data: z.object({ filter, format: z.enum(auditFormats), count: z.int() }),
  },
  /** The log up to `last` has these many events, and this digest of their chain (decision 67). Event of `audit-seals`. */
  LogSealed: {
    reaches: [],
    data: z.object({
      count: z.int(),
      digest: z.string(),
      last: z.object({ stream: z.string(), id: z.string() }),
    }),
  },
});

export type AuditEvent = EventsOf<typeof auditEvents>;

/** Returns the stream of a person's looks, exports and downloads, or of the failed sign-ins. */
export const auditStreamOf = (id: string) => `audit-${id}`;
export const failedSignInsStream = auditStreamOf('failures');
export const sealsStream = auditStreamOf('seals');
