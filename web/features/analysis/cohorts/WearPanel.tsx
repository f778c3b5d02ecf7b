/** Days that aligners were worn, compared with the agreed days, by the month of the submission. */
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type WearDays = ReportItem<'wearDays'>;

export function WearPanel({ items }: { items: readonly WearDays[] }) {
  const { t, i18n } = useTranslation('analysis');
  const { number, percent } = useReportFormatters();
  const longer = new Intl.NumberFormat(i18n.language, {
    ...{ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' },
  });
  const count = (id: 'cases' | 'changes'): TableColumn<WearDays> => ({
    ...{ id, header: t(`cohorts.wear.${id}`), align: 'end', card: 'figure' },
    cell: item => <FigureLink report="wearDays" figure={id} item={item} value={item[id]} />,
  });
  const days = (id: 'planned' | 'worn'): TableColumn<WearDays> => ({
    ...{ id, header: t(`cohorts.wear.${id}`), align: 'end', card: 'figure' },
    cell: item => number(item[id]),
  });
  const columns: TableColumn<WearDays>[] = [
    { id: 'month', header: t('report.split.month'), cell: ({ month }) => month, card: 'title' },
    count('cases'),
    count('changes'),
    days('planned'),
    days('worn'),
    {
      ...{ id: 'longer', header: t('cohorts.wear.longer'), align: 'end', card: 'figure' },
      cell: ({ planned, worn }) => (planned === 0 ? '–' : longer.format(worn / planned - 1)),
    },
    {
      ...{ id: 'late', header: t('cohorts.wear.late'), align: 'end', card: 'figure' },
      cell: item => (
        <FigureLink report="wearDays" figure="late" item={item} value={item.late}>
          {percent(item.late / item.changes)}
        </FigureLink>
      ),
    },
  ];
  return (
    <Panel title={t('cohorts.wear.title')}>
      {items.length === 0 ? (
        <EmptyState title={t('cohorts.wear.none')}>{t('cohorts.wear.noneHow')}</EmptyState>
      ) : (
        <>
          <p className="t-small t-2">{t('cohorts.wear.how')}</p>
          <Table
            label={t('cohorts.wear.title')}
            bare
            rows={items}
            columns={columns}
            rowKey={({ month }) => month}
          />
        </>
      )}
    </Panel>
  );
}
