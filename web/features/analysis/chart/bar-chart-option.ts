/** Horizontal bars, one for each name: the chart of most reports. */
import type { ChartOption } from './Chart.tsx';
import type { ChartColours } from './chart-colours.ts';

type BarSeries = {
  name: string;
  /** Values in the order of the names; null draws no bar. */
  values: readonly (number | null)[];
  /** Colour of the bars. Default: brand. */
  ink?: keyof ChartColours;
  /** Bars with the same stack lie end to end. */
  stack?: string;
};

type Bars = {
  names: readonly string[];
  series: readonly BarSeries[];
  format: (value: number) => string;
  /** Number of the values' units in one unit of the axis, so that its marks are round. Default: 1. */
  unit?: number;
  /** For counts: the axis has no marks between whole numbers. */
  whole?: true;
};

/** Height of a chart with this number of bars, in CSS pixels. */
export const barChartHeight = (bars: number): number => Math.max(140, bars * 30 + 64);

/** Up to this width names are above their bars, because long names beside them would leave no room for the bars. */
const narrowPx = 520;
const namesAbove = { inside: true, margin: 0, verticalAlign: 'bottom', padding: [0, 0, 7, 0] };

export const barChartOption =
  ({ names, series, format, unit = 1, whole }: Bars) =>
  (ink: ChartColours, width: number): ChartOption => ({
    grid: { left: 8, right: 24, top: series.length > 1 ? 32 : 8, bottom: 8, containLabel: true },
    legend:
      series.length > 1 ? { type: 'scroll', top: 0, left: 0, textStyle: { color: ink.text } } : undefined,
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: ink.surface,
      textStyle: { color: ink.text },
      valueFormatter: (value: number | null) => (value === null ? '' : format(value * unit)),
    },
    xAxis: {
      type: 'value',
      minInterval: whole ? 1 : undefined,
      axisLabel: { color: ink.quiet, formatter: (value: number) => format(value * unit), hideOverlap: true },
      splitLine: { lineStyle: { color: ink.line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: names,
      axisLabel: { color: ink.text, ...(width < narrowPx && namesAbove) },
      z: 3,
      axisLine: { lineStyle: { color: ink.line } },
    },
    series: series.map(({ name, values, ink: color = 'brand', stack }) => ({
      ...{
        name,
        type: 'bar',
        stack,
        barMaxWidth: width < narrowPx ? 8 : 16,
        itemStyle: { color: ink[color] },
      },
      ...(width < narrowPx && { barCategoryGap: '70%' }),
      data: values.map(value => (value === null ? null : value / unit)),
    })),
  });
