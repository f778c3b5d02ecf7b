/** Options of the screen's charts. */
import type { ChartOption } from '../chart/Chart.tsx';
import type { ChartColours } from '../chart/chart-colours.ts';
import type { ForecastReportItem } from './forecasts-queries.ts';
import { findKeptDatesByShare, keptPercent } from './kept-dates.ts';

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'] as const;
const seriesInks = ({ brand, violet, info, accent, warn }: ChartColours) => [
  brand,
  violet,
  info,
  accent,
  warn,
];
const grid = { left: 44, right: 16, top: 36, bottom: 44 };

const percentAxis = (ink: ChartColours, name: string) => ({
  type: 'value',
  name,
  nameLocation: 'middle',
  nameGap: 28,
  min: 0,
  max: 100,
  nameTextStyle: { color: ink.quiet },
  axisLabel: { color: ink.quiet },
  splitLine: { lineStyle: { color: ink.line } },
});
const legend = (ink: ChartColours) => ({
  type: 'scroll',
  top: 0,
  textStyle: { color: ink.text },
  inactiveColor: ink.quiet,
});

const hasPoints = ({ kept }: ForecastReportItem) => kept.some(dates => keptPercent(dates) !== null);

type Words = { promised: string; kept: string; exact: string; nameOf: (key: string) => string };

/**
 * Reliability diagram: dates kept against dates promised, a line for each step. A step on the diagonal keeps exactly
 * what it promises.
 */
export const reliabilityChartOption =
  (items: readonly ForecastReportItem[], { promised, kept, exact, nameOf }: Words) =>
  (ink: ChartColours): ChartOption => ({
    grid,
    legend: legend(ink),
    tooltip: { trigger: 'item' },
    xAxis: percentAxis(ink, promised),
    yAxis: percentAxis(ink, kept),
    series: [
      {
        type: 'line',
        name: exact,
        data: [
          [0, 0],
          [100, 100],
        ],
        symbol: 'none',
        lineStyle: { type: 'dashed', color: ink.quiet, width: 1 },
        itemStyle: { color: ink.quiet },
        silent: true,
      },
      ...items.filter(hasPoints).map((item, i) => ({
        type: 'line',
        name: nameOf(item.key),
        symbol: symbols[i % symbols.length],
        symbolSize: 8,
        itemStyle: { color: seriesInks(ink)[i % symbols.length] },
        lineStyle: { color: seriesInks(ink)[i % symbols.length], width: 2 },
        data: item.kept.flatMap(dates => {
          const percent = keptPercent(dates);
          return percent === null ? [] : [[Math.round(dates.share * 100), percent]];
        }),
      })),
    ],
  });

/** Dates kept by the month in which they were due, for the two shares that a case page promises. */
export const keptByMonthChartOption =
  (
    items: readonly ForecastReportItem[],
    { kept, half, most }: { kept: string; half: string; most: string },
  ) =>
  (ink: ChartColours): ChartOption => {
    const line = (name: string, share: number, color: string, symbol: string) => ({
      type: 'line',
      name,
      symbol,
      symbolSize: 8,
      itemStyle: { color },
      lineStyle: { color, width: 2 },
      data: items.map(item => keptPercent(findKeptDatesByShare(item, share)) ?? '-'),
      markLine: {
        silent: true,
        symbol: 'none',
        lineStyle: { type: 'dashed', color },
        label: { show: false },
        data: [{ yAxis: share * 100 }],
      },
    });
    return {
      grid,
      legend: legend(ink),
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: items.map(item => item.key), axisLabel: { color: ink.quiet } },
      yAxis: percentAxis(ink, kept),
      series: [line(half, 0.5, ink.brand, 'circle'), line(most, 0.85, ink.violet, 'rect')],
    };
  };

/** Days between the likely and the latest date of each step. */
export const dateSpanChartOption =
  (
    items: readonly ForecastReportItem[],
    { days, nameOf }: { days: string; nameOf: (key: string) => string },
  ) =>
  (ink: ChartColours): ChartOption => ({
    grid: { left: 8, right: 24, top: 12, bottom: 44, containLabel: true },
    tooltip: { trigger: 'axis' },
    // Names of steps are long, so they are beside their bars.
    yAxis: {
      type: 'category',
      inverse: true,
      data: items.map(item => nameOf(item.key)),
      axisLabel: { color: ink.text },
    },
    xAxis: {
      type: 'value',
      minInterval: 1,
      name: days,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: { color: ink.quiet },
      axisLabel: { color: ink.quiet },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 28,
        itemStyle: { color: ink.brand },
        data: items.map(item => item.width ?? '-'),
      },
    ],
  });
