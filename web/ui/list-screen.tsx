import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { KeyHints } from './kbd.tsx';
import styles from './list-screen.module.css';
import { Pagination } from './pagination.tsx';
import { SearchField } from './search-field.tsx';
import { TabLinks } from './tab-links.tsx';
import { Table, type TableProps } from './table.tsx';
import { PendingUpdatesPill } from './updates-pill.tsx';

type Tabs = Omit<ComponentProps<typeof TabLinks>, 'end'>;

type SearchProps = {
  label: string;
  value: string | undefined;
  /** Called with the search text, or null if it is empty. */
  onSubmit: (text: string | null) => void;
  /** Shows the search field on narrow windows only. */
  narrow?: boolean;
};

type Props<Row> = {
  title: string;
  /** Links at the end of the head, such as "New case". */
  actions?: ReactNode;
  /** A bar about the whole list, below the head. */
  notice?: ReactNode;
  tabs?: Tabs;
  /** The number of changes since the list was read, and a button that reloads it. */
  updates?: { text: ReactNode; onPress: () => void } | false;
  /** Next to the tabs; in the head if there are none. */
  search: SearchProps;
  /** Menus after the search field. */
  tools?: ReactNode;
  /** Rows of filters above the table. */
  filters?: readonly ReactNode[];
  /** Replaces the table after a failed read. */
  failed?: ReactNode;
  table: Omit<TableProps<Row>, 'label'>;
  hints?: ComponentProps<typeof KeyHints>['items'];
  children?: ReactNode;
};

function Search({
  label,
  value,
  onSubmit,
  narrow,
  className,
}: SearchProps & { className: string | undefined }) {
  return (
    <span className={className} data-narrow={narrow || undefined}>
      <SearchField
        key={value}
        label={label}
        placeholder={label}
        defaultValue={value ?? ''}
        tone="box"
        onSubmit={text => onSubmit(text.trim() || null)}
      />
    </span>
  );
}

/** A list screen: head, tabs, search, filters, table and shortcuts. */
export function ListScreen<Row>(props: Props<Row>) {
  const {
    title,
    actions,
    notice,
    tabs,
    updates,
    search,
    tools,
    filters = [],
    failed,
    table,
    hints,
    children,
  } = props;
  const searchField = <Search {...search} className={cx(styles.search, !tabs && 'push')} />;
  return (
    <div className="page">
      <header className={styles.head}>
        <h1 className="t-page">{title}</h1>
        {actions && <span className="push row">{actions}</span>}
        {!tabs && searchField}
      </header>
      {notice}
      {tabs && (
        <TabLinks
          {...tabs}
          end={
            <span className={styles.tools}>
              {updates && <PendingUpdatesPill onPress={updates.onPress}>{updates.text}</PendingUpdatesPill>}
              {searchField}
              {tools}
            </span>
          }
        />
      )}
      {filters.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of filters is identified by its index
        <div key={at} className={styles.groups}>
          {row}
        </div>
      ))}
      {failed || <Table<Row> {...table} label={title} className={cx(filters.length === 0 && styles.table)} />}
      {children}
      {hints && (
        <div className={`only-wide ${styles.hints}`}>
          <KeyHints items={hints} />
        </div>
      )}
    </div>
  );
}

type FootProps = {
  text: ReactNode;
  list: { total: number; page: number; size: number };
  /** Accessible name of the page links. */
  label: string;
  href: (page: number) => string;
  children?: ReactNode;
};

/** Foot of a list: the range shown, and links to the other pages. */
export function ListFooter({ text, list, label, href, children }: FootProps) {
  const pages = Math.max(1, Math.ceil(list.total / list.size));
  return (
    <div className={styles.foot}>
      <span className="t-small t-2 num">{text}</span>
      {children}
      {pages > 1 && <Pagination label={label} page={list.page} pages={pages} href={href} />}
    </div>
  );
}

/**
 * First and last row number on a page, counted from 1. @param rows number of rows on this page: the last may
 * have fewer
 */
export const shownRowRange = (page: number, size: number, rows: number): { from: number; to: number } => ({
  from: (page - 1) * size + 1,
  to: (page - 1) * size + rows,
});
