/**
 * The chart of the times: for each status, or each group of one status, a bar up to the median, and a second part up to
 * the 85 % quantile.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/panel.tsx';
import { Chart } from '../chart/Chart.tsx';
import { figureSearch } from '../report/FigureLink.tsx';
import { useReportScreen } from '../report/ReportScreen.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import { timesChartOption } from './times-chart.ts';
import type { CycleTime } from './times-rows.ts';

type Props = {
  title: string;
  /** The meaning of the bars. */
  header: string;
  /** Items with a median, in the order of the bars; at least one. A new array draws the chart again. */
  shown: readonly CycleTime[];
  nameOf: (item: CycleTime) => string;
};

export function TimesChart({ title, header, shown, nameOf }: Props) {
  const { t } = useTranslation('analysis');
  const { duration } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const names = shown.map(nameOf).join('\n');
  const option = useMemo(
    () =>
      timesChartOption(shown, {
        names: names.split('\n'),
        duration,
        half: t('times.p50'),
        most: t('times.p85'),
      }),
    [shown, names, duration, t],
  );
  const [slowest] = shown.toSorted((a, b) => (b.p85S ?? 0) - (a.p85S ?? 0));
  return (
    <Panel>
      <Chart
        title={title}
        sentence={
          slowest
            ? t('times.slowest', {
                status: nameOf(slowest),
                half: duration(slowest.p50S),
                most: duration(slowest.p85S),
              })
            : t('report.empty')
        }
        option={option}
        onChoose={({ dataIndex }) => {
          const item = shown[dataIndex];
          if (item) go(hrefOf(figureSearch('cycleTimes', 'stays', item)));
        }}
        height={Math.max(160, shown.length * 28 + 60)}
        rows={shown}
        columns={[
          { id: 'name', header, cell: nameOf, card: 'title' },
          ...(['p50', 'p85'] as const).map(name => ({
            ...{ id: name, header: t(`times.${name}`), align: 'end' as const, card: 'figure' as const },
            cell: (item: CycleTime) => duration(item[`${name}S`]),
          })),
        ]}
        rowKey={item => `${item.status} ${item.group}`}
      />
    </Panel>
  );
}
