/**
 * How the tables are stored: their columns, those that only the views need, their order, and a row as a line of JSON. A keyed
 * table has a new row for each change of a case, of which the newest counts; the others only grow.
 */
import { openStayRow, type RowsOf } from '#events/analysis/table-fold.ts';
import type { Pseudonymise } from './pseudonym.ts';
import { type Cell, type Column, columnsOf, type TableName, tables } from './tables.ts';

type StoredTable = {
  /** Column by which the rows of a file are sorted. */
  order: string;
  /** Column of the position of a row. */
  position: string;
  isKeyed: boolean;
  /** Columns besides those of the table, with their types. */
  more: readonly { name: string; type: string }[];
};

const staysType = `STRUCT(${columnsOf('stays')
  .map(({ name, type }) => `${name} ${type}`)
  .join(', ')})`;

const growing = (position: string): StoredTable => ({ order: position, position, isKeyed: false, more: [] });

export const storedTables: Record<TableName, StoredTable> = {
  events: growing('position'),
  stays: growing('left_pos'),
  // The open stay changes with its case, until it is closed and becomes a row of `stays`.
  cases: {
    order: 'case_id',
    position: 'position',
    isKeyed: true,
    more: [{ name: 'open_stay', type: staysType }],
  },
  case_facts: {
    order: 'case_id',
    position: 'position',
    isKeyed: true,
    more: [{ name: 'position', type: 'BIGINT' }],
  },
  objects: growing('from_position'),
  relations: growing('from_position'),
};

/** Columns of a stored table, in order. */
export const storedColumns = (name: TableName): readonly { name: string; type: string }[] => [
  ...columnsOf(name),
  ...storedTables[name].more,
];

const withDigits = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function jsonOf(cell: Exclude<Cell, null>, type: string): string {
  if (type === 'TIMESTAMP') return `"${new Date(Number(cell)).toISOString()}"`;
  if (typeof cell === 'bigint') return String(cell);
  return typeof cell === 'object' ? JSON.stringify(cell, withDigits) : JSON.stringify(cell);
}

/** The fields of a row. Empty cells are left out. */
function fieldsOf<Row>(columns: readonly Column<Row>[], row: Row, pseudonym: Pseudonymise): string {
  let fields = '';
  for (const { name, type, value } of columns) {
    const cell = value(row, pseudonym);
    if (cell !== null) fields += `${fields && ','}"${name}":${jsonOf(cell, type)}`;
  }
  return fields;
}

type LineWriters = { [T in TableName]: (row: RowsOf[T], pseudonym: Pseudonymise) => string };

/** A row of each table as a line of JSON. */
export const lineOf: LineWriters = {
  events: (row, pseudonym) => `{${fieldsOf(tables.events, row, pseudonym)}}`,
  stays: (row, pseudonym) => `{${fieldsOf(tables.stays, row, pseudonym)}}`,
  cases: (row, pseudonym) => {
    const { open } = row.trail;
    const stay = open ? `,"open_stay":{${fieldsOf(tables.stays, openStayRow(open), pseudonym)}}` : '';
    return `{${fieldsOf(tables.cases, row, pseudonym)}${stay}}`;
  },
  case_facts: (row, pseudonym) =>
    `{${fieldsOf(tables.case_facts, row, pseudonym)},"position":${row.position}}`,
  objects: (row, pseudonym) => `{${fieldsOf(tables.objects, row, pseudonym)}}`,
  relations: (row, pseudonym) => `{${fieldsOf(tables.relations, row, pseudonym)}}`,
};
