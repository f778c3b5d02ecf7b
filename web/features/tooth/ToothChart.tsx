/** The tooth chart: tools, the drawing with its cells, ranges, and why a mark was refused. */
import { useState } from 'react';
import type { Notation } from '#events/tooth/fdi.ts';
import { isUnmarked, type Marks, type Tool } from '#events/tooth/marks.ts';
import { ChartFoot } from './ChartFoot.tsx';
import { ChartNotice } from './ChartNotice.tsx';
import type { Attachments, PictureProps } from './ChartPicture.tsx';
import { ChartStage } from './ChartStage.tsx';
import { type ChartView, LAYOUTS } from './layout.ts';
import s from './ToothChart.module.css';
import { ToothPalette } from './ToothPalette.tsx';
import { type Refusal, useToothChart } from './useToothChart.ts';
import type { ToothWords } from './words.ts';

export type ToothChartProps = {
  marks: Marks;
  words: ToothWords;
  onChange?: (marks: Marks) => void;
  /** Left out, the chart keeps its own tool. */
  tool?: Tool;
  onToolChange?: (tool: Tool) => void;
  readOnly?: boolean;
  /** False where the tool given is the only one: no palette is shown. */
  palette?: boolean;
  /** Marks of an earlier version: what is gone since stays dashed. */
  ghost?: Marks;
  attachments?: Attachments;
  ghostAttachments?: Attachments;
  selected?: PictureProps['selected'];
  notation?: Notation;
  /** The view it opens in; the reader may change it. */
  view?: ChartView;
  /** Called beside the chart's own notice. */
  onConflict?: (refusal: Refusal) => void;
  /** Accessible name, where the page has more than one chart. */
  label?: string;
};

/** Controlled and server-renderable: `marks` in, `onChange` out. Without `onChange` or with `readOnly` it is only read. */
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
  const [ownTool, setOwnTool] = useState<Tool>('extract');
  const [view, setView] = useState<ChartView>(props.view ?? 'rows');
  const tool = props.tool ?? ownTool;
  const onToolChange = (next: Tool) => {
    setOwnTool(next);
    props.onToolChange?.(next);
  };
  const chart = useToothChart({ marks, onChange, tool, onToolChange, readOnly, onConflict });
  const { history } = chart;
  const picture = { layout: LAYOUTS[view], marks, ghost, attachments, ghostAttachments, selected, notation };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the tools' keys
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
      <ChartStage {...picture} chart={chart} tool={tool} words={words} readOnly={readOnly} label={label} />
      <ChartFoot
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
