import type { ReactNode } from 'react';
import type { TableColumn } from '#web/ui/table.tsx';
import styles from './forecasts.module.css';

/** A column of figures. On phones a row is a card without heads, so each figure has its own. */
export const figureColumn = <Row,>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
): TableColumn<Row> => ({
  ...{ id, header, align: 'end', card: 'line' },
  cell: row => (
    <>
      {/* Readers of the screen hear the column's head. */}
      <span className={styles.cardHead} aria-hidden="true">
        {header}
      </span>
      {cell(row)}
    </>
  ),
});
