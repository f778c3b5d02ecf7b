/** The chart of the cycle times: a bar up to the median, and one up to 85 %, for each status. */
import type { ReportItem } from '#services/api/answers.ts';
import type { ChartOption } from '../chart/Chart.tsx';
import type { Ink } from '../chart/ink.ts';

const DAY_S = 86_400;

type Words = {
  nameOf: (status: number) => string;
  duration: (seconds: number | null) => string;
  half: string;
  most: string;
};

export const timesOption =
  (items: readonly ReportItem<'cycleTimes'>[], { nameOf, duration, half, most }: Words) =>
  (ink: Ink): ChartOption => ({
    grid: { left: 8, right: 24, top: 32, bottom: 8, containLabel: true },
    legend: { top: 0, left: 0, textStyle: { color: ink.text } },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      valueFormatter: (days: number) => duration(days * DAY_S),
    },
    xAxis: {
      type: 'value',
      axisLabel: { color: ink.quiet, formatter: (days: number) => duration(days * DAY_S) },
      splitLine: { lineStyle: { color: ink.line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: items.map(({ status }) => nameOf(status)),
      axisLabel: { color: ink.text },
      axisLine: { lineStyle: { color: ink.line } },
    },
    series: [
      {
        ...{ name: half, type: 'bar', barGap: '-100%', z: 3, barWidth: 12, itemStyle: { color: ink.brand } },
        data: items.map(({ p50S }) => (p50S ?? 0) / DAY_S),
      },
      {
        ...{
          name: most,
          type: 'bar',
          z: 2,
          barWidth: 12,
          itemStyle: { color: ink.brandSoft, borderColor: ink.brand },
        },
        data: items.map(({ p85S }) => (p85S ?? 0) / DAY_S),
      },
    ],
  });
