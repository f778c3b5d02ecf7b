/**
 * The interactive layer of the chart, also for screen readers: a grid of 2 by 16 teeth, or the contacts for
 * the IPR tool.
 */
import { TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { iprAt, type Marks, marksOnTooth } from '#events/tooth/marks.ts';
import { archOfContact } from './chart-keys.ts';
import { contactName, type ToothNameDetails, type ToothWords, toothName } from './chart-text.ts';
import type { ChartLayout, HitArea } from './layout.ts';
import s from './ToothChart.module.css';

type Props = {
  layout: ChartLayout;
  marks: Marks;
  words: ToothWords;
  notes: ToothNameDetails;
  /** Offers these contacts instead of the teeth. */
  contacts?: readonly string[];
  /** `data-cell` of the chart's Tab stop. */
  current: string;
};

function Box({
  target,
  inset,
  className,
  marked,
}: {
  target: HitArea;
  inset: number;
  className?: string;
  marked?: boolean;
}) {
  const [width, height] = [target.width - 2 * inset, target.height - 2 * inset];
  return (
    <rect
      className={className}
      data-marked={marked || undefined}
      x={target.x - width / 2}
      y={target.y - height / 2}
      width={width}
      height={height}
      rx=".9"
      transform={target.angle ? `rotate(${target.angle} ${target.x} ${target.y})` : undefined}
    />
  );
}

type CellProps = {
  id: string;
  name: string;
  target: HitArea;
  current: string;
  marked: boolean;
  gap?: boolean;
};

function Cell({ id, name, target, current, marked, gap = false }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a drawn grid; SVG has no td
    <g
      role="gridcell"
      className={s.cell}
      data-cell={id}
      tabIndex={id === current ? 0 : -1}
      aria-label={name}
      aria-selected={marked}
    >
      <Box target={target} inset={0} className={s.hit} />
      {gap && <Box target={target} inset={0.7} className={s.gap} marked={marked} />}
      <Box target={target} inset={0.35} className={s.ring} />
    </g>
  );
}

export function ChartCells({ layout, marks, words, notes, contacts, current }: Props) {
  return (['upper', 'lower'] as const).map(row => (
    // biome-ignore lint/a11y/useSemanticElements: a row of a drawn grid; SVG has no tr
    <g key={row} role="row">
      {contacts
        ? contacts
            .filter(key => archOfContact(key) === row)
            .map(key => {
              const place = layout.contact(key);
              const name = contactName(key, marks, words, notes);
              const marked = iprAt(marks, key) !== undefined;
              return (
                place && (
                  <Cell
                    key={key}
                    id={key}
                    target={place.hit}
                    name={name}
                    current={current}
                    marked={marked}
                    gap
                  />
                )
              );
            })
        : TEETH_BY_ARCH[row].map(tooth => {
            const place = layout.teeth.get(tooth);
            const name = toothName(tooth, marks, words, notes);
            const marked = marksOnTooth(marks, tooth).length > 0;
            return (
              place && (
                <Cell
                  key={tooth}
                  id={String(tooth)}
                  target={place.hit}
                  name={name}
                  current={current}
                  marked={marked}
                />
              )
            );
          })}
    </g>
  ));
}
