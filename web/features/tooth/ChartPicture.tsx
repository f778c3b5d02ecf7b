/** The visible, non-interactive part of a chart: teeth, marks, ghosts, numbers. */

import { type Fdi, type Notation, TEETH, toothLabel } from '#events/tooth/fdi.ts';
import { iprAt, type Marks, marksOnTooth } from '#events/tooth/marks.ts';
import { cx } from '#web/ui/class-names.ts';
import type { ChartLayout } from './layout.ts';
import { AttachmentMark, type AttachmentShape, IprTick, ToothMarks } from './MarkShapes.tsx';
import { iprTickText } from './mark-shapes.ts';
import { ToothDrawing } from './ToothDrawing.tsx';
import s from './tooth.module.css';

export type AttachmentsByTooth = Partial<Record<Fdi, AttachmentShape>>;

export type ChartPictureProps = {
  layout: ChartLayout;
  marks: Marks;
  ghost?: Marks;
  attachments?: AttachmentsByTooth;
  ghostAttachments?: AttachmentsByTooth;
  selected?: readonly Fdi[];
  notation?: Notation;
};

function Tooth({ tooth, ...props }: ChartPictureProps & { tooth: Fdi }) {
  const { layout, marks, ghost, attachments, ghostAttachments, selected } = props;
  const place = layout.teeth.get(tooth);
  if (!place) return null;
  const kinds = marksOnTooth(marks, tooth);
  const gone = ghost ? marksOnTooth(ghost, tooth).filter(kind => !kinds.includes(kind)) : [];
  const now = attachments?.[tooth];
  const before = ghostAttachments?.[tooth];
  return (
    <>
      <ToothDrawing tooth={tooth} place={place} kinds={kinds} selected={selected?.includes(tooth) ?? false} />
      {before && before !== now && <AttachmentMark tooth={tooth} place={place} shape={before} ghost />}
      {now && <AttachmentMark tooth={tooth} place={place} shape={now} />}
      <ToothMarks tooth={tooth} place={place} kinds={gone} ghost />
      <ToothMarks tooth={tooth} place={place} kinds={kinds} />
    </>
  );
}

function ToothNumber({ tooth, layout, marks, selected, notation }: ChartPictureProps & { tooth: Fdi }) {
  const spot = layout.teeth.get(tooth)?.number;
  if (!spot) return null;
  const chosen = selected?.includes(tooth) ?? false;
  const kind = cx(s.number, marks.extract.includes(tooth) && s.struck, chosen && s.chosen);
  return (
    <>
      {chosen && (
        <rect
          className={s.numberGround}
          x={spot.x - 2.5}
          y={spot.y - 1.85}
          width="5"
          height="3.7"
          rx="1.85"
        />
      )}
      <text
        className={cx(kind, marks.missing.includes(tooth) && s.absent)}
        x={spot.x}
        y={spot.y + 0.9}
        fontSize="2.5"
      >
        {toothLabel(tooth, notation)}
      </text>
    </>
  );
}

function Ticks({ layout, marks, ghost }: ChartPictureProps) {
  const gone = ghost?.ipr.filter(before => iprAt(marks, before.contact) === undefined) ?? [];
  const all = [...gone.map(ipr => ({ ipr, old: true })), ...marks.ipr.map(ipr => ({ ipr, old: false }))];
  return all.map(({ ipr, old }) => {
    const place = layout.contact(ipr.contact);
    return place && <IprTick key={ipr.contact} place={place} text={iprTickText(ipr)} ghost={old} />;
  });
}

/** The drawing; hidden from assistive technology, which reads the cells or the sentence. */
export function ChartPicture(props: ChartPictureProps & { sides: readonly [string, string] }) {
  const { layout, sides } = props;
  const [start, end] = layout.midline;
  const between = (layout.sides[0].y + layout.sides[1].y) / 2;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in the drawing takes the focus
    <g aria-hidden="true">
      {layout.view === 'rows' && (
        <line
          className={s.plane}
          x1={layout.sides[0].x + 3}
          x2={layout.sides[1].x - 3}
          y1={between}
          y2={between}
        />
      )}
      <line className={s.midline} x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
      {layout.sides.map((spot, i) => (
        <text key={sides[i]} className={s.side} x={spot.x} y={spot.y + 1} fontSize="2.8">
          {sides[i]}
        </text>
      ))}
      {TEETH.map(tooth => (
        <Tooth key={tooth} tooth={tooth} {...props} />
      ))}
      <Ticks {...props} />
      {TEETH.map(tooth => (
        <ToothNumber key={tooth} tooth={tooth} {...props} />
      ))}
    </g>
  );
}
