/** IPR and attachments on the tooth chart: a press selects the row of a tooth or contact, or adds one. */
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fdi, TEETH } from '#events/tooth/fdi.ts';
import { createEmptyMarks } from '#events/tooth/marks.ts';
import { ChartPicture } from '#web/features/tooth/ChartPicture.tsx';
import { CHART_LAYOUTS, type HitArea, viewBoxOf } from '#web/features/tooth/layout.ts';
import { AttachmentMark, attachmentShapeByType, IprTick } from '#web/features/tooth/MarkShapes.tsx';
import s from '#web/features/tooth/ToothChart.module.css';
import { Hatch, hatchStyle } from '#web/features/tooth/ToothDrawing.tsx';
import drawing from '#web/features/tooth/tooth.module.css';
import type { AttachmentShellId } from '#workers/stages/attachment-seat.ts';
import type { ProposedShell } from '#workers/stages/proposal.ts';
import { type AttachmentChartPosition, attachmentChartPositions } from './attachment-chart-positions.ts';
import styles from './maker.module.css';
import { cellInDirection, type ProcedureCell, procedureCells } from './procedure-cells.ts';
import type { ProcedureRow, Procedures } from './procedures.ts';

type Props = {
  teeth: readonly Fdi[];
  wishes: Procedures;
  /** Teeth that the order extracts. */
  extract: readonly Fdi[];
  /** Returns the shell from which an attachment was recognized. */
  shellOf: (shell: AttachmentShellId) => ProposedShell | undefined;
  chosen: ProcedureRow | null;
  onPress: (cell: ProcedureCell) => void;
};

const layout = CHART_LAYOUTS.rows;

/** Label of a cell: its attachments or IPR, or that a press adds a row. */
function useCellWords({
  wishes,
  extract,
}: Pick<Props, 'wishes' | 'extract'>): (cell: ProcedureCell) => string {
  const { ipr, attachments } = wishes;
  const { t } = useTranslation(['maker', 'rx']);
  return cell => {
    const what = cell.rows.flatMap(({ list, at }) => {
      const [reduction, one] = [ipr[at], attachments[at]];
      if (list === 'ipr') return reduction ? [t('maker:chart.ipr', reduction)] : [];
      if (!one) return [];
      const type = t(`rx:option.attachmentType.${one.type}`);
      return [t('maker:chart.attachment', { ...one, type, surface: t(`maker:surface.${one.surface}`) })];
    });
    const tooth = cell.kind === 'tooth' ? cell.tooth : null;
    const name = cell.kind === 'tooth' ? String(cell.tooth) : cell.contact.replace('-', '/');
    const of = tooth && extract.includes(tooth) ? t('maker:toExtract', { what: name }) : name;
    if (what.length > 0) return t('maker:chart.has', { of, what: what.join(t('maker:chart.join')) });
    return t(cell.kind === 'tooth' ? 'maker:chart.noAttachment' : 'maker:chart.noIpr', { of });
  };
}

const Box = ({ target, inset, className }: { target: HitArea; inset: number; className?: string }) => (
  <rect
    className={className}
    x={target.x - target.width / 2 + inset}
    y={target.y - target.height / 2 + inset}
    width={target.width - 2 * inset}
    height={target.height - 2 * inset}
    rx=".9"
  />
);

const targetOf = (cell: ProcedureCell): HitArea | undefined =>
  cell.kind === 'tooth' ? layout.teeth.get(cell.tooth)?.hit : layout.contact(cell.contact)?.hit;

/** mm without trailing zeros: 0.2, 0.25. */
const amount = (mm: number) => String(Math.round(mm * 100) / 100);

function Marked({
  cells,
  spots,
}: {
  cells: readonly ProcedureCell[];
  spots: readonly AttachmentChartPosition[];
}) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in the drawing takes the focus
    <g aria-hidden="true">
      {cells.map(cell => {
        const place = cell.kind === 'contact' && layout.contact(cell.contact);
        if (!place) return null;
        // Shows that the contact can be pressed.
        if (cell.rows.length === 0)
          return (
            <circle key={cell.key} className={styles.free} cx={place.label.x} cy={place.label.y} r=".75" />
          );
        return <IprTick key={cell.key} place={place} text={amount(cell.mm)} />;
      })}
      {spots.map(({ at, wish, x, y }) => {
        const place = layout.teeth.get(wish.tooth);
        return (
          place && (
            <g key={at} transform={`translate(${x} ${y})`}>
              <AttachmentMark tooth={wish.tooth} place={place} shape={attachmentShapeByType[wish.type]} />
            </g>
          )
        );
      })}
    </g>
  );
}

type CellProps = {
  cell: ProcedureCell;
  words: string;
  chosen: boolean;
  /** Whether the Tab key reaches this cell. */
  reachable: boolean;
  onPress: () => void;
  onKey: (event: KeyboardEvent) => void;
  /** Called while the focus or the pointer is on the cell. */
  onSeen: (cell: ProcedureCell | null) => void;
};

function Cell({ cell, words, chosen, reachable, onPress, onKey, onSeen }: CellProps) {
  const target = targetOf(cell);
  if (!target) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button within a drawing; HTML has no such shapes
    <g
      role="button"
      className={s.cell}
      data-cell={cell.key}
      data-chosen={chosen ? '' : undefined}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={chosen}
      aria-label={words}
      onClick={onPress}
      onKeyDown={onKey}
      onFocus={() => onSeen(cell)}
      onBlur={() => onSeen(null)}
      onPointerEnter={() => onSeen(cell)}
      onPointerLeave={() => onSeen(null)}
    >
      <title>{words}</title>
      <Box target={target} inset={0} className={s.hit} />
      <Box target={target} inset={0.35} className={s.ring} />
    </g>
  );
}

export function ProceduresChart({ teeth, wishes, extract, shellOf, chosen, onPress }: Props) {
  const { t } = useTranslation('maker');
  const id = useId();
  const grid = useRef<SVGSVGElement>(null);
  const [current, setCurrent] = useState('');
  const [seen, setSeen] = useState<ProcedureCell | null>(null);
  const wordsOf = useCellWords({ wishes, extract });
  const cells = procedureCells(teeth, wishes);
  const reached = cells.find(({ key }) => key === current) ?? cells[0];
  const isChosen = ({ rows }: ProcedureCell) =>
    rows.some(row => row.list === chosen?.list && row.at === chosen.at);
  const onKey = (event: KeyboardEvent, cell: ProcedureCell) => {
    const next = cellInDirection(cells, cell, event.key);
    const pressed = event.key === 'Enter' || event.key === ' ';
    if (!next && !pressed) return;
    event.preventDefault();
    if (pressed) onPress(cell);
    else if (next) {
      setCurrent(next.key);
      grid.current?.querySelector<SVGGElement>(`[data-cell="${next.key}"]`)?.focus();
    }
  };
  const marked = cells.filter(({ rows }) => rows.length > 0);
  const absent = TEETH.filter(tooth => !teeth.includes(tooth));
  return (
    <div className={styles.chart}>
      <div className={s.scroll}>
        <div
          className={s.stage}
          style={{ ['--ratio' as string]: (layout.box.width / layout.box.height).toFixed(3) }}
        >
          {/* biome-ignore-start lint/a11y: buttons within a drawing; HTML has no such shapes */}
          <svg
            ref={grid}
            className={drawing.chart}
            style={hatchStyle(`hatch${id}`)}
            viewBox={viewBoxOf(layout.box)}
            role="group"
            aria-label={t('chart.label')}
            aria-describedby={`said${id}`}
          >
            <Hatch id={`hatch${id}`} />
            <ChartPicture
              layout={layout}
              marks={{
                ...createEmptyMarks(),
                missing: absent,
                extract: teeth.filter(tooth => extract.includes(tooth)),
              }}
              sides={[t('chart.right'), t('chart.left')]}
            />
            <Marked cells={cells} spots={attachmentChartPositions(wishes, shellOf)} />
            {cells.map(cell => (
              <Cell
                key={cell.key}
                cell={cell}
                words={wordsOf(cell)}
                chosen={isChosen(cell)}
                reachable={cell.key === reached?.key}
                onPress={() => {
                  setCurrent(cell.key);
                  onPress(cell);
                }}
                onKey={event => onKey(event, cell)}
                onSeen={setSeen}
              />
            ))}
          </svg>
          {/* biome-ignore-end lint/a11y: the drawing's end */}
        </div>
      </div>
      <p className="t-small t-2" aria-hidden="true">
        {seen ? wordsOf(seen) : t('chart.how')}
      </p>
      <p id={`said${id}`} className="visually-hidden">
        {marked.length > 0 ? marked.map(wordsOf).join(t('chart.stop')) : t('chart.none')} {t('chart.how')}
      </p>
    </div>
  );
}
