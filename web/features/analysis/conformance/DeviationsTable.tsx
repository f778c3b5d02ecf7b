/** Moves of one kind of deviation; each number opens its cases as they were at the move. */
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type ConformanceItem = ReportItem<'conformance'>;

export function DeviationsTable({ label, items }: { label: string; items: readonly ConformanceItem[] }) {
  const { t } = useTranslation('analysis');
  const { status } = useReportFormatters();
  const figure = (id: 'moves' | 'cases'): TableColumn<ConformanceItem> => ({
    ...{ id, header: t(`conformance.${id}`), align: 'end', card: 'figure' },
    cell: item => <FigureLink report="conformance" figure={id} item={item} value={item[id]} />,
  });
  const columns: TableColumn<ConformanceItem>[] = [
    { id: 'move', header: t('conformance.move'), cell: ({ type }) => t(`log.type.${type}`), card: 'title' },
    {
      ...{ id: 'statuses', header: t('conformance.statuses') },
      cell: ({ from, to }) => `${status(from ?? 0)} › ${status(to ?? 0)}`,
    },
    figure('moves'),
    figure('cases'),
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
