/** The types and attributes of an OCEL 2.0 log, from the columns of the analysts' tables. Pure. */
import { columnsOf, type TableName } from '../tables.ts';

export type OcelType = 'integer' | 'string' | 'time' | 'boolean';
/** `sql`: the value of the attribute, NULL without one. */
export type OcelAttribute = { name: string; type: OcelType; sql: string };

/** The time of a value that was there from the beginning. */
export const INITIAL_TIME = '1970-01-01T00:00:00.000Z';

/** A time of the engine as text. */
export const isoSql = (sql: string): string => `strftime(${sql}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

const typesByColumn: Readonly<Record<string, OcelType>> = {
  BIGINT: 'integer',
  INTEGER: 'integer',
  SMALLINT: 'integer',
  UTINYINT: 'integer',
  BOOLEAN: 'boolean',
  TIMESTAMP: 'time',
};

/** OCEL has no lists: their items are words of a text. Empty lists and objects are no value. */
function attributeOf({ name, type }: { name: string; type: string }): OcelAttribute {
  if (type.endsWith('[]')) return { name, type: 'string', sql: `nullif(array_to_string(${name}, ' '), '')` };
  const known = typesByColumn[type] ?? 'string';
  if (known === 'time') return { name, type: known, sql: isoSql(name) };
  return { name, type: known, sql: name === 'facts' ? `nullif(facts, '{}')` : name };
}

const attributesOf = (table: TableName, without: readonly string[]): OcelAttribute[] =>
  columnsOf(table)
    .filter(({ name }) => !without.includes(name))
    .map(attributeOf);

/** Attributes of events. Id, type, time and relations say the other columns. */
export const eventAttributes = attributesOf('events', ['position', 'case_id', 'type', 'clock', 'actor']);

const statusAttribute: OcelAttribute = { name: 'status', type: 'integer', sql: 'status' };
const factAttributes = attributesOf('case_facts', ['case_id', 'erased']);
/** The attribute of a case that changes. It comes first. */
export const CHANGING_ATTRIBUTE = statusAttribute.name;

/** Attributes of cases that never change. */
export const listFixedCaseAttributes = (hasFacts: boolean): readonly OcelAttribute[] => [
  { name: 'org_id', type: 'string', sql: 'org_id' },
  ...(hasFacts ? factAttributes : []),
];

const numberAttribute: OcelAttribute = {
  name: 'number',
  type: 'integer',
  sql: "regexp_extract(object_id, '[0-9]+$')::INTEGER",
};
const numberedTypes = ['plan', 'target', 'batch', 'shipment', 'tray', 'retainer', 'request'] as const;

/** Attributes of each type of object. */
export const objectAttributesByType = (hasFacts: boolean): ReadonlyMap<string, readonly OcelAttribute[]> =>
  new Map<string, readonly OcelAttribute[]>([
    ['case', [statusAttribute, ...listFixedCaseAttributes(hasFacts)]],
    ...numberedTypes.map(type => [type, [numberAttribute]] as const),
    ['person', []],
  ]);
