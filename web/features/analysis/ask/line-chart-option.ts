/**
 * Options of a chart with one line through the values, in the order of the names. Returns a function of the colours.
 */
import type { ChartOption } from '../chart/Chart.tsx';
import type { ChartColours } from '../chart/chart-colours.ts';

type Line = {
  names: readonly string[];
  /** In the order of the names; null leaves a gap. */
  values: readonly (number | null)[];
  name: string;
  format: (value: number) => string;
};

export const lineChartOption =
  ({ names, values, name, format }: Line) =>
  (ink: ChartColours): ChartOption => ({
    grid: { left: 8, right: 24, top: 16, bottom: 8, containLabel: true },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: ink.surface,
      textStyle: { color: ink.text },
      valueFormatter: (value: number | null) => (value === null ? '' : format(value)),
    },
    xAxis: { type: 'category', data: names, axisLabel: { color: ink.text, hideOverlap: true } },
    yAxis: {
      type: 'value',
      axisLabel: { color: ink.quiet, formatter: format },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: [
      { type: 'line', name, data: values, showSymbol: names.length < 60, itemStyle: { color: ink.brand } },
    ],
  });
