/** The times of statuses, or of the groups of each: quantiles with their intervals, and the desk's hours. */
import { useTranslation } from 'react-i18next';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import styles from './times.module.css';
import {
  type CycleTime,
  hasTooFewStays,
  holderOfRow,
  sortByGroupWords,
  splitFoldedTimes,
  type TimesSplit,
} from './times-rows.ts';

type Props = {
  items: readonly CycleTime[];
  by: TimesSplit | undefined;
  /** Adds a column for the holder, because the rows have several. */
  withWhom: boolean;
};

export function TimesTable({ items, by, withWhom }: Props) {
  const { t, i18n } = useTranslation('analysis');
  const { status, group, duration } = useReportFormatters();
  const hasDeskHours = items.some(
    item => holderOfRow(item) === 'laboratory' || holderOfRow(item) === 'doctor',
  );
  const known = (item: CycleTime, seconds: number | null) =>
    seconds === null && hasTooFewStays(item) ? t('times.tooFew') : duration(seconds);
  const quantile = (name: 'p50' | 'p85' | 'p95'): TableColumn<CycleTime> => ({
    ...{ id: name, header: t(`times.${name}`), align: 'end', card: 'figure' },
    cell: item => (
      <>
        {known(item, item[`${name}S`])}
        {item[`${name}S`] !== null && <RangeText range={item[`${name}RangeS`]} />}
      </>
    ),
  });
  const deskHours = (name: 'worked' | 'waited'): TableColumn<CycleTime> => ({
    ...{ id: name, header: t(`times.${name}`), align: 'end', card: 'figure' },
    cell: item => known(item, item[`${name}S`]),
  });
  const columns: TableColumn<CycleTime>[] = [
    { id: 'status', header: t('times.status'), cell: item => status(item.status), card: 'title' },
    ...(withWhom
      ? [
          {
            id: 'with',
            header: t('times.with'),
            cell: (item: CycleTime) => t(`times.holder.${holderOfRow(item)}`),
          },
        ]
      : []),
    ...(by
      ? [{ id: 'group', header: t(`report.split.${by}`), cell: (item: CycleTime) => group(by, item.group) }]
      : []),
    ...(['stays', 'open'] as const).map(
      (id): TableColumn<CycleTime> => ({
        ...{ id, header: t(`times.${id}`), align: 'end', card: 'figure' },
        cell: item => <FigureLink report="cycleTimes" figure={id} item={item} value={item[id]} />,
      }),
    ),
    ...(['p50', 'p85', 'p95'] as const).map(quantile),
    ...(hasDeskHours ? (['worked', 'waited'] as const).map(deskHours) : []),
  ];
  const { shown, folded } = splitFoldedTimes(
    by ? sortByGroupWords(items, value => group(by, value), i18n.language) : items,
    by,
  );
  const table = (rows: readonly CycleTime[]) => (
    <Table
      label={t('screen.times')}
      rows={rows}
      columns={columns}
      rowKey={item => `${item.status} ${item.group}`}
    />
  );
  const word = by === 'month' ? 'foldedMonths' : 'folded';
  return (
    <>
      {table(shown)}
      {folded.length > 0 && (
        <Disclosure summary={t(`times.${word}`, { count: folded.length })}>{table(folded)}</Disclosure>
      )}
    </>
  );
}

/** The interval of a quantile, in small print below it. */
function RangeText({ range: [least, most] }: { range: CycleTime['p50RangeS'] }) {
  const { t } = useTranslation('analysis');
  const { duration } = useReportFormatters();
  const known = { least: duration(least), most: duration(most) };
  return (
    <span className={`t-2 ${styles.range}`}>
      {most === null ? t('times.rangeFrom', known) : t('times.range', known)}
    </span>
  );
}
