/** The chart of the cycle times: for each status, or each group of one, a bar up to the median, and from there to 85 %. */
import type { ReportItem } from '#services/api/answers.ts';
import { barOption } from '../chart/bar-option.ts';

const [hour, day] = [3600, 86_400];
/** The unit of an axis up to a number of seconds, as durations are written. */
const unitOf = (most: number) => (most < 2 * day ? hour : day);

type CycleTime = ReportItem<'cycleTimes'>;

type Words = {
  nameOf: (item: CycleTime) => string;
  duration: (seconds: number) => string;
  half: string;
  most: string;
};

export const timesOption = (items: readonly CycleTime[], { nameOf, duration, half, most }: Words) =>
  barOption({
    names: items.map(nameOf),
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
