/** The moves of the map as a table: the text twin of the picture. */
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type MapEdge = ReportItem<'map'>;

export function MovesTable({ items }: { items: readonly MapEdge[] }) {
  const { t } = useTranslation('analysis');
  const { status, number, duration } = useReportFormatters();
  const moves = items.filter(({ to }) => to !== null).sort((a, b) => b.stays - a.stays);
  const [first] = moves;
  const count = (id: 'cases' | 'stays'): TableColumn<MapEdge> => ({
    ...{ id, header: t(`map.${id}`), align: 'end', card: 'figure' },
    cell: item => <FigureLink report="map" figure={id} item={item} value={item[id]} />,
  });
  const time = (id: 'medianS' | 'p85S' | 'deskS'): TableColumn<MapEdge> => ({
    ...{ id, header: t(`map.${id}`), align: 'end', card: 'figure', cell: item => duration(item[id]) },
  });
  const columns: TableColumn<MapEdge>[] = [
    { id: 'from', header: t('map.from'), cell: item => status(item.status), card: 'title' },
    { id: 'to', header: t('map.to'), cell: item => status(item.to ?? 0) },
    count('cases'),
    count('stays'),
    time('medianS'),
    time('p85S'),
    time('deskS'),
  ];
  return (
    <>
      {first && (
        <p className="t-small">
          {t('map.most', {
            ...{ from: status(first.status), to: status(first.to ?? 0), count: first.stays },
            ...{ stays: number(first.stays), time: duration(first.medianS) },
          })}
        </p>
      )}
      <Disclosure summary={t('chart.table')}>
        <Table
          label={t('map.moves')}
          bare
          rows={moves}
          columns={columns}
          rowKey={item => `${item.status} ${item.to}`}
        />
      </Disclosure>
    </>
  );
}
