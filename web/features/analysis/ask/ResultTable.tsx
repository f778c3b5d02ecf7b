/** The rows of an answer: the first 500, and what they rest on. */
import { useTranslation } from 'react-i18next';
import type { AskAnswer } from '#services/api/answers.ts';
import { formatZonedMoment } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import styles from './ask.module.css';
import type { AskSearch } from './ask-search.ts';
import { notebookCell } from './ask-text.ts';
import { DownloadCsv } from './DownloadCsv.tsx';

/** More rows make the page slow; the file has all of them. */
const SHOWN = 500;

type Cell = AskAnswer['rows'][number][number];
type Row = { key: string; cells: readonly Cell[] };

const textOf = (cell: Cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
const isNumber = (type: string) => /INT|DECIMAL|DOUBLE|FLOAT/.test(type) && !type.endsWith(']');

export function ResultTable({ asked, table }: { asked: AskSearch; table: AskAnswer }) {
  const { t } = useTranslation('analysis');
  const columns = table.columns.map(
    ({ name, type }, i): Column<Row> => ({
      id: `${i}`,
      header: <span title={type}>{name}</span>,
      align: isNumber(type) ? 'end' : undefined,
      cell: ({ cells }) => {
        const cell = cells[i] ?? null;
        return (
          <>
            <span className={styles.name}>{name} </span>
            {cell === null ? <span className="t-3">NULL</span> : textOf(cell)}
          </>
        );
      },
      card: i === 0 ? 'title' : 'line',
    }),
  );
  const rows = table.rows.slice(0, SHOWN).map((cells, i): Row => ({ key: String(i), cells }));
  return (
    <section className={styles.result} aria-label={t('ask.result')}>
      <Basis asked={asked} table={table} />
      <Table
        label={t('ask.result')}
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t('ask.noRows')}>{t('ask.noRowsHow')}</EmptyState>}
      />
    </section>
  );
}

function Basis({ asked, table }: { asked: AskSearch; table: AskAnswer }) {
  const { t, i18n } = useTranslation('analysis');
  const number = (n: number) => new Intl.NumberFormat(i18n.language).format(n);
  const { rows, more, tookMs, position, clock } = table;
  const cell = () =>
    notebookCell({ sql: asked.q, params: asked.params, position, origin: window.location.origin });
  return (
    <div className={styles.basis}>
      <p className="t-small t-2" role="status">
        {t(more ? 'ask.moreRows' : 'ask.rows', { count: rows.length, n: number(rows.length) })}{' '}
        {rows.length > SHOWN && t('ask.shown', { n: number(SHOWN) })}{' '}
        {t('ask.took', { seconds: (tookMs / 1000).toFixed(2) })}{' '}
        {clock && t('ask.basis', { clock: formatZonedMoment(clock), position })}
      </p>
      <div className={styles.tools}>
        <DownloadCsv asked={{ ...asked, asOf: position }} />
        <CopyButton text={cell} label={t('ask.cell')} copied={t('ask.cellCopied')} />
      </div>
    </div>
  );
}
