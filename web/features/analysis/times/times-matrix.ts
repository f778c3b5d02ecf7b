/**
 * The matrix of times: a row for each status, a column for each group. A cell compares its median with the middle of
 * the medians in its row.
 */
import type { ChartOption } from '../chart/Chart.tsx';
import type { ChartColours } from '../chart/chart-colours.ts';
import type { CycleTime } from './times-rows.ts';

type MatrixCell = {
  item: CycleTime;
  row: number;
  column: number;
  /** The cell's median divided by the middle of the medians in its row: 2 is twice as long. */
  ratio: number;
};

export type TimesMatrixData = {
  statuses: number[];
  /** Values of the split; null for cases without one. */
  groups: (string | null)[];
  cells: MatrixCell[];
};

/** The lower of two middle values, so that the result is one of the values. */
const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/**
 * @param items those with a median
 * @param groups in the order of the columns
 */
export function timesMatrixOf(
  items: readonly CycleTime[],
  groups: readonly (string | null)[],
): TimesMatrixData {
  const statuses = [...new Set(items.map(({ status }) => status))];
  const middles = new Map(
    statuses.map(code => [
      code,
      middleOf(items.flatMap(one => (one.status === code ? (one.p50S ?? []) : []))),
    ]),
  );
  const cells = items.map(
    (item): MatrixCell => ({
      item,
      row: statuses.indexOf(item.status),
      column: groups.indexOf(item.group),
      // A row whose middle is 0 s is compared with 1 s.
      ratio: (item.p50S ?? 0) / Math.max(1, middles.get(item.status) ?? 1),
    }),
  );
  return { statuses, groups: [...groups], cells };
}

/** Number of doublings from which on the colour gets no stronger. */
const strongest = 1;
/**
 * How often the row's middle is doubled to give a median: 0 has no colour; half (−1) and double (1) are equally strong.
 */
const doublings = (ratio: number) => Math.min(strongest, Math.max(-strongest, Math.log2(ratio)));

/** Narrower columns show no duration. */
const labelPx = 44;
const namesPx = 150;

type Words = {
  rows: readonly string[];
  columns: readonly string[];
  duration: (seconds: number | null) => string;
};

export const timesMatrixChartOption =
  ({ cells }: TimesMatrixData, { rows, columns, duration }: Words) =>
  (ink: ChartColours, width: number): ChartOption => ({
    grid: { left: 8, right: 8, top: 8, bottom: 8, containLabel: true },
    tooltip: {
      ...{ renderMode: 'richText', backgroundColor: ink.surface, textStyle: { color: ink.text } },
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const cell = cells[dataIndex];
        return cell ? `${rows[cell.row]}\n${columns[cell.column]}: ${duration(cell.item.p50S)}` : '';
      },
    },
    xAxis: {
      ...{ type: 'category', data: columns, axisTick: { show: false }, axisLine: { show: false } },
      axisLabel: { color: ink.quiet, rotate: width / columns.length < 110 ? 40 : 0, hideOverlap: true },
    },
    yAxis: {
      ...{ type: 'category', inverse: true, data: rows, axisTick: { show: false } },
      ...{ axisLine: { show: false }, axisLabel: { color: ink.text } },
    },
    visualMap: {
      ...{ show: false, min: -strongest, max: strongest, dimension: 2 },
      inRange: { color: [ink.brandSoft, ink.sunken, ink.warnSoft] },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: ink.surface, borderWidth: 2 },
        label: {
          ...{ show: (width - namesPx) / columns.length >= labelPx, color: ink.text, fontSize: 12 },
          formatter: ({ dataIndex }: { dataIndex: number }) => duration(cells[dataIndex]?.item.p50S ?? null),
        },
        data: cells.map(({ row, column, ratio }) => [column, row, doublings(ratio)]),
      },
    ],
  });
