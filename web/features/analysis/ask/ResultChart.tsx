/** The rows of an answer as a chart of two columns, with its text twin. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskAnswer } from '#services/api/answers.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { barChartHeight, barChartOption } from '../chart/bar-chart-option.ts';
import { Chart } from '../chart/Chart.tsx';
import styles from './ask.module.css';
import {
  type ChartChoice,
  chartPointsOf,
  fittingChartChoice,
  highestPoint,
  MAX_CHART_POINTS,
  numericColumnNames,
} from './chart-choice.ts';
import { lineChartOption } from './line-chart-option.ts';

const kinds = ['bar', 'line'] as const;
const LINE_HEIGHT = 320;

type Props = { table: AskAnswer; wanted: ChartChoice | null; onChange: (chart: ChartChoice) => void };

export function ResultChart({ table, wanted, onChange }: Props) {
  const { t } = useTranslation('analysis');
  const chart = fittingChartChoice(table.columns, wanted);
  if (!chart || table.rows.length === 0)
    return <EmptyState title={t('ask.noChart')}>{t('ask.noChartHow')}</EmptyState>;
  const { kind, x, y } = chart;
  const options = (names: readonly string[]) => names.map(name => ({ value: name, label: name }));
  return (
    <>
      <div className={styles.chart}>
        <SegmentedControl
          label={t('ask.chartKind')}
          hideLabel
          size="small"
          value={kind}
          onChange={next => onChange({ ...chart, kind: next })}
          options={kinds.map(value => ({ value, label: t(`ask.kind.${value}`) }))}
        />
        <Select
          label={t('ask.chartX')}
          size="compact"
          value={x}
          onChange={next => onChange({ ...chart, x: next })}
          options={options(table.columns.map(({ name }) => name))}
        />
        <Select
          label={t('ask.chartY')}
          size="compact"
          value={y}
          onChange={next => onChange({ ...chart, y: next })}
          options={options(numericColumnNames(table.columns))}
        />
      </div>
      <Drawn table={table} chart={chart} />
    </>
  );
}

function Drawn({ table, chart }: { table: AskAnswer; chart: ChartChoice }) {
  const { t, i18n } = useTranslation('analysis');
  const { kind, x, y } = chart;
  const points = useMemo(() => chartPointsOf(table, { kind, x, y }), [table, kind, x, y]);
  const option = useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language);
    const format = (value: number) => number.format(value);
    const names = points.map(({ name }) => name);
    const values = points.map(({ value }) => value);
    return kind === 'line'
      ? lineChartOption({ names, values, name: y, format })
      : barChartOption({ names, series: [{ name: y, values }], format });
  }, [points, kind, y, i18n.language]);
  const highest = highestPoint(points);
  const number = (value: number | null) =>
    value === null ? '' : new Intl.NumberFormat(i18n.language).format(value);
  const sentence = highest
    ? t('ask.chartSays', { x, y, name: highest.name, value: number(highest.value) })
    : t('ask.noRows');
  return (
    <Chart
      title={t('ask.chartOf', { x, y })}
      sentence={
        table.rows.length > MAX_CHART_POINTS
          ? `${sentence} ${t('ask.shown', { n: number(MAX_CHART_POINTS) })}`
          : sentence
      }
      option={option}
      height={kind === 'line' ? LINE_HEIGHT : barChartHeight(points.length)}
      rows={points}
      columns={[
        { id: 'x', header: x, cell: ({ name }) => name, card: 'title' },
        { id: 'y', header: y, cell: ({ value }) => number(value), align: 'end', card: 'figure' },
      ]}
      rowKey={({ key }) => key}
    />
  );
}
