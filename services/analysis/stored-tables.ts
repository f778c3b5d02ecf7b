/**
 * How the tables are stored: their columns, those that only the views need, their order, and a row as a line of JSON. A keyed
 * table has a new row for each change of a case, of which the newest counts; the others only grow.
 */
import { openStayRow, type RowsOf } from '#events/analysis/table-fold.ts';
import { type Cell, type Column, columnsOf, type Pseudonym, type TableName, tables } from './tables.ts';

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

/** Moments are written as ms, which costs less than text on both sides. */
const writtenType = (type: string) => type.replaceAll('TIMESTAMP', 'BIGINT');
const readSql = (path: string, type: string) => (type === 'TIMESTAMP' ? `epoch_ms(${path})` : path);

const openStayFields = columnsOf('stays').map(
  ({ name, type }) => `${name} := ${readSql(`open_stay.${name}`, type)}`,
);
const openStaySql = `CASE WHEN open_stay IS NOT NULL THEN struct_pack(${openStayFields.join(', ')}) END`;

/** How lines of JSON are read: types of their fields, and the columns of the table by them. */
export const writtenColumns = (name: TableName): { types: Record<string, string>; sql: string } => {
  const columns = storedColumns(name);
  return {
    types: Object.fromEntries(columns.map(column => [column.name, writtenType(column.type)])),
    sql: columns
      .map(
        column =>
          `${column.name === 'open_stay' ? openStaySql : readSql(column.name, column.type)} AS ${column.name}`,
      )
      .join(', '),
  };
};

/** Positions are whole numbers that JSON can carry. */
const plain = (cell: Cell): unknown => {
  if (typeof cell === 'bigint') return Number(cell);
  return Array.isArray(cell) && typeof cell[0] === 'object' ? cell.map(fields) : cell;
};
const fields = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, plain(cell)]));

/** A row as an object for JSON. Empty cells are left out. */
function written<Row>(columns: readonly Column<Row>[], row: Row, pseudonym: Pseudonym) {
  const cells: Record<string, unknown> = {};
  for (const { name, value } of columns) {
    const cell = value(row, pseudonym);
    if (cell !== null) cells[name] = plain(cell);
  }
  return cells;
}

type LineWriters = { [T in TableName]: (row: RowsOf[T], pseudonym: Pseudonym) => string };

const lineBy =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row, pseudonym: Pseudonym) =>
    JSON.stringify(written(columns, row, pseudonym));

/** A row of each table as a line of JSON. */
export const lineOf: LineWriters = {
  events: lineBy(tables.events),
  stays: lineBy(tables.stays),
  cases: (row, pseudonym) => {
    const { open } = row.trail;
    const open_stay = open && written(tables.stays, openStayRow(open), pseudonym);
    return JSON.stringify({ ...written(tables.cases, row, pseudonym), open_stay });
  },
  case_facts: (row, pseudonym) =>
    JSON.stringify({ ...written(tables.case_facts, row, pseudonym), position: plain(row.position) }),
  objects: lineBy(tables.objects),
  relations: lineBy(tables.relations),
};
