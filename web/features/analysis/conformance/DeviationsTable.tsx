/** Moves of one kind of deviation, with links to their cases as of each move. */
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Link } from '#web/ui/link.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { caseThenHref } from '../replay/replay-queries.ts';
import { useReportWords } from '../report/useReportWords.ts';
import styles from './conformance.module.css';

type ConformanceItem = ReportItem<'conformance'>;

type Props = {
  label: string;
  items: readonly ConformanceItem[];
  /** Position of the report, on the wire. */
  position: string;
};

export function DeviationsTable({ label, items, position }: Props) {
  const { t } = useTranslation('analysis');
  const { number, status } = useReportWords();
  const [log = ''] = position.split('-');
  const figure = (id: 'moves' | 'cases'): Column<ConformanceItem> => ({
    ...{ id, header: t(`conformance.${id}`), align: 'end', card: 'figure', cell: item => number(item[id]) },
  });
  const columns: Column<ConformanceItem>[] = [
    {
      ...{ id: 'move', header: t('conformance.move'), card: 'title' },
      cell: ({ type, from, to }) => (
        <>
          {t(`log.type.${type}`)}
          <br />
          <span className="t-small t-2">
            {status(from ?? 0)} › {status(to ?? 0)}
          </span>
        </>
      ),
    },
    figure('moves'),
    figure('cases'),
    {
      ...{ id: 'newest', header: t('conformance.newest') },
      cell: ({ newest, moves }) => (
        <ul className={styles.cases}>
          {newest.map(({ caseId, position: at }) => (
            <li key={at}>
              <Link href={caseThenHref(log, caseId, at)} className={`num ${styles.link}`}>
                {caseId}
              </Link>
            </li>
          ))}
          {moves > newest.length && (
            <li className="t-2">{t('conformance.more', { moves: number(moves - newest.length) })}</li>
          )}
        </ul>
      ),
    },
  ];
  return (
    <Table
      label={label}
      bare
      rows={items}
      columns={columns}
      rowKey={({ type, from, to }) => `${type} ${from} ${to}`}
    />
  );
}
