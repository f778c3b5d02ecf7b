import type { ReactNode } from 'react';
import type { TableColumn } from '#web/ui/table.tsx';
import styles from './forecasts.module.css';

/** A column of figures. On phones a row is a card without column heads, so each figure shows the head itself. */
export const figureColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
): TableColumn<Row> => ({
  ...{ id, header, align: 'end', card: 'line' },
  cell: row => (
    <>
      {/* Hidden from screen readers, which already read the column's head. */}
      <span className={styles.cardHead} aria-hidden="true">
        {header}
      </span>
      {cell(row)}
    </>
  ),
});
