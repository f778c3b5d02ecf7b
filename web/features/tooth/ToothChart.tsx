/** The tooth chart: tools, drawing with cells, ranges, and the reason for a refused mark. */
import { useState } from 'react';
import type { Notation } from '#events/tooth/fdi.ts';
import { isUnmarked, type Marks, type MarkTool } from '#events/tooth/marks.ts';
import { ChartFooter } from './ChartFooter.tsx';
import { ChartNotice } from './ChartNotice.tsx';
import type { AttachmentsByTooth, ChartPictureProps } from './ChartPicture.tsx';
import { ChartWithCells } from './ChartWithCells.tsx';
import type { ToothWords } from './chart-text.ts';
import { CHART_LAYOUTS, type ChartView } from './layout.ts';
import s from './ToothChart.module.css';
import { ToothPalette } from './ToothPalette.tsx';
import { useToothChart } from './useToothChart.ts';
import type { MarkRefusal } from './useToothMarking.ts';

export type ToothChartProps = {
  marks: Marks;
  words: ToothWords;
  onChange?: (marks: Marks) => void;
  /** If omitted, the chart keeps its own tool. */
  tool?: MarkTool;
  onToolChange?: (tool: MarkTool) => void;
  readOnly?: boolean;
  /** False if `tool` is the only tool: hides the palette. */
  palette?: boolean;
  /** Marks of an earlier version: marks removed since then are dashed. */
  ghost?: Marks;
  attachments?: AttachmentsByTooth;
  ghostAttachments?: AttachmentsByTooth;
  selected?: ChartPictureProps['selected'];
  notation?: Notation;
  /** The initial view; the reader may change it. */
  view?: ChartView;
  /** Called in addition to the chart's own notice. */
  onConflict?: (refusal: MarkRefusal) => void;
  /** Accessible name, for pages with more than one chart. */
  label?: string;
};

/**
 * Controlled and server-renderable: `marks` in, `onChange` out. Read-only without `onChange` or with
 * `readOnly`.
 */
export function ToothChart(props: ToothChartProps) {
  const {
    marks,
    words,
    onChange,
    onConflict,
    label,
    ghost,
    attachments,
    ghostAttachments,
    selected,
    notation,
  } = props;
  const readOnly = props.readOnly === true || !onChange;
  const [ownTool, setOwnTool] = useState<MarkTool>('extract');
  const [view, setView] = useState<ChartView>(props.view ?? 'rows');
  const tool = props.tool ?? ownTool;
  const onToolChange = (next: MarkTool) => {
    setOwnTool(next);
    props.onToolChange?.(next);
  };
  const chart = useToothChart({ marks, onChange, tool, onToolChange, readOnly, onConflict });
  const { history } = chart;
  const picture = {
    layout: CHART_LAYOUTS[view],
    marks,
    ghost,
    attachments,
    ghostAttachments,
    selected,
    notation,
    label,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only the shortcuts of the tools
    <div className={s.frame} onKeyDown={chart.onFrameKey}>
      {!readOnly && props.palette !== false && (
        <ToothPalette
          tool={tool}
          onToolChange={onToolChange}
          words={words}
          onUndo={history.undo}
          onRedo={history.redo}
          canUndo={history.canUndo}
          canRedo={history.canRedo}
        />
      )}
      <ChartWithCells {...picture} chart={chart} tool={tool} words={words} readOnly={readOnly} />
      <ChartFooter
        words={words}
        view={view}
        onView={setView}
        onSet={readOnly ? undefined : chart.markSet}
        onClear={readOnly || isUnmarked(marks) ? undefined : chart.clear}
      />
      {!readOnly && (
        <ChartNotice
          refusal={chart.refusal}
          words={words}
          notation={notation}
          onOverride={chart.override}
          onDismiss={chart.dismiss}
        />
      )}
    </div>
  );
}
