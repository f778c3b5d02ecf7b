/** The rows of an OCEL 2.0 log in SQL: what both of its file formats are written from. Pure. */
import type { TableName } from '../tables.ts';
import { listFixedCaseAttributes } from './ocel-types.ts';
import { type ExportSpan, type PositionRange, positionConditionSql } from './span.ts';

/** Cases whose objects are read at once. */
const PART_CASES = 1000;

/** One of `of` parts of the cases. */
export type ExportCasePart = { index: number; of: number };

export const splitExportCases = ({ cases }: Pick<ExportSpan, 'cases'>): ExportCasePart[] => {
  const of = Math.max(1, Math.ceil(cases / PART_CASES));
  return Array.from({ length: of }, (_, index) => ({ index, of }));
};

/** Cases by hash: each part is about as large, and holds cases whole. */
const inPart = (column: string, { index, of }: ExportCasePart): string =>
  of === 1 ? 'true' : `hash(${column}) % ${of} = ${index}`;

export const includesCaseFacts = (tables: readonly TableName[]): boolean => tables.includes('case_facts');

/** Id of an event. */
export const eventIdSql = "'e' || position";

/** Rows `position, target, qualifier` in the order of the log: objects of each event besides its case and actor. */
export const eventLinksSql = (slice: PositionRange): string =>
  `SELECT from_position AS position, target, qualifier FROM relations WHERE ${positionConditionSql('from_position', slice)}`;

/** Rows of cases with their attributes. */
export const casesSql = (part: ExportCasePart, tables: readonly TableName[]): string => {
  const values = listFixedCaseAttributes(includesCaseFacts(tables)).map(
    ({ name, sql }) => `${sql} AS ${name}`,
  );
  const facts = includesCaseFacts(tables) ? 'LEFT JOIN case_facts USING (case_id)' : '';
  return `SELECT case_id, owner, parent_id, ${values.join(', ')} FROM cases SEMI JOIN picked USING (case_id) ${facts}
    WHERE ${inPart('case_id', part)}`;
};

/** Rows `case_id, nth, status, entered_at`: the statuses of cases. */
export const statusesSql = (part: ExportCasePart, { last }: PositionRange): string =>
  `SELECT case_id, nth, status, entered_at FROM stays SEMI JOIN picked USING (case_id)
    WHERE ${inPart('case_id', part)} AND entered_pos <= ${last}`;

/** Rows of objects besides cases and people. */
export const objectsSql = (part: ExportCasePart, { last }: PositionRange): string =>
  `SELECT object_id, type, case_id, from_position FROM objects SEMI JOIN picked USING (case_id)
    WHERE type <> 'person' AND ${inPart('case_id', part)} AND from_position <= ${last}`;

/** Ids of people. */
export const peopleSql = ({ last }: PositionRange): string =>
  `SELECT DISTINCT object_id FROM objects SEMI JOIN picked USING (case_id)
    WHERE type = 'person' AND from_position <= ${last} ORDER BY object_id`;

/** Rows `source, target, qualifier`: the owners of cases, and the cases that they refine. */
export const caseLinksSql = (part: ExportCasePart): string =>
  `WITH cased AS (SELECT case_id, owner, parent_id FROM cases SEMI JOIN picked USING (case_id) WHERE ${inPart('case_id', part)})
    SELECT case_id AS source, owner AS target, 'owner' AS qualifier FROM cased WHERE owner IS NOT NULL
    UNION ALL SELECT cased.case_id, parent_id, 'refines' FROM cased JOIN picked ON picked.case_id = parent_id`;

/** Rows `source, target, qualifier`: links of the objects of `objectsSql`. A batch is made from the plan approved last. */
export const objectLinksSql = (part: ExportCasePart, slice: PositionRange): string => {
  const about = (qualifier: string) =>
    `(SELECT source, target FROM relations WHERE qualifier = '${qualifier}' AND ${inPart('case_id', part)} AND from_position <= ${slice.last})`;
  return `WITH made AS (${objectsSql(part, slice)}),
    approved AS (SELECT case_id, version, position FROM events
      WHERE type = 'PlanDoctorReviewed' AND result = 'approved' AND ${inPart('case_id', part)})
    SELECT object_id AS source, case_id AS target, 'of' AS qualifier FROM made
    UNION ALL SELECT object_id, case_id || '/plan-' || arg_max(version, position), 'made from'
      FROM made JOIN approved USING (case_id) WHERE type = 'batch' AND position < from_position GROUP BY object_id, case_id
    UNION ALL SELECT DISTINCT shipped.target, batches.target, 'batch' FROM ${about('shipment')} shipped JOIN ${about('batch')} batches USING (source)`;
};
