/**
 * The manufacturer's board: to produce, in production, to deliver, shipped. Cards update live and move by
 * drag and by key.
 */
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { useActionHost } from '#web/features/actionForm/action-host.ts';
import { usePastMoment } from '#web/features/past/past-moment-context.ts';
import { useTrayDialog } from '#web/features/tray/TrayDialog.tsx';
import { hasLiveUpdates, useChangedCaseIds, useSocketStatus } from '#web/lib/live-state.ts';
import { Badge, LiveUpdatesMark } from '#web/ui/chip.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BoardCard } from './BoardCard.tsx';
import { BoardFilters } from './BoardFilters.tsx';
import {
  actionForMove,
  type BoardCardData,
  type BoardColumnCards,
  boardColumnsOf,
  cardKeyInDirection,
  nextColumn,
} from './board-cards.ts';
import { emptyBoardFilter, filterBoard, isBoardFiltered, maxCardsPerScreen } from './board-filter.ts';
import styles from './shop.module.css';
import { useProductionBoard } from './useProductionBoard.ts';

/** Moves a card by opening the dialog of its action. */
function useRun() {
  const { run } = useActionHost();
  const { open, dialog } = useTrayDialog();
  return {
    dialog,
    run: ({ item, tray }: BoardCardData, action: Action) => {
      const { caseId } = item;
      if (tray && action === 'shipTray')
        open({ action, caseId, tray: tray.tray, arch: tray.arch, stage: tray.stage });
      else run(action, item);
    },
  };
}

type Run = (card: BoardCardData, action: Action) => void;

/** Arrow keys move between cards; with Shift they move the card. */
function useKeys(board: readonly BoardColumnCards[], run: Run) {
  const root = useRef<HTMLDivElement>(null);
  return {
    root,
    onKeyDown: (event: KeyboardEvent) => {
      const key = event.target instanceof HTMLElement ? event.target.dataset.card : undefined;
      const card = board.flatMap(({ cards }) => cards).find(one => one.key === key);
      if (!card || event.ctrlKey || event.metaKey || event.altKey || !event.key.startsWith('Arrow')) return;
      event.preventDefault();
      if (event.shiftKey) {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
        const to = by && nextColumn(card, by);
        const action = to && actionForMove(card, to);
        if (action) run(card, action);
        return;
      }
      const next = cardKeyInDirection(board, card.key, event.key);
      if (next) root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(next)}"]`)?.focus();
    },
  };
}

type ColumnProps = {
  column: BoardColumnCards;
  /** Number of cards without the filter. */
  total: number;
  now: number;
  dragged: BoardCardData | null;
  drag: (card: BoardCardData | null) => void;
  run: Run;
};

function BoardColumn({ column: { name, cards }, total, now, dragged, drag, run }: ColumnProps) {
  const { t } = useTranslation('shop');
  const changed = useChangedCaseIds();
  const action = dragged && actionForMove(dragged, name);
  const over = (event: DragEvent) => action && event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (dragged && action) run(dragged, action);
    drag(null);
  };
  return (
    <section
      className={styles.column}
      aria-labelledby={`shop-${name}`}
      data-target={action ? '' : undefined}
      onDragOver={over}
      onDrop={drop}
    >
      <h3 id={`shop-${name}`} className={styles.columnHead}>
        {t(`board.${name}`)} <Badge>{cards.length < total ? `${cards.length} / ${total}` : total}</Badge>
      </h3>
      {cards.length === 0 && (
        <p className={styles.none}>{t(total > 0 ? 'board.noneFound' : `board.none.${name}`)}</p>
      )}
      <ul className={styles.cards}>
        {cards.map(card => (
          <li
            key={card.key}
            className={styles.card}
            draggable
            data-changed={changed.has(card.item.caseId) || undefined}
            data-dragged={dragged?.key === card.key || undefined}
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', card.key);
              drag(card);
            }}
            onDragEnd={() => drag(null)}
          >
            <BoardCard card={card} now={now} run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ManufacturerBoard({ now }: { now: number }) {
  const { t } = useTranslation('shop');
  const at = usePastMoment();
  const data = useProductionBoard();
  const live = hasLiveUpdates(useSocketStatus()) && at === undefined;
  const { run, dialog } = useRun();
  const [dragged, drag] = useState<BoardCardData | null>(null);
  const [filter, setFilter] = useState(emptyBoardFilter);
  const whole = boardColumnsOf(data?.items ?? []);
  const board = filterBoard(whole, filter, now);
  const keys = useKeys(board, run);
  if (!data) return <Skeleton lines={6} label={t('board.title')} />;
  const shown = data.items.length;
  return (
    <section className={styles.board} aria-labelledby="shop-board">
      <div className={styles.head}>
        <h2 id="shop-board" className="t-title">
          {t('board.title')}
        </h2>
        {live && <LiveUpdatesMark>{t('board.live')}</LiveUpdatesMark>}
        {data.total > shown && (
          <span className="t-2 t-small">{t('board.first', { shown, total: data.total })}</span>
        )}
        <span className="push only-wide">
          <KeyHints
            items={[
              { keys: '↑ ↓ ← →', label: t('board.walk') },
              ...(at === undefined ? [{ keys: 'Shift → ←', label: t('board.move') }] : []),
            ]}
          />
        </span>
      </div>
      {(isBoardFiltered(filter) || whole.flatMap(({ cards }) => cards).length > maxCardsPerScreen) && (
        <BoardFilters filter={filter} onChange={setFilter} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles only the keys of the links inside */}
      <div className={styles.columns} ref={keys.root} onKeyDown={keys.onKeyDown}>
        {board.map((column, at) => (
          <BoardColumn
            key={column.name}
            column={column}
            total={whole[at]?.cards.length ?? 0}
            now={now}
            dragged={dragged}
            drag={drag}
            run={run}
          />
        ))}
      </div>
      {dialog}
    </section>
  );
}
