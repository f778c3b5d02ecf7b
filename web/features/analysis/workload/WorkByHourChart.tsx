/** Heat map of the hours of the week in which cases come to technicians. The table also shows when cases leave. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Chart, type ChartOption } from '../chart/Chart.tsx';
import type { ChartColours } from '../chart/chart-colours.ts';
import { FigureLink, figureSearch } from '../report/FigureLink.tsx';
import { useReportScreen } from '../report/ReportScreen.tsx';
import { useReportFormatters, weekdayName } from '../report/useReportFormatters.ts';

type WorkHour = ReportItem<'workHours'>;

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];

const hoursOption =
  (items: readonly WorkHour[], names: readonly string[]) =>
  (ink: ChartColours): ChartOption => ({
    grid: { left: 8, right: 8, top: 8, bottom: 8, containLabel: true },
    tooltip: { renderMode: 'richText', backgroundColor: ink.surface, textStyle: { color: ink.text } },
    xAxis: { type: 'category', data: hours, axisLabel: { color: ink.quiet } },
    yAxis: { type: 'category', inverse: true, data: names, axisLabel: { color: ink.text } },
    visualMap: {
      ...{ show: false, min: 0, max: Math.max(1, ...items.map(({ came }) => came ?? 0)) },
      inRange: { color: [ink.sunken, ink.brandSoft, ink.brand] },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: ink.surface, borderWidth: 1 },
        data: items.map(({ weekday, hour, came }) => [hour, weekday - 1, came ?? 0]),
      },
    ],
  });

export function WorkByHourChart({ items }: { items: readonly WorkHour[] }) {
  const { t, i18n } = useTranslation('analysis');
  const { number } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const names = useMemo(() => weekdays.map(day => weekdayName(i18n.language, day)), [i18n.language]);
  const option = useMemo(() => hoursOption(items, names), [items, names]);
  const momentOf = ({ weekday, hour }: WorkHour) =>
    t('workload.hour', { weekday: names[weekday - 1], hour: String(hour).padStart(2, '0') });
  const mostOf = (id: 'came' | 'left') => items.toSorted((a, b) => (b[id] ?? 0) - (a[id] ?? 0))[0];
  const [came, left] = [mostOf('came'), mostOf('left')];
  if (!came || !left) return null;
  return (
    <Panel>
      <Chart
        title={t('workload.hours')}
        sentence={t('workload.hoursSay', {
          ...{ moment: momentOf(came), came: number(came.came ?? 0) },
          ...{ leftMoment: momentOf(left), left: number(left.left ?? 0) },
        })}
        option={option}
        height={260}
        onChoose={({ dataIndex }) => {
          const item = items[dataIndex];
          if (item) go(hrefOf(figureSearch('workHours', 'came', item)));
        }}
        rows={items}
        columns={[
          { id: 'moment', header: t('workload.moment'), cell: momentOf, card: 'title' },
          ...(['came', 'left'] as const).map(id => ({
            ...{ id, header: t(`workload.${id}`), align: 'end' as const, card: 'figure' as const },
            cell: (item: WorkHour) => (
              <FigureLink report="workHours" figure={id} item={item} value={item[id]} />
            ),
          })),
        ]}
        rowKey={({ weekday, hour }) => `${weekday} ${hour}`}
      />
    </Panel>
  );
}
