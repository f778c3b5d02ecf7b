import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { useKitTexts } from './kit-texts.tsx';
import { Link } from './link.tsx';
import styles from './table.module.css';
import { useRowKeyboardNavigation } from './table-keys.ts';

export type TableColumn<Row> = {
  id: string;
  header: ReactNode;
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Column width: any CSS width. */
  width?: number | string;
  align?: 'end';
  sortable?: boolean;
  sticky?: 'start' | 'end';
  /** Hides the column in windows up to this width (px). */
  hideBelow?: 1599 | 1439 | 1279;
  /** Position in the card on a phone (default: a line of its own). A figure has the column's header, which is a text, above it. */
  card?: 'title' | 'end' | 'line' | 'half' | 'figure' | 'action' | 'hide';
};

type Sort = { column: string; descending: boolean };

export type TableProps<Row> = {
  /** Accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  /** Accessible name of a row's checkbox; default: its key. */
  rowLabel?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  sortHref?: (sort: Sort) => string;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Rows that just changed: tinted for 1.2 s. */
  changed?: ReadonlySet<string>;
  busy?: ReadonlySet<string>;
  /** The rows are outdated: greyed, still readable. */
  stale?: boolean;
  /** J, K, X, Shift X and Enter work on the page, except in fields. */
  singleKeys?: boolean;
  empty?: ReactNode;
  footer?: ReactNode;
  /** Omits the card around the table. */
  bare?: boolean;
  className?: string;
};

/** A table with 40 px rows and keyboard navigation; on phones each row is a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, rowKey, stale, empty, footer, bare, className } = props;
  const keys = useRowKeyboardNavigation({ ...props, keys: rows.map(rowKey) });
  return (
    <div className={cx(!bare && styles.frame, className)}>
      {rows.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className={styles.wrap} role="group" aria-label={label} tabIndex={0}>
          {/* Explicit roles: on phones the CSS layout removes the implicit ones. */}
          <table
            ref={keys.table}
            // biome-ignore lint/a11y/noRedundantRoles: see above
            role="table"
            aria-label={label}
            aria-busy={stale || undefined}
            className={cx(styles.table, stale && styles.stale)}
          >
            <thead>
              <tr>
                {props.onSelect && <SelectAll {...props} />}
                {columns.map(column => (
                  <Head key={column.id} column={column} {...props} />
                ))}
              </tr>
            </thead>
            <tbody onKeyDown={keys.onKeyDown}>
              {rows.map((row, at) => (
                <Line
                  key={rowKey(row)}
                  row={row}
                  at={at}
                  current={keys.current}
                  onFocus={keys.onFocus}
                  onRange={keys.toggle}
                  {...props}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </div>
  );
}

function SelectAll<Row>({ rows, rowKey, selected, onSelect }: TableProps<Row>) {
  const texts = useKitTexts();
  const all = rows.length > 0 && rows.every(row => selected?.has(rowKey(row)));
  const some = rows.some(row => selected?.has(rowKey(row)));
  return (
    <th scope="col" className={styles.check}>
      <Checkbox
        label={texts.selectAll}
        checked={all}
        indeterminate={some && !all}
        onChange={on => onSelect?.(new Set(on ? rows.map(rowKey) : []))}
      />
    </th>
  );
}

function place<Row>(column: TableColumn<Row>): string | undefined {
  return cx(
    column.align === 'end' && styles.end,
    column.sticky === 'start' && styles.sticky,
    column.sticky === 'end' && styles.stickyEnd,
    column.hideBelow && styles[`hide${column.hideBelow}`],
  );
}

type HeadProps<Row> = TableProps<Row> & { column: TableColumn<Row> };

function Head<Row>({ column, sort, onSort, sortHref }: HeadProps<Row>) {
  const current = sort?.column === column.id ? sort : undefined;
  const next = { column: column.id, descending: current ? !current.descending : false };
  const Arrow = current?.descending ? ArrowDown : ArrowUp;
  const words = column.headerHidden ? (
    <span className="visually-hidden">{column.header}</span>
  ) : (
    column.header
  );
  const inside = (
    <>
      {words}
      <Arrow aria-hidden="true" />
    </>
  );
  const direction = current?.descending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      aria-sort={current ? direction : undefined}
      className={place(column)}
      style={column.width ? { width: column.width } : undefined}
    >
      {!column.sortable ? (
        words
      ) : sortHref ? (
        <Link href={sortHref(next)} className={styles.sort}>
          {inside}
        </Link>
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort?.(next)}>
          {inside}
        </button>
      )}
    </th>
  );
}

type LineProps<Row> = TableProps<Row> & {
  row: Row;
  at: number;
  current: number;
  onFocus: (at: number) => void;
  onRange: (at: number, on: boolean, range: boolean) => void;
};

function Line<Row>(props: LineProps<Row>) {
  const {
    row,
    at,
    current,
    columns,
    rowKey,
    rowLabel,
    selected,
    onSelect,
    changed,
    busy,
    onOpen,
    onFocus,
    onRange,
  } = props;
  const key = rowKey(row);
  const chosen = selected?.has(key) === true;
  return (
    <tr
      tabIndex={at === current ? 0 : -1}
      data-key={key}
      data-selected={chosen ? '' : undefined}
      data-changed={changed?.has(key) ? '' : undefined}
      aria-busy={busy?.has(key) || undefined}
      onFocus={() => onFocus(at)}
      onDoubleClick={onOpen && (() => onOpen(row))}
    >
      {onSelect && (
        <td className={styles.check}>
          <Checkbox label={rowLabel?.(row) ?? key} checked={chosen} onChange={on => onRange(at, on, false)} />
        </td>
      )}
      {columns.map(column => (
        <td
          key={column.id}
          className={place(column)}
          data-card={column.card ?? 'line'}
          data-label={column.card === 'figure' ? String(column.header) : undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
