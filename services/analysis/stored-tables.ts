/**
 * How the tables are stored: their columns, those that only the views need, and their order. A keyed
 * table has a new row for each change of a case, of which the newest counts; the others only grow.
 */
import { MIN_SEALED_SEGMENT_ROWS } from './segments.ts';
import { columnsOf, type TableName } from './tables.ts';

type StoredTable = {
  /** Column by which the rows of a file are sorted. */
  order: string;
  /** Column of the position of a row. */
  position: string;
  isKeyed: boolean;
  /** Rows from which a segment is not merged with newer ones any more. A keyed table has none, because its rows replace each other. */
  sealedRows: number;
  /** Columns besides those of the table, with their types. */
  more: readonly { name: string; type: string }[];
};

/** Column of a case's row with a column of its open stay. All are empty for a case without one. */
export const openStayColumnName = (name: string) => `open_stay_${name}`;

const growing = (position: string): StoredTable => ({
  ...{ order: position, position, isKeyed: false, sealedRows: MIN_SEALED_SEGMENT_ROWS, more: [] },
});

export const storedTables: Record<TableName, StoredTable> = {
  events: growing('position'),
  // Segments hold the stays that ended in a span of time, in the order in which they began: a question about a moment leaves out
  // earlier segments, and later stays of the others. A stay has about two events, so that segments span as much time.
  stays: { ...growing('left_pos'), order: 'entered_pos', sealedRows: 80_000 },
  // The open stay changes with its case, until it is closed and becomes a row of `stays`.
  cases: {
    order: 'case_id',
    position: 'position',
    isKeyed: true,
    sealedRows: Number.POSITIVE_INFINITY,
    more: columnsOf('stays').map(({ name, type }) => ({ name: openStayColumnName(name), type })),
  },
  case_facts: {
    order: 'case_id',
    position: 'position',
    isKeyed: true,
    sealedRows: Number.POSITIVE_INFINITY,
    more: [{ name: 'position', type: 'BIGINT' }],
  },
  objects: growing('from_position'),
  relations: growing('from_position'),
};

/** Columns of a stored table, in order. */
export const storedColumnsOf = (name: TableName): readonly { name: string; type: string }[] => [
  ...columnsOf(name),
  ...storedTables[name].more,
];
