/**
 * A small read-only arch for summaries that shows which teeth are marked. Its accessible name is the
 * sentence.
 */
import { useId } from 'react';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { type Fdi, type Notation, TEETH, toothLabel } from '#events/tooth/fdi.ts';
import { type Marks, marksOnTooth, sentence } from '#events/tooth/marks.ts';
import { fillTemplate } from '#events/tooth/sentence.ts';
import type { AttachmentsByTooth } from './ChartPicture.tsx';
import type { ToothWords } from './chart-text.ts';
import { CHART_LAYOUTS, type ChartPoint, type ToothPlace, viewBoxOf } from './layout.ts';
import { AttachmentMark, ToothMarks } from './MarkShapes.tsx';
import { Hatch, hatchStyle, ToothDrawing } from './ToothDrawing.tsx';
import s from './tooth.module.css';

export type MiniChartProps = {
  marks: Marks;
  words: ToothWords;
  /** Displayed width in px; numbers are drawn so that they are never below 11 px. */
  width?: number;
  attachments?: AttachmentsByTooth;
  notation?: Notation;
};

const LEAST_PX = 11;
const WIDTH = CHART_LAYOUTS.arch.box.width;

/** Position of a number on the buccal side of the tooth, far enough out for its size. */
function outside(tooth: Fdi, { top, number }: ToothPlace, size: number): ChartPoint {
  const [dx, dy] = [number.x - top.x, number.y - top.y];
  const reach = (toothSizeOf(tooth).depth / 2 + size * 0.86) / Math.hypot(dx, dy);
  return { x: top.x + dx * reach, y: top.y + dy * reach };
}

/** A small arch view: marked teeth keep their numbers, IPR its ticks. */
export function MiniChart({ marks, words, width = 240, attachments, notation }: MiniChartProps) {
  const hatch = `hatch${useId()}`;
  const { teeth, contact, box } = CHART_LAYOUTS.arch;
  const size = (LEAST_PX * WIDTH) / width;
  const marked = (tooth: Fdi) => marksOnTooth(marks, tooth).length > 0;
  return (
    <svg
      className={s.mini}
      viewBox={viewBoxOf(box)}
      width={width}
      style={hatchStyle(hatch)}
      role="img"
      aria-label={fillTemplate(words.chart.miniLabel, { sentence: sentence(marks, words.sentence) })}
    >
      <Hatch id={hatch} />
      {TEETH.map(tooth => {
        const place = teeth.get(tooth);
        const kinds = marksOnTooth(marks, tooth);
        const shape = attachments?.[tooth];
        return (
          place && (
            <g key={tooth}>
              <ToothDrawing tooth={tooth} place={place} kinds={kinds} />
              {shape && <AttachmentMark tooth={tooth} place={place} shape={shape} />}
              <ToothMarks tooth={tooth} place={place} kinds={kinds} />
            </g>
          )
        );
      })}
      {marks.ipr.map(ipr => {
        const place = contact(ipr.contact);
        return (
          place && (
            <line
              key={ipr.contact}
              className={s.miniTick}
              x1={place.from.x}
              y1={place.from.y}
              x2={place.hit.x}
              y2={place.hit.y}
            />
          )
        );
      })}
      {TEETH.filter(marked).map(tooth => {
        const place = teeth.get(tooth);
        const spot = place && outside(tooth, place, size);
        return (
          spot && (
            <text key={tooth} className={s.number} x={spot.x} y={spot.y + size * 0.36} fontSize={size}>
              {toothLabel(tooth, notation)}
            </text>
          )
        );
      })}
    </svg>
  );
}
