/** The options of the bars of times. */
import { barChartOption } from '../chart/bar-chart-option.ts';
import type { CycleTime } from './times-rows.ts';

const [hour, day] = [3600, 86_400];
/** Unit in seconds of an axis that ends at `most` seconds: hours below two days, else days, as in written durations. */
const unitOf = (most: number) => (most < 2 * day ? hour : day);

type Words = {
  /** Names of the items, in the same order. */
  names: readonly string[];
  duration: (seconds: number) => string;
  half: string;
  most: string;
};

export const timesChartOption = (items: readonly CycleTime[], { names, duration, half, most }: Words) =>
  barChartOption({
    names,
    format: duration,
    unit: unitOf(Math.max(...items.map(({ p50S, p85S }) => p85S ?? p50S ?? 0))),
    series: [
      { name: half, stack: 'stay', values: items.map(({ p50S }) => p50S) },
      {
        ...{ name: most, stack: 'stay', ink: 'brandSoft' },
        values: items.map(({ p50S, p85S }) => (p85S === null ? null : p85S - (p50S ?? 0))),
      },
    ],
  });
