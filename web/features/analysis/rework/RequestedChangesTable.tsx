/** Changes that reviewers asked for, the most frequent first, and whether the next version made them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type AskedChange = ReportItem<'askedChanges'>;

/** Changes that are shown at first, and more with each press. */
const page = 15;

export function RequestedChangesTable({ items }: { items: readonly AskedChange[] }) {
  const { t } = useTranslation('analysis');
  const { percent } = useReportFormatters();
  const [shown, setShown] = useState(page);
  const columns: TableColumn<AskedChange>[] = [
    {
      id: 'change',
      header: t('rework.asked.change'),
      card: 'title',
      cell: ({ what, axis, place }) =>
        t('rework.asked.of', { what: t(`rework.asked.what.${axis ?? what}`), place }),
    },
    ...(['times', 'cases', 'withdrawn', 'met'] as const).map(
      (id): TableColumn<AskedChange> => ({
        ...{ id, header: t(`rework.asked.${id}`), align: 'end', card: 'figure' },
        cell: item => <FigureLink report="askedChanges" figure={id} item={item} value={item[id]} />,
      }),
    ),
    {
      ...{ id: 'share', header: t('rework.asked.share'), align: 'end', card: 'figure' },
      cell: ({ measured, met }) => (measured && met !== null ? percent(met / measured) : t('report.unknown')),
    },
  ];
  return (
    <>
      <Table
        label={t('rework.asked.title')}
        bare
        rows={items.slice(0, shown)}
        columns={columns}
        rowKey={({ what, axis, place }) => `${what} ${axis} ${place}`}
      />
      {items.length > shown && (
        <Button onPress={() => setShown(shown + page)}>{t('rework.asked.more')}</Button>
      )}
    </>
  );
}
