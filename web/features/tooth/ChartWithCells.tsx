/** The drawing with its interactive cells, and the amount next to a marked contact. */

import { useId } from 'react';
import type { Marks, MarkTool } from '#events/tooth/marks.ts';
import { sentence } from '#events/tooth/marks.ts';
import { cx } from '#web/ui/class-names.ts';
import { ChartCells } from './ChartCells.tsx';
import { ChartPicture, type ChartPictureProps } from './ChartPicture.tsx';
import { type ToothWords, teethWithAttachments } from './chart-text.ts';
import { IprAmountPicker } from './IprAmountPicker.tsx';
import { viewBoxOf } from './layout.ts';
import s from './ToothChart.module.css';
import { Hatch, hatchStyle } from './ToothDrawing.tsx';
import drawing from './tooth.module.css';
import type { ToothChartControl } from './useToothChart.ts';

type Props = ChartPictureProps & {
  chart: ToothChartControl;
  tool: MarkTool;
  marks: Marks;
  words: ToothWords;
  readOnly: boolean;
  label?: string;
};

export function ChartWithCells({ chart, tool, words, readOnly, label, ...picture }: Props) {
  const id = useId();
  const hatch = `hatch${id}`;
  const { layout, marks, notation, ghost, attachments } = picture;
  const notes = { ghost, attached: teethWithAttachments(attachments), notation };
  return (
    <div className={s.scroll}>
      <div
        className={cx(s.stage, readOnly && s.reading)}
        data-view={layout.view}
        style={{ ['--ratio' as string]: (layout.box.width / layout.box.height).toFixed(3) }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the loss of focus */}
        <div
          className={s.plane}
          onBlur={event => event.currentTarget.contains(event.relatedTarget) || chart.hideAmounts()}
        >
          {/* biome-ignore-start lint/a11y: the drawing is the grid; a table cannot have this shape */}
          <svg
            ref={chart.grid}
            className={drawing.chart}
            style={hatchStyle(hatch)}
            viewBox={viewBoxOf(layout.box)}
            role="grid"
            tabIndex={-1}
            aria-label={label ?? words.chart.label}
            aria-describedby={`said${id}`}
            aria-readonly={readOnly}
            aria-multiselectable="true"
            {...chart.handlers}
          >
            <Hatch id={hatch} />
            <ChartPicture {...picture} sides={[words.chart.right, words.chart.left]} />
            <ChartCells
              layout={layout}
              marks={marks}
              words={words}
              notes={notes}
              contacts={tool === 'ipr' && !readOnly ? chart.open : undefined}
              current={chart.cell}
            />
          </svg>
          {/* biome-ignore-end lint/a11y: the grid's end */}
          {chart.amounts && (
            <IprAmountPicker
              ipr={chart.amounts}
              layout={layout}
              words={words}
              notation={notation}
              onAmount={mm => chart.setAmount(chart.place.contact, mm)}
              onClose={chart.closeAmounts}
            />
          )}
        </div>
      </div>
      <p id={`said${id}`} className="visually-hidden">
        {sentence(marks, words.sentence)}
      </p>
    </div>
  );
}
