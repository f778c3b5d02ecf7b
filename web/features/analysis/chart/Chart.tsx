/** A chart with its text twin: one sentence, and the same numbers as a table. */
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import styles from './chart.module.css';
import { type ChartColours, readChartColours } from './chart-colours.ts';

export type ChartOption = EChartsCoreOption;

/**
 * Returns the chart's options for the colours of the page and a width in CSS pixels. Keep its identity between renders,
 * because a new function draws the chart again.
 */
type BuildChartOption = (ink: ChartColours, width: number) => ChartOption;

type Props<Row> = {
  title: string;
  /** The chart as a sentence: visible to all, and the only form for people who cannot see the chart. */
  sentence: string;
  option: BuildChartOption;
  /** CSS pixels. */
  height?: number;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  /** Called when the person presses a mark of the chart. */
  onChoose?: (mark: { name: string; seriesName: string; dataIndex: number }) => void;
};

export function Chart<Row>({ title, sentence, option, height = 280, onChoose, ...table }: Props<Row>) {
  const { t } = useTranslation('analysis');
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={`${id}-title`} aria-describedby={`${id}-says`}>
      <figcaption>
        <strong id={`${id}-title`}>{title}</strong>
        <p id={`${id}-says`} className="t-small">
          {sentence}
        </p>
      </figcaption>
      <Drawing option={option} height={height} onChoose={onChoose} />
      <Disclosure summary={t('chart.table')}>
        <Table label={title} bare {...table} />
      </Disclosure>
    </figure>
  );
}

type DrawingProps = { option: BuildChartOption; height: number; onChoose: Props<never>['onChoose'] };

/** Redraws when the option, the theme or the width changes. */
function Drawing({ option, height, onChoose }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = useRef(onChoose);
  chosen.current = onChoose;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let chart: EChartsType | undefined;
    let isGone = false;
    const draw = () => {
      const ink = readChartColours(element);
      chart?.setOption(
        {
          animation: false,
          textStyle: { color: ink.text, fontFamily: ink.font },
          ...option(ink, element.clientWidth),
        },
        { notMerge: true },
      );
    };
    void import('./chart-engine.ts').then(({ init }) => {
      if (isGone) return;
      chart = init(element, null, { renderer: 'canvas' });
      chart.on('click', ({ name, seriesName = '', dataIndex }) =>
        chosen.current?.({ name, seriesName, dataIndex }),
      );
      draw();
    });
    const width = new ResizeObserver(() => {
      chart?.resize();
      draw();
    });
    width.observe(element);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', draw);
    return () => {
      isGone = true;
      width.disconnect();
      theme.disconnect();
      system.removeEventListener('change', draw);
      chart?.dispose();
    };
  }, [option]);
  return <div ref={box} className={styles.drawing} style={{ height }} aria-hidden="true" />;
}
