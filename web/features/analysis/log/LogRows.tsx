/** The rows of the LOG, of which only those in sight are drawn. The list is one Tab stop; the arrow keys move in it. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Badge, LiveUpdatesMark } from '#web/ui/chip.tsx';
import { LogRow } from './LogRow.tsx';
import styles from './log.module.css';
import { eventKey } from './log-search.ts';
import type { LogItem, LogWindow } from './log-window.ts';
import { useLogFormatters } from './useLogFormatters.ts';
import { useRowHeight } from './useRowHeight.ts';
import { useVirtualRows } from './useVirtualRows.ts';

/** Number of rows before either end at which the next page is read. */
const AHEAD = 30;

type LogMoves = {
  onOpen: (item: LogItem) => void;
  /** `onBegin` and `onEnd` lead to the first and the last event of the whole log. */
  onBegin: () => void;
  onEnd: () => void;
};

type Props = LogMoves & {
  window: LogWindow;
  /** Whether the rows begin at a moment; otherwise at the log's end, which stays in sight. */
  isAtMoment: boolean;
  /** Whether the list takes the focus, because a key in the previous list led here. */
  takesFocus: boolean;
  openKey: string | undefined;
  loadEarlier: () => void;
  loadLater: () => void;
  /** ISO time of the first row in sight. */
  onSeen: (at: string) => void;
};

/** Number of rows that each key moves. `page`: rows that fit in sight. */
const steps: Record<string, (page: number) => number> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: page => page,
  PageUp: page => -page,
};

export function LogRows(props: Props) {
  const { window, isAtMoment, loadEarlier, loadLater, onSeen } = props;
  const { t } = useLogFormatters();
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const { items } = window;
  const [active, setActive] = useState<string>();
  const keys = items.map(item => item.position);
  const rows = useVirtualRows({ box, keys, rowHeight, sticks: !isAtMoment || window.later === null });
  const { from, to, firstSeen, lastSeen } = rows;
  const activeIndex = active === undefined ? -1 : keys.indexOf(active);
  const seen = items[firstSeen]?.at;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rows appear
  useEffect(() => {
    if (props.takesFocus) box.current?.focus();
  }, []);
  useEffect(() => {
    if (firstSeen < AHEAD && window.earlier !== null) loadEarlier();
    else if (lastSeen > items.length - AHEAD && window.later !== null) loadLater();
  });
  useEffect(() => {
    if (seen !== undefined) onSeen(seen);
  }, [seen, onSeen]);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setActive(keys[next]);
    rows.reveal(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const current = activeIndex >= 0 ? activeIndex : isAtMoment ? firstSeen - 1 : items.length;
    const step = steps[event.key];
    const item = items[activeIndex];
    if (step) moveTo(current + step(rows.pageRows));
    else if (event.key === 'Home') window.earlier === null ? moveTo(0) : props.onBegin();
    else if (event.key === 'End') window.later === null ? moveTo(items.length - 1) : props.onEnd();
    else if (event.key === 'Enter' && item) props.onOpen(item);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.list}>
      <Head />
      <div
        ref={box}
        role="listbox"
        className={styles.rows}
        tabIndex={0}
        aria-label={t('analysis:log.rows.label')}
        aria-describedby="log-keys"
        aria-activedescendant={activeIndex >= from && activeIndex < to ? rowId(activeIndex) : undefined}
        onScroll={rows.onScroll}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: items.length * rowHeight }} className={styles.space} role="presentation">
          {items.slice(from, to).map((item, i) => (
            <LogRow
              key={item.position}
              item={item}
              id={rowId(from + i)}
              top={(from + i) * rowHeight}
              height={rowHeight}
              isActive={item.position === active}
              isOpen={props.openKey === eventKey(item)}
              onPress={() => {
                setActive(item.position);
                props.onOpen(item);
              }}
            />
          ))}
        </div>
      </div>
      <p id="log-keys" className="visually-hidden">
        {t('analysis:log.rows.how')}
      </p>
      <Foot window={window} onEnd={props.onEnd} />
    </div>
  );
}

const rowId = (index: number) => `log-row-${index}`;

function Head() {
  const { t } = useLogFormatters();
  return (
    <div className={styles.head} aria-hidden="true">
      {(['at', 'position', 'case', 'event', 'by', 'to'] as const).map(column => (
        <span key={column}>{t(`analysis:log.rows.${column}`)}</span>
      ))}
    </div>
  );
}

function Foot({ window, onEnd }: { window: LogWindow; onEnd: () => void }) {
  const { t } = useLogFormatters();
  return (
    <footer className={styles.foot}>
      {window.earlier === null && <Badge>{t('analysis:log.rows.begin')}</Badge>}
      {window.later === null ? (
        <LiveUpdatesMark>{t('analysis:log.rows.following')}</LiveUpdatesMark>
      ) : (
        <Button size="small" onPress={onEnd}>
          {t('analysis:log.rows.newest')}
        </Button>
      )}
    </footer>
  );
}
