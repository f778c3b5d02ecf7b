/** Cases that came to technicians and left them in each week, and those that technicians had at its end. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Chart, type ChartOption } from '../chart/Chart.tsx';
import type { ChartColours } from '../chart/chart-colours.ts';
import { FigureLink, figureSearch } from '../report/FigureLink.tsx';
import { useReportScreen } from '../report/ReportScreen.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type WorkWeek = ReportItem<'workWeeks'>;

const figures = ['came', 'left', 'open'] as const;
const looks = {
  came: { ink: 'brand', symbol: 'circle' },
  left: { ink: 'violet', symbol: 'rect' },
  open: { ink: 'warn', symbol: 'triangle' },
} as const;

const weekMs = 7 * 86_400_000;

/** Adds the weeks without cases between the first and the last one. */
function withoutGaps(items: readonly WorkWeek[]): WorkWeek[] {
  const known = new Map(items.map(item => [item.week, item]));
  const [first, last] = [items[0]?.week ?? '', items.at(-1)?.week ?? ''];
  const weeks: WorkWeek[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += weekMs) {
    const week = new Date(at).toISOString().slice(0, 10);
    weeks.push(known.get(week) ?? { week, cases: 0, came: 0, left: 0, open: 0 });
  }
  return weeks;
}

export function WorkByWeekChart({ items: counted }: { items: readonly WorkWeek[] }) {
  const { t } = useTranslation('analysis');
  const { number } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const items = useMemo(() => withoutGaps(counted), [counted]);
  const option = useMemo(
    () =>
      (ink: ChartColours): ChartOption => ({
        grid: { left: 8, right: 16, top: 36, bottom: 8, containLabel: true },
        legend: { type: 'scroll', top: 0, left: 0, textStyle: { color: ink.text } },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText',
          backgroundColor: ink.surface,
          textStyle: { color: ink.text },
        },
        xAxis: {
          type: 'category',
          data: items.map(({ week }) => week),
          axisLabel: { color: ink.quiet, hideOverlap: true },
        },
        yAxis: {
          type: 'value',
          minInterval: 1,
          axisLabel: { color: ink.quiet },
          splitLine: { lineStyle: { color: ink.line } },
        },
        series: figures.map(id => ({
          ...{ type: 'line', name: t(`workload.${id}`), symbol: looks[id].symbol, symbolSize: 7 },
          ...{ itemStyle: { color: ink[looks[id].ink] }, lineStyle: { color: ink[looks[id].ink], width: 2 } },
          data: items.map(item => item[id]),
        })),
      }),
    [items, t],
  );
  const most = items.toSorted((a, b) => (b.open ?? 0) - (a.open ?? 0))[0];
  if (!most) return null;
  return (
    <Panel>
      <Chart
        title={t('workload.weeks')}
        sentence={t('workload.weeksSay', { week: most.week, open: number(most.open ?? 0) })}
        option={option}
        onChoose={({ dataIndex, seriesName }) => {
          const item = items[dataIndex];
          const figure = figures.find(id => t(`workload.${id}`) === seriesName);
          if (item && figure) go(hrefOf(figureSearch('workWeeks', figure, item)));
        }}
        rows={items}
        columns={[
          { id: 'week', header: t('workload.week'), cell: ({ week }) => week, card: 'title' },
          ...figures.map(id => ({
            ...{ id, header: t(`workload.${id}`), align: 'end' as const, card: 'figure' as const },
            cell: (item: WorkWeek) => (
              <FigureLink report="workWeeks" figure={id} item={item} value={item[id]} />
            ),
          })),
        ]}
        rowKey={({ week }) => week}
      />
    </Panel>
  );
}
