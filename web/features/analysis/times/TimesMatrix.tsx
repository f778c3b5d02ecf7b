/** Medians of all statuses by the groups of a split, shown until one status is chosen. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/panel.tsx';
import { Chart } from '../chart/Chart.tsx';
import { figureSearch } from '../report/FigureLink.tsx';
import { useReportScreen } from '../report/ReportScreen.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import { timesMatrixChartOption, timesMatrixOf } from './times-matrix.ts';
import { type CycleTime, hasMedian, sortByGroupWords, type TimesSplit } from './times-rows.ts';

/** Groups with too few stays for a median have an empty column. */
export function TimesMatrix({ items, by }: { items: readonly CycleTime[]; by: TimesSplit }) {
  const { t, i18n } = useTranslation('analysis');
  const { status, group, duration, number } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const matrix = useMemo(() => {
    // All groups get one status, so that only their words decide the order.
    const columns = items.map(item => ({ status: 0, group: item.group }));
    const groups = sortByGroupWords(columns, value => group(by, value), i18n.language).map(one => one.group);
    return timesMatrixOf(items.filter(hasMedian), [...new Set(groups)]);
  }, [items, by, group, i18n.language]);
  const { statuses, cells } = matrix;
  const option = useMemo(
    () =>
      timesMatrixChartOption(matrix, {
        rows: matrix.statuses.map(status),
        columns: matrix.groups.map(value => group(by, value)),
        duration,
      }),
    [matrix, by, status, group, duration],
  );
  const slowest = cells.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (!slowest) return null;
  const split = t(`report.split.${by}`);
  const inSentence = split.toLocaleLowerCase(i18n.language);
  if (matrix.groups.length < 2)
    return <p className="t-small t-2">{t('times.matrixFew', { split: inSentence })}</p>;
  return (
    <Panel>
      <Chart
        title={t('times.matrix', { split: inSentence })}
        sentence={
          slowest.ratio > 1
            ? t('times.matrixSay', {
                ...{ group: group(by, slowest.item.group), status: status(slowest.item.status) },
                ...{ half: duration(slowest.item.p50S), ratio: number(slowest.ratio, 1) },
              })
            : t('times.matrixFew', { split: inSentence })
        }
        option={option}
        onChoose={({ dataIndex }) => {
          const cell = cells[dataIndex];
          if (cell) go(hrefOf(figureSearch('cycleTimes', 'stays', cell.item)));
        }}
        height={statuses.length * 34 + 90}
        rows={cells}
        columns={[
          { id: 'status', header: t('times.status'), cell: ({ item }) => status(item.status), card: 'title' },
          { id: 'group', header: split, cell: ({ item }) => group(by, item.group) },
          {
            ...{ id: 'p50', header: t('times.p50'), align: 'end', card: 'figure' },
            cell: ({ item }) => duration(item.p50S),
          },
        ]}
        rowKey={({ row, column }) => `${row} ${column}`}
      />
    </Panel>
  );
}
