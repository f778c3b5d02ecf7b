/** The rows of an answer: the first 500. */
import { useTranslation } from 'react-i18next';
import type { AskAnswer } from '#services/api/answers.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import styles from './ask.module.css';
import { type AnswerCell, cellText, isNumericType } from './cell-text.ts';
import { codeWordKey, isCodeColumn } from './code-word.ts';

/** More rows make the page slow; the downloaded file has all of them. */
export const MAX_SHOWN_ROWS = 500;

type Row = { key: string; cells: readonly AnswerCell[] };

export function ResultTable({ table }: { table: AskAnswer }) {
  const { t } = useTranslation(['analysis', 'case', 'rx']);
  const columns = table.columns.map(
    ({ name, type }, i): TableColumn<Row> => ({
      id: `${i}`,
      header: <span title={type}>{name}</span>,
      align: isNumericType(type) && !isCodeColumn(name) ? 'end' : undefined,
      cell: ({ cells }) => {
        const cell = cells[i] ?? null;
        const word = codeWordKey(name, cell);
        return (
          <>
            <span className={styles.name}>{name} </span>
            {cell === null ? <span className="t-3">NULL</span> : cellText(cell, type)}
            {word && <span className="t-2"> {t(word)}</span>}
          </>
        );
      },
      card: i === 0 ? 'title' : 'line',
    }),
  );
  const rows = table.rows.slice(0, MAX_SHOWN_ROWS).map((cells, i): Row => ({ key: String(i), cells }));
  return (
    <Table
      label={t('analysis:ask.result')}
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key}
      empty={<EmptyState title={t('analysis:ask.noRows')}>{t('analysis:ask.noRowsHow')}</EmptyState>}
    />
  );
}
