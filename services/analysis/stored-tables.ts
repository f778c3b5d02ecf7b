/**
 * How the tables are stored: their columns, those that only the views need, and their order. A keyed
 * table has a new row for each change of a case, of which the newest counts; the others only grow.
 */
import { columnsOf, type TableName } from './tables.ts';

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
